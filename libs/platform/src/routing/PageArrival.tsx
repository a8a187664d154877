/**
 * After a navigation, moves the focus to the new page's heading, so that a screen reader and the Tab key start there,
 * and announces the page's title. Does the same for the message of a page that failed.
 */
import { useEffect } from 'react';
import { pageShown } from '../health/records';
import { announce } from '../ui/announce';

/** The path of the last page. The first page of a visit keeps the browser's own focus, at its top. */
let lastPath: string | undefined;

interface PageArrivalProps {
  path: string;
  title: string;
  isFailure?: boolean;
}

/** Renders nothing. Place it beside the page's content, inside the same Suspense boundary. */
export function PageArrival({ path, title, isFailure = false }: PageArrivalProps) {
  useEffect(() => {
    const isFirst = lastPath === undefined;
    const isNavigation = !isFirst && lastPath !== path;
    lastPath = path;
    if (!isFailure) pageShown.emit();
    // A page that fails later removes the focused element.
    const hasLostFocus = isFailure && !isFirst && document.activeElement === document.body;
    if (!isNavigation && !hasLostFocus) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    // The router has restored the scroll position; the focus must not change it.
    heading.focus({ preventScroll: true });
  }, [path, title, isFailure]);
  return null;
}
