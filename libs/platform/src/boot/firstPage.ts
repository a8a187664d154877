/** Waits for the first page before anything is rendered, for as long as that costs no time. */
import type { Host } from './hostContext';

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
  const route = routes.find((each) => each.path === path);
  if (!route) return;
  // The region that renders the page shows its failure.
  const loaded = fallback.guard(route.slice, page(route)).catch(() => undefined);
  if (route.access !== 'public') return;
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LIMIT))]);
}
