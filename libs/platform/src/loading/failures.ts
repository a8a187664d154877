/** Records each slice failure once, whether the loader or an error boundary reports it first. */
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { log } from '@slipway/log';

interface SliceFailure {
  slice: string;
  version: string;
  /** The team that owns the slice. */
  owner: string;
  /** `load`: its files could not be loaded; `render`: its code threw. */
  phase: 'load' | 'render';
  code: ErrorCode;
  reason: string;
  /** ISO-8601 UTC. */
  at: string;
}

const recorded = new WeakSet<object>();

/** Logs a failure. The same error object is logged only once. */
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
}
