/**
 * After a navigation, moves the focus to the new page's heading, so that a screen reader and the Tab key start there,
 * and announces the page's title. Does the same for the message of a page that failed.
 */
import { useEffect, useLayoutEffect } from 'react';
import { pageShown } from '../health/records';
import { announce } from '../ui/announce';

/** The path of the last page. On the first page of a visit, the focus stays at the top, as the browser sets it. */
let lastPath: string | undefined;

/**
 * The loading state of the next page has the focus. It moves to the page itself, also for the first page of a visit.
 */
let isHeld = false;

/**
 * Moves the focus to the `main` of a page's loading state if the focused element was removed, such as a form of the
 * last page or a dialog over this one. Renders nothing. Place it beside `main`, or in it before its content.
 */
export function HeldFocus() {
  useLayoutEffect(() => {
    const isNavigation = lastPath !== undefined || isHeld;
    if (isNavigation && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    return () => {
      isHeld = document.activeElement?.matches('main') ?? false;
    };
  }, []);
  return null;
}

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
    const hasLostFocus = (isHeld || (isFailure && !isFirst)) && document.activeElement === document.body;
    isHeld = false;
    if (!isNavigation && !hasLostFocus) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    // The router has restored the scroll position; focusing must not change it.
    heading.focus({ preventScroll: true });
  }, [path, title, isFailure]);
  return null;
}
