/** One record for every slice that could not be shown, whoever noticed it. */
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { log } from '@slipway/log';

export interface SliceFailure {
  slice: string;
  version: string;
  /** The team to tell. */
  owner: string;
  /** `load`: its files; `render`: its code, once running. */
  phase: 'load' | 'render';
  code: ErrorCode;
  reason: string;
  /** ISO-8601 UTC. */
  at: string;
}

type Listener = (failure: SliceFailure) => void;

const listeners = new Set<Listener>([
  (failure) => {
    log.error('slice failed', JSON.stringify(failure));
  },
]);

/** Calls `listener` for every failure from now on. Returns the function that ends it. */
export function onSliceFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const recorded = new WeakSet<object>();

/** Records an error once, however many boundaries see it. */
export function recordFailure(failure: Omit<SliceFailure, 'code' | 'reason' | 'at'>, error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (recorded.has(error)) return;
    recorded.add(error);
  }
  const record: SliceFailure = {
    ...failure,
    code: isAppError(error) ? error.code : 'unexpected',
    reason: error instanceof Error ? error.message : String(error),
    at: new Date().toISOString(),
  };
  for (const listener of listeners) listener(record);
}
