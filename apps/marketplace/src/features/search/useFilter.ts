/**
 * The search filter. It is in the URL (`?q=…&category=…&sort=…&price=…&tag=…`), so a link opens the same view and Back
 * returns to the previous one. The search box holds the typed text, and the URL follows each key press. There is no
 * delay: a new search aborts the previous one, so waiting would only make each result later.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from '@slipway/platform';
import { filterFromUrl, withFilter } from '../../data/filterUrl';
import { defaultFilter, type Filter } from '../../data/search';

const isSame = (one: Filter, other: Filter) =>
  withFilter(new URLSearchParams(), one).toString() === withFilter(new URLSearchParams(), other).toString();

export interface FilterControl {
  /** The filter to search with: the URL's, or one that the router is about to apply. */
  filter: Filter;
  /** The text in the search box. */
  text: string;
  setText: (text: string) => void;
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
  // Filters sent to the router that no render has in its URL yet, oldest first: the next change starts from the last.
  const sent = useRef<readonly Filter[]>([]);

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

  useEffect(() => {
    const index = sent.current.findLastIndex((filter) => isSame(filter, urlFilter));
    // A filter that this hook did not send came from a link or Back.
    sent.current = index === -1 ? [] : sent.current.slice(index + 1);
  }, [urlFilter]);

  // Back before the URL has been rendered looks like no change of the URL. A layout effect, so that `q` belongs to the
  // rendered URL: otherwise a search without the text would replace the entry that Back opens.
  useLayoutEffect(() => {
    const followUrl = () => {
      sent.current = [];
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

  const write = useCallback(
    (next: Filter, replace: boolean) => {
      sent.current = [...sent.current, next];
      setPendingQueries((pending) => (pending.length === 0 && next.q === q ? pending : [...pending, next.q]));
      setParams((current) => withFilter(current, next), { replace, preventScrollReset: true });
    },
    [q, setParams],
  );

  const typed = text.trim();
  useEffect(() => {
    // `choose` may have sent this text already.
    if (typed === currentQuery.trim() || typed === sent.current.at(-1)?.q) return;
    write({ ...(sent.current.at(-1) ?? urlFilter), q: typed }, true);
  }, [typed, currentQuery, urlFilter, write]);

  return {
    filter,
    text,
    setText,
    choose: (change) => {
      const before = sent.current.at(-1) ?? filter;
      const hasChanged = Object.entries(change).some(
        ([name, value]) => before[name as keyof Filter] !== value,
      );
      if (hasChanged) write({ ...before, q: typed, ...change }, false);
    },
    clear: () => {
      setText('');
      write(defaultFilter, false);
    },
  };
}
