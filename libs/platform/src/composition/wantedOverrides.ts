/**
 * The slices that a developer runs from their machine: `?slice=billing@http://localhost:4205`, kept for the tab.
 * Only localhost is accepted, so that a link cannot choose whose code runs.
 */

const PARAMETER = 'slice';
const KEY = 'slipway-overrides';

const pattern = /^([a-z][a-z0-9-]{0,38})@(http:\/\/localhost:\d{1,5})$/;

/** Maps slices to origins, from the address and from earlier pages of the tab. Ignores entries in any other format. */
export function wantedOverrides(search: string, storage: Storage): ReadonlyMap<string, string> {
  const kept = (storage.getItem(KEY) ?? '').split(' ');
  const added = new URLSearchParams(search).getAll(PARAMETER);
  const wanted = new Map(
    [...kept, ...added]
      .map((text) => pattern.exec(text))
      .filter((match) => match !== null)
      .map(([, slice = '', origin = '']) => [slice, origin] as const),
  );
  if (added.length > 0) {
    storage.setItem(KEY, [...wanted].map(([slice, origin]) => `${slice}@${origin}`).join(' '));
  }
  return wanted;
}

/** Forgets all overrides and reloads the page with the environment's releases. */
export function resetOverrides(storage: Storage, location: Location): void {
  storage.removeItem(KEY);
  const address = new URL(location.href);
  address.searchParams.delete(PARAMETER);
  location.replace(address.href);
}
