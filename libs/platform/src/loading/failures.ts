/** Records each slice failure once, whether the loader or an error boundary reports it first. */
import { type ErrorCode, type HealthPart, type HealthPhase, isAppError } from '@slipway/contracts';
import { log } from '@slipway/log';
import { createEmitter } from '@slipway/state';

export interface SliceFailure {
  /** A slice, or `shell`. */
  slice: string;
  version: string;
  /** The team that owns the slice. */
  owner: string;
  /** When it failed: its files could not be loaded, its code threw while it was evaluated or rendered, and so on. */
  phase: HealthPhase;
  part: HealthPart;
  code: ErrorCode;
  reason: string;
  /** ISO-8601 UTC. */
  at: string;
}

const recorded = new WeakSet<object>();
const failures = createEmitter<[SliceFailure, unknown]>();

/** Calls `listener` with each recorded failure and its error. Returns the unsubscribe function. */
export const onFailure = failures.subscribe;

/** Logs a failure and reports it to the listeners. The same error object is recorded only once. */
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
  log.error('slice failed', JSON.stringify(record));
  failures.emit(record, error);
}
