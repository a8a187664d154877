/** Results that come late have new cards, where the focus stays; those that come soon keep theirs. */
import { act, cleanup, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultFilter, type SearchResults } from '../../data/search';
import { useKeptFocus } from './useKeptFocus';
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
  const key = useLateKey({ results, isStale });
  const ids = results === before ? ['a1', 'a2'] : ['a2'];
  return (
    <div ref={list} {...useKeptFocus(list, key)}>
      {ids.map((id) => (
        <article key={`${String(key)} ${id}`} data-agent={id}>
          <a href="/tag">Tag</a>
          <button type="button">{id}</button>
        </article>
      ))}
    </div>
  );
}

test.each([
  ['late', 500, false],
  ['soon', 300, true],
])('results that come %s (23)', (_, wait, isSame) => {
  const { rerender, getByRole } = render(<ResultCard results={before} isStale={false} />);
  const card = getByRole('button', { name: 'a2' });
  card.focus();
  rerender(<ResultCard results={before} isStale />);
  act(() => {
    vi.advanceTimersByTime(wait);
  });
  expect(getByRole('button', { name: 'a2' })).toBe(card);
  rerender(<ResultCard results={after} isStale={false} />);
  expect(getByRole('button') === card).toBe(isSame);
  expect(document.activeElement).toBe(getByRole('button'));
});

test('the focus of an agent that late results lack moves to the first of them', () => {
  const { rerender, getByRole } = render(<ResultCard results={before} isStale={false} />);
  getByRole('button', { name: 'a1' }).focus();
  rerender(<ResultCard results={before} isStale />);
  act(() => {
    vi.advanceTimersByTime(500);
  });
  rerender(<ResultCard results={after} isStale={false} />);
  expect(document.activeElement).toBe(getByRole('link'));
});

test('late results do not take the focus back after it has left the cards', () => {
  const { rerender, getByRole } = render(<ResultCard results={before} isStale={false} />);
  const card = getByRole('button', { name: 'a2' });
  card.focus();
  card.blur();
  rerender(<ResultCard results={before} isStale />);
  act(() => {
    vi.advanceTimersByTime(500);
  });
  rerender(<ResultCard results={after} isStale={false} />);
  expect(document.activeElement).toBe(document.body);
});
