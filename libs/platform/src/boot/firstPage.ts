/** Waits for the first page before anything is rendered, for as long as that costs no time. */
import type { ComponentType } from 'react';
import { whenSessionKnown } from '@slipway/session';
import { type Host, withParents } from './hostContext';

/** Milliseconds for which React holds back a page whose loading state it has shown. */
const LIMIT = 300;

/**
 * Milliseconds for which a page that the document has in advance stays, unless it is a loading state itself: that of the app
 * would be less and has no place for what a user types. Until a while after the document was opened, which is before it counts
 * as hung, and at least this long.
 */
const PRERENDERED = { until: 15_000, atLeast: 5_000 };

/** Milliseconds. Rendering starts much earlier; a user who comes back to the page later has it loaded again. */
const FAILURE_KEPT = 10_000;
const failures = new Map<string, Promise<ComponentType>>();

/**
 * The failure of a first page by its route's path, for the region that renders the page. On a busy device it fails before
 * it is rendered, and would be loaded and reported twice.
 */
export const failedFirstPage = (path: string): Promise<ComponentType> | undefined => failures.get(path);

export const forgetFirstPage = (path: string): void => void failures.delete(path);

/**
 * Loads the page of `path`. Resolves when a public page can be rendered without its loading state, and at the latest
 * after 300 ms. A page for signed-in users loads meanwhile: the check of the session takes longer. `prerendered` is `shown`
 * while the document shows the page in advance: then it resolves when the app would show no less. With `loading`, the document
 * shows a loading state.
 */
export async function firstPage(
  { routes, page, fallback }: Pick<Host, 'routes' | 'page' | 'fallback'>,
  path: string,
  { prerendered, loading }: { prerendered?: string; loading?: string } = {},
): Promise<void> {
  const shown = withParents(routes, path);
  if (shown.length === 0) return;
  // The regions that render the pages show their failures.
  const loaded: Promise<unknown>[] = shown.map((route) => {
    const part = fallback.guard(route.slice, page(route));
    return part.catch(() => {
      failures.set(route.path, part);
      setTimeout(forgetFirstPage, FAILURE_KEPT, route.path);
    });
  });
  if (shown.some(({ access }) => access !== 'public')) return;
  const isShown = prerendered === 'shown';
  if (isShown) loaded.push(whenSessionKnown());
  const isComplete = isShown && loading === undefined;
  const limit = isComplete ? Math.max(PRERENDERED.until - performance.now(), PRERENDERED.atLeast) : LIMIT;
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, limit))]);
}
