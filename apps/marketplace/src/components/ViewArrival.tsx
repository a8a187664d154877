/**
 * The results and the page of a creator have the same path, so the platform sees no navigation between them: their links would
 * leave the focus at the top of the document. It moves to the heading, as after a navigation to another page.
 */
import { type RefObject, useEffect } from 'react';

interface ViewArrivalProps {
  /** The id of the creator; null for the results. */
  creator: string | null;
  /** The view before; undefined until there was one. */
  beforeRef: RefObject<string | null | undefined>;
}

/** Renders nothing. Place it beside the view, inside the same Suspense boundary. */
export function ViewArrival({ creator, beforeRef }: ViewArrivalProps) {
  useEffect(() => {
    const hasChanged = beforeRef.current !== undefined && beforeRef.current !== creator;
    beforeRef.current = creator;
    const heading = hasChanged ? document.querySelector<HTMLElement>('main h1') : null;
    if (!heading) return;
    heading.tabIndex = -1;
    // The router has restored the scroll position.
    heading.focus({ preventScroll: true });
  }, [creator, beforeRef]);
  return null;
}
