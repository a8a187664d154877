/**
 * After a navigation, moves the focus to the new page's heading, so that a screen reader and the Tab key start there,
 * and announces the page's title.
 */
import { useEffect } from 'react';
import { announce } from '../ui/announce';

/** The path of the last page. The first page of a visit keeps the browser's own focus, at its top. */
let lastPath: string | undefined;

/** Renders nothing. Place it beside the page's content, inside the same Suspense boundary. */
export function PageArrival({ path, title }: { path: string; title: string }) {
  useEffect(() => {
    const isNavigation = lastPath !== undefined && lastPath !== path;
    lastPath = path;
    if (!isNavigation) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    // The router has restored the scroll position; the focus must not change it.
    heading.focus({ preventScroll: true });
  }, [path, title]);
  return null;
}
