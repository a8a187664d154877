/**
 * The slices that a person runs from their own machine: `?slice=billing@http://localhost:4205`, kept for this tab.
 * Only an address of this very machine is taken: whoever sends a link cannot choose whose code runs.
 */

const PARAMETER = 'slice';
const KEY = 'slipway-overrides';

const pattern = /^([a-z][a-z0-9-]{0,38})@(http:\/\/localhost:\d{1,5})$/;

/** Slice to origin, from the address and from before. What is not of the form is passed over. */
export function wantedOverrides(search: string, storage: Storage): ReadonlyMap<string, string> {
  const before = (storage.getItem(KEY) ?? '').split(' ');
  const asked = new URLSearchParams(search).getAll(PARAMETER);
  const wanted = new Map(
    [...before, ...asked]
      .map((text) => pattern.exec(text))
      .filter((match) => match !== null)
      .map(([, slice = '', origin = '']) => [slice, origin] as const),
  );
  if (asked.length > 0) {
    storage.setItem(KEY, [...wanted].map(([slice, origin]) => `${slice}@${origin}`).join(' '));
  }
  return wanted;
}

/** Loads the page again with what the environment runs. */
export function resetOverrides(storage: Storage, location: Location): void {
  storage.removeItem(KEY);
  const address = new URL(location.href);
  address.searchParams.delete(PARAMETER);
  location.replace(address.href);
}
