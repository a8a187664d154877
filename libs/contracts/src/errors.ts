/** The error class of the whole app, with a closed list of codes. */

/** The code decides what the user sees. */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid_input'
  | 'rate_limited'
  | 'unavailable'
  | 'slice_unreachable'
  | 'slice_incompatible'
  | 'slice_untrusted'
  | 'unexpected';

/** An error with a code of the closed list. Throw it, and test for it with `isAppError`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Checks the brand: each remote may carry its own copy of this class. */
export const isAppError = (value: unknown): value is AppError =>
  value instanceof Error && value.name === 'AppError' && 'code' in value;
