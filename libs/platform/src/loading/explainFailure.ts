/** Finds out why a slice could not be loaded. A failed script element does not say whether its file was missing or altered. */
import { AppError } from '@slipway/contracts';
import type { Trust } from './trust';

/** Fetches `files` (paths below `base`) again, in order, and compares each with its hash. */
export async function explainFailure(
  error: unknown,
  base: string,
  files: readonly string[],
  trust: Trust,
): Promise<AppError> {
  const cause = { cause: error };
  for (const file of files) {
    const url = new URL(base + file, window.location.origin).href;
    const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
    if (!response?.ok) {
      const outcome = response ? `returned status ${String(response.status)}` : 'could not be fetched';
      return new AppError('slice_unreachable', `${base}${file} ${outcome}`, cause);
    }
    if (!(await matches(await response.arrayBuffer(), trust.integrity(url)))) {
      return new AppError(
        'slice_untrusted',
        `${base}${file} does not match its hash in the composition`,
        cause,
      );
    }
  }
  if (error instanceof Error && /shared module|strictVersion|Unsatisfied version/i.test(error.message)) {
    return new AppError('slice_incompatible', error.message, cause);
  }
  return new AppError('unexpected', error instanceof Error ? error.message : String(error), cause);
}

async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`;
}
