/** One check of `slipway doctor`: its subject, and what was found. */
import { AppError, isAppError } from '@slipway/contracts';

export interface Finding {
  /** Of an environment, `store`, `composition`, `signatures`, `revisions`, `backend` or `address`. */
  subject: string;
  isHealthy: boolean;
  /** The state that was found; for a failure, also what to do. */
  detail: string;
}

/** @throws `unavailable` with what is missing and what to do */
export function missing(text: string): never {
  throw new AppError('unavailable', text);
}

/** The finding for an error. An unexpected error means that the subject could not be checked. */
export function failed(subject: string, error: unknown): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    subject,
    isHealthy: false,
    detail: isAppError(error) ? detail : `could not be checked: ${detail}`,
  };
}

/** A failed check is a finding, so that one run names everything that is missing. */
export async function finding(subject: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { subject, isHealthy: true, detail: await check() };
  } catch (error) {
    return failed(subject, error);
  }
}
