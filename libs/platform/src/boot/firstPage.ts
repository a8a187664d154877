/** Waits for the first page before the app renders, as long as the wait delays nothing. */
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
 * Milliseconds for which a prerendered page stays, unless it is a loading state itself: the app's loading state would
 * show less, and has no fields for input. `until` counts from the navigation, and is shorter than the limit after which
 * the document reports a hang.
 */
const PRERENDERED = { until: 15_000, atLeast: 5_000 };

/** Milliseconds. Rendering starts much earlier. If the user returns to the page later, its code is loaded again. */
const FAILURE_KEPT = 10_000;
const failures = new Map<string, Promise<ComponentType>>();

/**
 * The failed load of a part of the first page, by route path or slot name. On a slow device a part can fail before its
 * region renders. Without this, the region would load the part and report the failure again.
 */
export const failedFirstPart = (key: string): Promise<ComponentType> | undefined => failures.get(key);

export const forgetFirstPart = (key: string): void => void failures.delete(key);

/** Whether the user has focused or changed a field of the prerendered page. */
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
  // With requests in the document, the session is known at once: loaders can start the user's data.
  let isOpen = needsUser && isRequested && (await isValid());
  // The regions that render the parts report their failures.
  const start = (key: string, slice: string, load: Promise<ComponentType>): Promise<unknown> => {
    const part = fallback.guard(slice, load);
    // Set it before the fallback is known: a region that renders until then must wait for the fallback too.
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
      // Only signed-in users can read the data of a page for them.
      const part = access === 'public' || isOpen ? slot(slice, name) : loader.part(slice, name);
      return [start(name, slice, part)];
    }),
  );
  if (needsUser) {
    isOpen ||= isShown && (await isValid());
    if (!isOpen) return;
  }
  // Wait for the slots too, so that the app replaces the page in one step. They may take longer than the page.
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
