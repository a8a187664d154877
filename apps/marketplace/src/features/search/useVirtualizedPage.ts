/**
 * A page of the list that is far from the window gives its place to an empty box of its height: however far one
 * scrolls, the document stays small. What has the focus stays. Where one was before is known when one comes back, so
 * that Back finds the same page of the same height at once.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

interface Measured {
  isFar: boolean;
  /** CSS pixels. */
  height: number;
  /** Of the window: another width has other heights. */
  windowWidth: number;
}

/** By the page's rows, which the cache keeps as long as it keeps the list. */
const measured = new WeakMap<object, Measured>();

/** How far around the window pages are kept. */
const MARGIN = '100% 0px';

/** Put `ref` on the page's box; with a `placeholderHeight` (CSS pixels) it is to be that tall and empty. */
export function useVirtualizedPage(page: object) {
  const ref = useRef<HTMLDivElement>(null);
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const [measure, setMeasure] = useState(() => measured.get(page));

  // Anew for every width: the page is shown, measured, and only then far.
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isFar = entry?.isIntersecting === false && !box.contains(document.activeElement);
        const next = { isFar, height: entry?.boundingClientRect.height ?? 0, windowWidth };
        measured.set(page, next);
        setMeasure(next);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
    };
  }, [page, windowWidth]);

  const isFar = measure?.isFar === true && measure.windowWidth === windowWidth;
  return { ref, placeholderHeight: isFar ? measure.height : undefined };
}

function onResize(listen: () => void): () => void {
  window.addEventListener('resize', listen);
  return () => {
    window.removeEventListener('resize', listen);
  };
}
