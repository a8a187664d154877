/** One check of a hosted project: its name, and what was found. */
import { AppError, isAppError } from '@slipway/contracts';
import type { Finding } from '../composition/health';

/** @throws `unavailable` with what is missing and what to do */
export function missing(text: string): never {
  throw new AppError('unavailable', text);
}

/** A failed check is a finding, so that one run names everything that is missing. */
export async function finding(subject: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { subject, isHealthy: true, detail: await check() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      subject,
      isHealthy: false,
      detail: isAppError(error) ? detail : `could not be checked: ${detail}`,
    };
  }
}
