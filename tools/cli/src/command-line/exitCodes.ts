/** A process's exit code by kind of failure, for a script to decide on. docs/runbook.md has the table for people. */
import type { ErrorCode } from '@slipway/contracts';

export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  /** A fault of ours. */
  unexpected: 1,
  /** What was typed, or what stands in a file. */
  invalid_input: 2,
  not_found: 3,
  /** Somebody else was first, or a version has other bytes. */
  conflict: 4,
  /** The check refused. */
  slice_incompatible: 5,
  slice_untrusted: 5,
  /** Credentials. */
  unauthenticated: 6,
  forbidden: 6,
  /** Network, or a service that does not answer. */
  unavailable: 7,
  slice_unreachable: 7,
  rate_limited: 7,
};
