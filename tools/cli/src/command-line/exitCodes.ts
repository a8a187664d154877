/** The exit code for each kind of error, for scripts. docs/runbook.md has the table for operators. */
import type { ErrorCode } from '@slipway/contracts';

export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  /** A bug in Slipway. */
  unexpected: 1,
  /** A wrong argument, or a wrong value in a file. */
  invalid_input: 2,
  not_found: 3,
  /** Another deploy was first, or a version already exists with other files. */
  conflict: 4,
  /** The checks failed. */
  slice_incompatible: 5,
  slice_untrusted: 5,
  /** Credentials. */
  unauthenticated: 6,
  forbidden: 6,
  /** The network failed, or a service does not respond. */
  unavailable: 7,
  slice_unreachable: 7,
  rate_limited: 7,
};
