/** Waits for the first page before anything is rendered, for as long as that costs no time. */
import { type Host, withParents } from './hostContext';

/** Milliseconds for which React holds back a page whose loading state it has shown. */
const LIMIT = 300;

/**
 * Loads the page of `path`. Resolves when a public page can be rendered without its loading state, and at the latest
 * after 300 ms. A page for signed-in users loads meanwhile: the check of the session takes longer.
 */
export async function firstPage(
  { routes, page, fallback }: Pick<Host, 'routes' | 'page' | 'fallback'>,
  path: string,
): Promise<void> {
  const shown = withParents(routes, path);
  if (shown.length === 0) return;
  // The regions that render the pages show their failures.
  const loaded = Promise.all(
    shown.map((route) => fallback.guard(route.slice, page(route)).catch(() => undefined)),
  );
  if (shown.some(({ access }) => access !== 'public')) return;
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LIMIT))]);
}
