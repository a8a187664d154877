import { useLayoutEffect } from 'react';
import { renderPage } from '@slipway/testing';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useFilter } from './useFilter';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Chooses a category after the typed text has settled, before the effect that sends the text has run. */
function ChoosesAtOnce({ whenSettled }: { whenSettled: () => boolean }) {
  const { text, setText, choose } = useFilter();
  useLayoutEffect(() => {
    if (text === 'returns' && whenSettled()) choose({ category: 'sales' });
  });
  return (
    <button
      onClick={() => {
        setText('returns');
      }}
    >
      type
    </button>
  );
}

test('a choice between the settled text and its effect is kept', async () => {
  let renders = 0;
  // The first render with the text comes before it has settled, the second one after.
  const { address } = renderPage(<ChoosesAtOnce whenSettled={() => (renders += 1) === 2} />, '/marketplace');
  act(() => {
    screen.getByRole('button').click();
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(address()).toBe('/marketplace?q=returns&category=sales');
});
