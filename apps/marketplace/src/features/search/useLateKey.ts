/**
 * A part of the keys of results. Browsers excuse layout shifts for 500 ms after a press: results that come later are new
 * cards, which do not move to their places.
 */
import { useEffect, useState } from 'react';
import type { Filter } from '../../data/search';
import type { SearchView } from './useSearchResults';

const LATE_MS = 400;

export function useLateKey({ results, isStale }: Pick<SearchView, 'results' | 'isStale'>): number {
  const filter = results?.filter;
  /** `before`: the filter of the cards that keep the previous key. */
  const [late, setLate] = useState<{ key: number; before?: Filter | undefined }>({ key: 0 });
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setTimeout(() => {
      setLate(({ key }) => ({ key: key + 1, before: filter }));
    }, LATE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isStale, filter]);
  return filter === late.before ? late.key - 1 : late.key;
}
