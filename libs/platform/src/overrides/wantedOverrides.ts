/**
 * The releases that a user asked for: `?slice=billing@0123456789abcdef`, or `?slice=billing@http://localhost:4205` for one
 * from their machine. Kept for the tab. Any other text is ignored, so that a link cannot name a foreign origin.
 */
import { createStoredValue } from '@slipway/state';
import { overridesKey } from '../releases/storageKeys';
import { OVERRIDE } from './overrideParameter';

const pattern = /^([a-z][a-z0-9-]{0,38})@([0-9a-f]{16}|http:\/\/localhost:\d{1,5})$/;

/** The overrides of the tab, as `billing@0123456789abcdef auth@http://localhost:4206`. */
const stored = createStoredValue(() => sessionStorage, overridesKey, {
  read: (text) => text ?? '',
  write: (text) => text || null,
});

/** Whether the address or the tab may ask for other releases. */
export const isOverridden = (search: string): boolean => /[?&]slice=/.test(search) || stored.get() !== '';

/** Maps slices to versions or origins, from the address and from earlier pages of the tab. */
export function wantedOverrides(search: string): ReadonlyMap<string, string> {
  const kept = stored.get().split(' ');
  const added = new URLSearchParams(search).getAll(OVERRIDE);
  const wanted = new Map(
    [...kept, ...added]
      .map((text) => pattern.exec(text))
      .filter((match) => match !== null)
      .map(([, slice = '', target = '']) => [slice, target] as const),
  );
  if (added.length > 0) stored.set(textsOf(wanted).join(' '));
  return wanted;
}

const textsOf = (wanted: ReadonlyMap<string, string>) =>
  [...wanted].map(([slice, target]) => `${slice}@${target}`);

/** The address of a page with these overrides instead of those that it names. */
export function overrideLink(address: string, wanted: ReadonlyMap<string, string>): string {
  const link = new URL(address);
  link.searchParams.delete(OVERRIDE);
  // Without escapes it stays readable; these characters need none in a query.
  const texts = textsOf(wanted).map((text) => `${OVERRIDE}=${text}`);
  link.search = [link.search.slice(1), ...texts].filter(Boolean).join('&');
  return link.href;
}

/** Keeps these overrides for the tab, or in the address where storage is blocked, and loads the page again with them. */
export function runOverrides(
  wanted: ReadonlyMap<string, string>,
  { history, location }: Pick<Window, 'history' | 'location'>,
): void {
  const isStored = stored.set(textsOf(wanted).join(' '));
  // `location.replace` would not load the page again when the address has a fragment.
  history.replaceState(history.state, '', overrideLink(location.href, isStored ? new Map() : wanted));
  location.reload();
}
