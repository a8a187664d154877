/**
 * Keeps the focus when the button that loads more results is replaced: it is at `end` while they load, then at the first new
 * card, or at the button that tries again. A browser would start again at the top of the page.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { MorePages } from './useSearchResults';

/** Returns what the buttons call. `pages` has a child for each page of results, then `end`. */
export function useFocusOnMore(
  { isFetching, hasFailed, fetch }: MorePages,
  pages: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
): () => void {
  const count = useRef<number>(undefined);

  useEffect(() => {
    const shown = count.current;
    if (shown === undefined) return;
    if (isFetching) {
      end.current?.focus();
      return;
    }
    count.current = undefined;
    if (document.activeElement !== document.body && document.activeElement !== end.current) return;
    const place = hasFailed ? end.current : pages.current?.children[shown];
    place?.querySelector<HTMLElement>('a[href], button')?.focus();
  }, [isFetching, hasFailed, pages, end]);

  return () => {
    const { children } = pages.current ?? {};
    count.current = [...(children ?? [])].filter((child) => child !== end.current).length;
    fetch();
  };
}
