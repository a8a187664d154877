/** Waits for the first page before anything is rendered, for as long as that costs no time. */
import type { ComponentType } from 'react';
import { isShownAtOnce } from '@slipway/contracts';
import { hasEarlyResponses } from '@slipway/data';
import { whenSessionKnown } from '@slipway/session';
import { sliceOfSlot } from '../composition/composition';
import { type Host, withParents } from './hostContext';

type FirstHost = Pick<Host, 'routes' | 'page' | 'slot' | 'data' | 'fallback' | 'composition' | 'loader'>;

/** Milliseconds for which React holds back a page whose loading state it has shown. */
const LIMIT = 300;

/**
 * Milliseconds for which a prerendered page stays, unless it is a loading state itself: the app's own loading state would show
 * less, and has no fields for a user's input. `until` counts from the opening of the document, and is less than the time
 * after which the document counts as hung.
 */
const PRERENDERED = { until: 15_000, atLeast: 5_000 };

/** Milliseconds. Rendering starts much earlier; a user who comes back to the page later has it loaded again. */
const FAILURE_KEPT = 10_000;
const failures = new Map<string, Promise<ComponentType>>();

/**
 * The failed load of a part of the first page, by its route's path or its slot's name. On a busy device a part fails before
 * its region renders; without this, the region would load and report it again.
 */
export const failedFirstPart = (key: string): Promise<ComponentType> | undefined => failures.get(key);

export const forgetFirstPart = (key: string): void => void failures.delete(key);

/** Whether the user types, or has typed, into the prerendered page: there are no other fields yet. */
const isTyping = () =>
  [...document.querySelectorAll('input')].some(
    (field) => field === document.activeElement || field.value !== field.defaultValue,
  );

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Loads the page of an address, and the slots that a page of the shell shows at once. Resolves when the app should render:
 *
 * - A public page: when it can be rendered without its loading state, after 300 ms at the latest.
 * - A page for signed-in users: at once, because its guard checks the session first. The page loads meanwhile.
 * - A prerendered page (`prerendered` is `shown`): when the app would show no less. If the document shows a loading state
 *   (`loading`), after 300 ms at the latest, unless the user types into it. If the page is for signed-in users, it waits up to
 *   300 ms for the session before that, because the guard would cover the page.
 * - A page whose data the document has requested: with the data, for which it waits 300 ms more. React renders the page once,
 *   instead of its loading state and then the page (decision 109). For signed-in users, it waits for the session first.
 */
export async function firstPage(
  { routes, page, slot, data, fallback, composition, loader }: FirstHost,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { prerendered, loading }: { prerendered?: string; loading?: string } = {},
): Promise<void> {
  const shown = withParents(routes, pathname);
  if (shown.length === 0) return;
  const isRequested = hasEarlyResponses();
  const isShown = prerendered === 'shown';
  const needsUser = shown.some(({ access }) => access !== 'public');
  const isValid = async () => (await Promise.race([whenSessionKnown(), wait(LIMIT)])) === true;
  // A session with which the document has sent requests is known at once: loaders start the data of its user.
  let isOpen = needsUser && isRequested && (await isValid());
  // The regions that render the parts show their failures.
  const start = (key: string, slice: string, load: Promise<ComponentType>): Promise<unknown> => {
    const part = fallback.guard(slice, load);
    // Set it before the fallback is known: a region that renders meanwhile must wait for the fallback, too.
    load.catch(() => {
      failures.set(key, part);
      setTimeout(forgetFirstPart, FAILURE_KEPT, key);
    });
    return part.catch(() => undefined);
  };
  const loaded = shown.map((route) => start(route.path, route.slice, page(route, { pathname, search })));
  const slots = shown.flatMap(({ slice: owner, access, shows = [] }) =>
    // Slots of slices have conditions.
    (owner === 'shell' ? shows : []).flatMap(({ name }) => {
      const slice = isShownAtOnce(name) ? sliceOfSlot(composition, name) : undefined;
      if (slice === undefined) return [];
      // The data of a page for signed-in users is read by them only.
      const part = access === 'public' || isOpen ? slot(slice, name) : loader.part(slice, name);
      return [start(name, slice, part)];
    }),
  );
  if (needsUser) {
    isOpen ||= isShown && (await isValid());
    if (!isOpen) return;
  }
  // With its slots, the app replaces the page in one go. They may take longer than the page.
  if (isShown || isRequested)
    loaded.push(whenSessionKnown(), Promise.race([Promise.all(slots), wait(LIMIT)]));
  const isComplete = isShown && loading === undefined;
  const long = Math.max(PRERENDERED.until - performance.now(), PRERENDERED.atLeast);
  const whenLoaded = Promise.all(loaded).then(() => true);
  let isLoaded = await Promise.race([whenLoaded, wait(isComplete ? long : LIMIT)]);
  if (isLoaded !== true && isShown && !isComplete && isTyping())
    isLoaded = await Promise.race([whenLoaded, wait(long)]);
  if (isRequested && isLoaded === true) await Promise.race([data(), wait(LIMIT)]);
}
