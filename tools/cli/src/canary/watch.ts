/**
 * Supervises every canary of an environment whose settings have `canaries`. A server runs a round each minute, like
 * `slipway canary --auto`. The settings contain the steps; the signed revisions are the only state.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import { currentComposition } from '../composition/read';
import { compositionSettings } from '../composition/settings';
import { selectionOf } from '../composition/selection';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';
import { type AutoCanary, createRounds, type Round, type Rounds } from './round';

export interface CanaryTurn {
  slice: string;
  version: string;
  /** The round, or why there was none: the next turn tries again. */
  result: Round | Error;
}

export type WatchedCanaries = Pick<AutoCanary, 'target' | 'source' | 'author' | 'rules' | 'proposes'> & {
  source: HealthSource;
};

export interface WatchedCanary {
  slice: string;
  version: string;
  steps: readonly number[];
}

/** The canaries that run, if the environment's signed settings have steps. @throws as the store does, `slice_untrusted` */
export async function watchedCanaries({ workspace, environment, store }: Target): Promise<WatchedCanary[]> {
  // Servers report a damaged store themselves. Without a canary there is nothing to verify.
  const seen = await currentComposition(store, environment.name).catch(() => undefined);
  if (selectionOf(seen).canaries.size === 0) return [];
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  const composition = (await verifiedState(trust, environment.name))?.composition;
  const steps = (await compositionSettings(store, composition))?.settings.canaries?.steps;
  const running = steps ? [...selectionOf(composition).canaries] : [];
  return running.map(([slice, { version }]) => ({ slice, version, steps: steps ?? [] }));
}

/** Returns a function that takes one turn for each canary that runs. @throws as the store does */
export function createCanaryTurns(watched: WatchedCanaries): () => Promise<CanaryTurn[]> {
  const { target } = watched;
  /** By slice, version and steps: a reader of reports remembers what it has read. */
  const known = new Map<string, Rounds>();

  const roundsOf = (slice: string, version: string, steps: readonly number[]): Rounds => {
    const key = `${slice} ${version} ${steps.join()}`;
    const rounds =
      known.get(key) ??
      createRounds({ ...watched, slice, version, steps, candidates: [], reason: 'automatic canary' });
    known.set(key, rounds);
    return rounds;
  };

  return async () => {
    const turns: CanaryTurn[] = [];
    // Sequentially, because each round may deploy.
    for (const { slice, version, steps } of await watchedCanaries(target)) {
      const result = await roundsOf(slice, version, steps)
        .run()
        .catch((error: unknown) => error as Error);
      turns.push({ slice, version, result });
    }
    return turns;
  };
}

/** Takes turns until `signal` aborts. A turn that fails is reported, and the next one tries again. */
export async function watchCanaries(
  watched: WatchedCanaries,
  {
    every,
    signal,
    report,
  }: { every: number; signal: AbortSignal; report(turns: CanaryTurn[] | Error): void },
): Promise<void> {
  const turn = createCanaryTurns(watched);
  while (!signal.aborted) {
    report(await turn().catch((error: unknown) => error as Error));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}
