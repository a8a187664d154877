/**
 * After a navigation the focus is on the new page's heading, so that a screen reader and the tab key start there, and
 * its title is announced.
 */
import { useEffect } from 'react';
import { announce } from '../ui/announce';

/** The path whose page was last shown. The first page of a visit is left to the browser, which starts at its top. */
let shown: string | undefined;

/** Renders nothing; stands beside the page's content and arrives with it. */
export function PageArrival({ path, title }: { path: string; title: string }) {
  useEffect(() => {
    const isNavigation = shown !== undefined && shown !== path;
    shown = path;
    if (!isNavigation) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    // The router has restored the scroll position; the focus must not undo that.
    heading.focus({ preventScroll: true });
  }, [path, title]);
  return null;
}
