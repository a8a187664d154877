/** Runs an automatic canary to its end. The command line and servers use the same loop; a restart continues it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '@slipway/contracts';
import { type AutoCanary, createRounds, type Round } from './round';

export interface Supervision {
  /** Milliseconds between rounds. */
  every: number;
  /** Milliseconds after which it stops, without changing the canary. */
  limit?: number;
  report(round: Round): void;
  signal?: AbortSignal;
}

/**
 * Ends when the canary is finished or aborted, at the time limit, or when `signal` aborts; returns the last round.
 * @throws as a deploy does
 */
export async function superviseCanary(canary: AutoCanary, supervision: Supervision): Promise<Round> {
  const { every, limit = Infinity, report, signal } = supervision;
  const rounds = createRounds(canary);
  const began = performance.now();
  for (;;) {
    const latest = await rounds.run().catch((error: unknown): Round => {
      // The store could not be reached: the next round may reach it.
      if (!isAppError(error) || error.code !== 'unavailable') throw error;
      return { kind: 'waiting', percent: Number.NaN, reasons: [error.message] };
    });
    report(latest);
    const isOver = performance.now() - began + every > limit || signal?.aborted === true;
    if (latest.kind === 'finished' || latest.kind === 'aborted' || isOver) return latest;
    await sleep(every, undefined, { ...(signal && { signal }) }).catch(() => undefined);
    if (signal?.aborted) return latest;
  }
}
