/**
 * Replaces a list of cards far from the viewport by an empty box of the same height, so that the document stays small
 * however far the visitor scrolls. A list with the focus stays. Measurements outlive the component, so Back restores
 * the page with the same height immediately.
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

/** Lists within a fifth of the viewport's height from the viewport stay rendered: three on a laptop. */
const MARGIN = '20% 0px';

/**
 * Put `ref` on the box of the list. While `isFar`, render the box without the list, `height` CSS pixels high; without a
 * `height`, it has not been measured at this width. `startsFar`: the list is far until it is measured.
 */
export function useVirtualizedList(rows: object, startsFar: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const windowWidth = useSyncExternalStore(onResize, () => window.innerWidth);
  const [measurement, setMeasurement] = useState(() => measurements.get(rows));

  // Measure again after each resize.
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

  const isMeasured = measurement?.windowWidth === windowWidth;
  return {
    ref,
    isFar: measurement?.isFar ?? startsFar,
    height: isMeasured ? measurement.height : undefined,
  };
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('resize', listener);
  };
}
