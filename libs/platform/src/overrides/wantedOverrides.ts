/**
 * The overrides that a user asks for: `?slice=billing@0123456789abcdef`, or `?slice=billing@http://localhost:4205` for
 * a build on their machine. Kept for the tab. Any other value is ignored, so that a link cannot load code of a foreign
 * origin.
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

/** Whether the URL or the tab may have overrides. */
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

/** The URL of a page with these overrides instead of its current ones. */
export function overrideLink(address: string, wanted: ReadonlyMap<string, string>): string {
  const link = new URL(address);
  link.searchParams.delete(OVERRIDE);
  // Not escaped, to stay readable: these characters are valid in a query.
  const texts = textsOf(wanted).map((text) => `${OVERRIDE}=${text}`);
  link.search = [link.search.slice(1), ...texts].filter(Boolean).join('&');
  return link.href;
}

/** Stores these overrides for the tab, or in the URL if storage is blocked, and reloads the page with them. */
export function runOverrides(
  wanted: ReadonlyMap<string, string>,
  { history, location }: Pick<Window, 'history' | 'location'>,
): void {
  const isStored = stored.set(textsOf(wanted).join(' '));
  // `location.replace` does not reload the page if the URL has a fragment.
  history.replaceState(history.state, '', overrideLink(location.href, isStored ? new Map() : wanted));
  location.reload();
}
