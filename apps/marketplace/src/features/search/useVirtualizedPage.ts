/**
 * Replaces a page of results that is far from the viewport by an empty box of the same height, so that the document
 * stays small however far the visitor scrolls. A page that contains the focus is kept. Measurements outlive the
 * component, so Back restores the same page at the same height at once.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

interface Measurement {
  isFar: boolean;
  /** CSS pixels. */
  height: number;
  /** The width of the window when `height` was measured: heights differ between widths. */
  windowWidth: number;
}

/** Keyed by the page's rows, which the query cache keeps as long as it keeps the results. */
const measurements = new WeakMap<object, Measurement>();

/** Pages within one viewport height of the viewport stay rendered. */
const MARGIN = '100% 0px';

/** Put `ref` on the page's box. With a `placeholderHeight` (CSS pixels), render the box empty at that height. */
export function useVirtualizedPage(page: object) {
  const ref = useRef<HTMLDivElement>(null);
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const [measurement, setMeasurement] = useState(() => measurements.get(page));

  // Measure again after each resize: the page renders, is measured, and only then may become far.
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isFar = entry?.isIntersecting === false && !box.contains(document.activeElement);
        const next = { isFar, height: entry?.boundingClientRect.height ?? 0, windowWidth };
        measurements.set(page, next);
        setMeasurement(next);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
    };
  }, [page, windowWidth]);

  const isFar = measurement?.isFar === true && measurement.windowWidth === windowWidth;
  return { ref, placeholderHeight: isFar ? measurement.height : undefined };
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('resize', listener);
  };
}
