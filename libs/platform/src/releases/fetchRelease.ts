/** Fetches the `release.json` of a release, and returns it in the format of a composition. */
import { type ComposedRelease, parseEnglishRelease } from '@slipway/contracts';

/** `base` ends with a slash. @throws when it cannot be fetched, is invalid, or belongs to another slice */
export async function fetchRelease(
  slice: string,
  base: string,
  options: RequestInit,
): Promise<ComposedRelease> {
  const response = await fetch(`${base}release.json`, options);
  if (!response.ok) throw new Error(`release.json returned status ${String(response.status)}`);
  const release = parseEnglishRelease(await response.json());
  if (release.kind !== 'slice' || release.id !== slice) {
    throw new Error(`release.json belongs to ${release.id}`);
  }
  const { version, owner, entry, files, routes, redirects, slots, nav, preload } = release;
  return {
    ...{ version, owner, base, entry, routes, slots, nav, preload },
    ...(redirects && { redirects }),
    files: Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity])),
  };
}
