/**
 * Replaces a list of cards that is far from the viewport by an empty box of the same height, so that the document stays
 * small however far the visitor scrolls. A list that contains the focus is kept. Measurements outlive the component, so
 * Back restores the same page at the same height at once.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

interface Measurement {
  isFar: boolean;
  /** CSS pixels. */
  height: number;
  /** The width of the window when `height` was measured: heights differ between widths. */
  windowWidth: number;
}

/** Keyed by the rows, which the query cache keeps as long as it keeps the results. */
const measurements = new WeakMap<object, Measurement>();

/** Lists within half a viewport height of the viewport stay rendered. */
const MARGIN = '50% 0px';

/** Put `ref` on the box of the list. With a `placeholderHeight` (CSS pixels), render the box empty at that height. */
export function useVirtualizedList(rows: object) {
  const ref = useRef<HTMLDivElement>(null);
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const [measurement, setMeasurement] = useState(() => measurements.get(rows));

  // Measure again after each resize: the list renders, is measured, and only then may become far.
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isFar = entry?.isIntersecting === false && !box.contains(document.activeElement);
        const next = { isFar, height: entry?.boundingClientRect.height ?? 0, windowWidth };
        measurements.set(rows, next);
        setMeasurement(next);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
    };
  }, [rows, windowWidth]);

  const isFar = measurement?.isFar === true && measurement.windowWidth === windowWidth;
  return { ref, placeholderHeight: isFar ? measurement.height : undefined };
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('resize', listener);
  };
}
