/**
 * Finds out why a slice could not be loaded. The `error` event of a script does not tell a missing file from an altered
 * one.
 */
import type { ComposedRelease } from '@slipway/contracts';
import { LoadFailure, partOfFile, textOf } from './loadFailure';
import type { Trust } from './trust';

/** Milliseconds for each file. */
const TIME_LIMIT = 5_000;

/** Errors of scripts that threw or could not be parsed, by URL: the browser fires their `load` event anyway. */
const thrown = new Map<string, unknown>();

export function watchScriptErrors(): void {
  window.addEventListener('error', ({ filename, error }) => {
    if (document.currentScript) thrown.set(filename, error);
  });
}

/** The error of a script, if it threw. */
export const thrownBy = (url: string): unknown => thrown.get(url);

/** Fetches `files` of the release again, in order, and compares each with its hash. */
export async function explainFailure(
  error: unknown,
  { base, entry }: Pick<ComposedRelease, 'base' | 'entry'>,
  files: readonly string[],
  trust: Trust,
): Promise<LoadFailure> {
  const cause = { cause: error };
  for (const file of files) {
    const url = new URL(base + file, window.location.origin).href;
    const part = partOfFile(file, entry);
    if (thrown.has(url)) {
      const reason = thrown.get(url);
      return new LoadFailure('evaluate', part, 'unexpected', textOf(reason), { cause: reason });
    }
    const signal = AbortSignal.timeout(TIME_LIMIT);
    const response = await fetch(url, { cache: 'no-store', signal }).catch(() => undefined);
    if (!response?.ok) {
      const outcome = response ? `returned status ${String(response.status)}` : 'could not be fetched';
      return new LoadFailure('load', part, 'slice_unreachable', `${base}${file} ${outcome}`, cause);
    }
    const bytes = await response.arrayBuffer().catch(() => undefined);
    if (!bytes || !(await matches(bytes, trust.integrity(url)))) {
      const reason = `${base}${file} does not match its hash in the composition`;
      return new LoadFailure('load', part, 'slice_untrusted', reason, cause);
    }
  }
  if (error instanceof Error && /shared module|strictVersion|Unsatisfied version/i.test(error.message)) {
    return new LoadFailure('load', 'module', 'slice_incompatible', error.message, cause);
  }
  return new LoadFailure('load', 'chunk', 'unexpected', textOf(error), cause);
}

async function matches(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return integrity === `sha384-${btoa(String.fromCharCode(...digest))}`;
}
