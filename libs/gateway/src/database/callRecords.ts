/**
 * Writes the calls that ended, and gives back places, in batches: while one statement runs, the next batch collects. A
 * call is recorded when its statement has committed.
 */
import * as v from 'valibot';
import { ApiProblem } from '../apiProblem';
import type { CallOutcome } from '../modelRun';
import { parsed, type Rpc } from './rpc';

const MOST_CALLS = 200;
/** Statements at once. The second one fills while the first commits. */
const MOST_RUNNING = 2;

/** In the order of the calls. */
const costs = v.array(v.nullable(v.number()));

export interface EndedCall extends CallOutcome {
  id: string;
  deployment_id: string;
  key_id: string;
  /** Null where the owner's calls are not counted. */
  lease: string | null;
}

interface Waiting {
  call: EndedCall;
  resolve(cost: number): void;
  reject(error: unknown): void;
}

export interface CallRecords {
  /** Returns the cost in US dollars. Safe to repeat. @throws `ApiProblem` 404, 500, 503 */
  finish(call: EndedCall): Promise<number>;
  /** Not safe to repeat. */
  giveBack(lease: string, places: number): Promise<void>;
}

export function createCallRecords(rpc: Rpc): CallRecords {
  const waiting: Waiting[] = [];
  let running = 0;
  let isScheduled = false;

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const result = parsed(
        'record_calls',
        costs,
        await rpc('value', 'record_calls', { calls: batch.map(({ call }) => call) }),
      );
      batch.forEach(({ resolve, reject }, index) => {
        const cost = result[index];
        if (typeof cost === 'number') resolve(cost);
        else reject(new ApiProblem(404, 'This deployment was deleted'));
      });
    } catch (error) {
      if (batch.length > 1 && error instanceof ApiProblem && error.status === 500) {
        // The database has rejected one record of the batch. Write each separately, so that the others are recorded.
        for (const one of batch) await write([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  };

  const start = () => {
    isScheduled = false;
    while (running < MOST_RUNNING && waiting.length > 0) {
      running += 1;
      void write(waiting.splice(0, MOST_CALLS)).finally(() => {
        running -= 1;
        schedule();
      });
    }
  };
  const schedule = () => {
    if (isScheduled || waiting.length === 0 || running >= MOST_RUNNING) return;
    isScheduled = true;
    // After the other responses of this turn of the event loop.
    setImmediate(start);
  };

  return {
    finish: (call) =>
      new Promise((resolve, reject) => {
        waiting.push({ call, resolve, reject });
        schedule();
      }),
    async giveBack(lease, places) {
      await rpc('value', 'record_calls', { calls: [], returned: [{ lease, places }] });
    },
  };
}
