/** Results that come late have new cards; those that come soon, and those under the focus, keep them. */
import { act, cleanup, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultFilter, type SearchResults } from '../../data/search';
import { useLateKey } from './useLateKey';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const resultsOf = (q: string): SearchResults => ({ filter: { ...defaultFilter, q }, pages: [], total: 0 });
const [before, after] = [resultsOf(''), resultsOf('sales')];

const list = createRef<HTMLDivElement>();
function ResultCard({ results, isStale }: { results: SearchResults; isStale: boolean }) {
  const key = useLateKey({ results, isStale }, list);
  return (
    <div ref={list}>
      <button key={key}>{results.filter.q}</button>
    </div>
  );
}

test.each([
  ['late', 500, false, false],
  ['soon', 300, false, true],
  ['late, under the focus', 500, true, true],
])('results that come %s (23)', (_, wait, hasFocus, isSame) => {
  const { rerender, getByRole } = render(<ResultCard results={before} isStale={false} />);
  const card = getByRole('button');
  if (hasFocus) card.focus();
  rerender(<ResultCard results={before} isStale />);
  act(() => {
    vi.advanceTimersByTime(wait);
  });
  expect(getByRole('button')).toBe(card);
  rerender(<ResultCard results={after} isStale={false} />);
  expect(getByRole('button') === card).toBe(isSame);
});
