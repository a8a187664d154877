/** The positions of slices' parts on the page, updated for each painted frame. */
import { useEffect, useState } from 'react';

export interface Region {
  slice: string;
  /** Such as the title of the page. */
  label: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** `SlicePart` sets this attribute. */
const MARKED = '[data-region]';

function readRegions(): Region[] {
  return [...document.querySelectorAll<HTMLElement>(MARKED)].flatMap((element) => {
    // The element itself has no box.
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, top, width, height } = range.getBoundingClientRect();
    const { slice = '', region = '' } = element.dataset;
    return width * height === 0 ? [] : [{ slice, label: region, left, top, width, height }];
  });
}

export function useRegions(): readonly Region[] {
  const [regions, setRegions] = useState<{ key: string; found: readonly Region[] }>({ key: '', found: [] });
  useEffect(() => {
    let frame = 0;
    const read = () => {
      const found = readRegions();
      const key = JSON.stringify(found);
      setRegions((before) => (before.key === key ? before : { key, found }));
      frame = requestAnimationFrame(read);
    };
    read();
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  return regions.found;
}
