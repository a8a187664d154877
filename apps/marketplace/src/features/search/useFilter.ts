/**
 * The search filter. The URL holds it (`?q=…&category=…&sort=…&price=…&tag=…`), so a link opens the same view and Back
 * returns to the previous one. The search box holds the text being typed, and the URL follows it after a short delay.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDebouncedValue, useSearchParams } from '@slipway/platform';
import { filterFromUrl, withFilter } from '../../data/filterUrl';
import { defaultFilter, type Filter } from '../../data/search';

/**
 * Only merges keystrokes that arrive together (paste, key repeat). A new search aborts the previous one, so a longer
 * delay would save nothing and make every result later.
 */
const DEBOUNCE_MS = 10;

export interface FilterControl {
  /** The filter to search with: the URL's, or one that the router is about to apply. */
  filter: Filter;
  /** The text in the search box. */
  text: string;
  setText: (text: string) => void;
  /** Searches for the text now, without the delay. */
  submit: () => void;
  /** Changes other parts of the filter, and searches for the text. */
  choose: (change: Partial<Omit<Filter, 'q'>>) => void;
  clear: () => void;
}

export function useFilter(): FilterControl {
  const [params, setParams] = useSearchParams();
  const urlFilter = useMemo(() => filterFromUrl(params), [params]);
  const { q } = urlFilter;
  const [text, setText] = useState(q);
  const [previousUrlFilter, setPreviousUrlFilter] = useState(urlFilter);
  // Queries sent to the router that the URL does not show yet, oldest first.
  const [pendingQueries, setPendingQueries] = useState<readonly string[]>([]);
  // The last of them until it is rendered: the effect of an earlier render may still run, and does not know it.
  const unrenderedQuery = useRef<string>(undefined);

  // The URL changed. If no update from this hook caused it, it was Back or a link: reset the box to it.
  if (urlFilter !== previousUrlFilter) {
    setPreviousUrlFilter(urlFilter);
    const index = pendingQueries.lastIndexOf(q);
    if (index !== -1) setPendingQueries(pendingQueries.slice(index + 1));
    else if (q !== previousUrlFilter.q) {
      setPendingQueries([]);
      setText(q);
    }
  }

  // Back before the URL has been rendered looks like no change of it.
  useEffect(() => {
    const followUrl = () => {
      setPendingQueries([]);
      setText(q);
    };
    window.addEventListener('popstate', followUrl);
    return () => {
      window.removeEventListener('popstate', followUrl);
    };
  }, [q]);

  // The router updates the URL in a transition. Search for the pending query without waiting for it.
  const currentQuery = pendingQueries.at(-1) ?? q;
  const filter = useMemo(() => ({ ...urlFilter, q: currentQuery }), [urlFilter, currentQuery]);

  const write = (next: Filter, replace: boolean) => {
    unrenderedQuery.current = next.q;
    setPendingQueries((pending) => (pending.length === 0 && next.q === q ? pending : [...pending, next.q]));
    setParams((current) => withFilter(current, next), { replace, preventScrollReset: true });
  };

  const typed = text.trim();
  const settled = useDebouncedValue(typed, DEBOUNCE_MS);
  useEffect(() => {
    // `submit` or `choose` may have sent this text already. A second update would start from the old URL and undo
    // what they chose.
    if (typed === currentQuery.trim()) {
      unrenderedQuery.current = undefined;
      return;
    }
    if (settled !== typed || typed === unrenderedQuery.current) return;
    setPendingQueries((pending) => [...pending, typed]);
    setParams((current) => withFilter(current, { ...filterFromUrl(current), q: typed }), {
      replace: true,
      preventScrollReset: true,
    });
  }, [settled, typed, currentQuery, setParams]);

  return {
    filter,
    text,
    setText,
    submit: () => {
      if (typed !== currentQuery.trim()) write({ ...filter, q: typed }, true);
    },
    choose: (change) => {
      const hasChanged = Object.entries(change).some(
        ([name, value]) => filter[name as keyof Filter] !== value,
      );
      if (hasChanged) write({ ...filter, q: typed, ...change }, false);
    },
    clear: () => {
      setText('');
      write(defaultFilter, false);
    },
  };
}
