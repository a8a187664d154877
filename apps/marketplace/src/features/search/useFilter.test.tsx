import { useLayoutEffect } from 'react';
import { useNavigate, useSearchParams } from '@slipway/platform';
import { renderPage } from '@slipway/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useFilter } from './useFilter';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Chooses a category before the effect that sends the typed text has run. */
function ChoosesAtOnce() {
  const { text, filter, setText, choose } = useFilter();
  useLayoutEffect(() => {
    if (text === 'returns' && filter.category === 'all') choose({ category: 'sales' });
  });
  return (
    <button
      type="button"
      onClick={() => {
        setText('returns');
      }}
    >
      type
    </button>
  );
}

test('a choice between the text and its effect is kept', async () => {
  const { address } = renderPage(<ChoosesAtOnce />, '/marketplace');
  act(() => {
    screen.getByRole('button').click();
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(address()).toBe('/marketplace?q=returns&category=sales');
});

function Search() {
  const { text, filter, setText, choose } = useFilter();
  const navigate = useNavigate();
  return (
    <>
      <input
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <button
        type="button"
        onClick={() => {
          choose({ category: 'sales' });
        }}
      >
        Sales
      </button>
      <button
        type="button"
        onClick={() => {
          choose({ sort: 'newest' });
        }}
      >
        Newest
      </button>
      <button type="button" onClick={() => void navigate('/marketplace?price=free')}>
        Free agents
      </button>
      <output>{`${filter.q} in ${String(filter.category)}`}</output>
    </>
  );
}

test('Back before the address of a search is rendered returns to the search before', async () => {
  const { address, back } = renderPage(<Search />, '/marketplace?q=mail');
  const before = screen.getByRole('status').textContent;
  const field = screen.getByRole<HTMLInputElement>('textbox');
  act(() => {
    screen.getByRole('button', { name: 'Sales' }).click();
  });
  // React renders the addresses when the callback has ended.
  await act(async () => {
    fireEvent.change(field, { target: { value: 'returns' } });
    await back();
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([address(), field.value]).toEqual(['/marketplace?q=mail', 'mail']);
  expect(screen.getByRole('status').textContent).toBe(before);
});

test('each key searches at once, and replaces the address (23)', async () => {
  const { address, back } = renderPage(<Search />, '/marketplace?q=mail');
  act(() => {
    screen.getByRole('button', { name: 'Sales' }).click();
  });
  for (const text of ['r', 're', 'ret']) {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
    expect(screen.getByRole('status').textContent).toBe(`${text} in sales`);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(address()).toBe(`/marketplace?q=${text}&category=sales`);
  }
  await act(back);
  expect(address()).toBe('/marketplace?q=mail');
});

test('Back in the frame in which the address of a search is rendered replaces no entry (23)', async () => {
  const rendered: string[] = [];
  let goBack: (() => void) | undefined;
  function SearchThenBack() {
    const { text, setText } = useFilter();
    const [params] = useSearchParams();
    rendered.push(`${text} at ${params.get('q') ?? ''}`);
    // After the layout effects of the hook, before its other effects.
    useLayoutEffect(() => {
      if (params.get('q') !== 'returns') return;
      goBack?.();
      goBack = undefined;
    });
    return (
      <button
        type="button"
        onClick={() => {
          setText('returns');
        }}
      >
        type
      </button>
    );
  }
  const { address, router } = renderPage(<SearchThenBack />, '/marketplace');
  goBack = () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
    void router.navigate(-1);
  };
  act(() => {
    screen.getByRole('button').click();
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  // Text that differs from the rendered address is a search for it.
  expect(rendered).not.toContain(' at returns');
  expect(address()).toBe('/');
});

test('text and choices that follow each other before the address is rendered are all kept', async () => {
  const { address } = renderPage(<Search />, '/marketplace?price=free');
  const field = screen.getByRole<HTMLInputElement>('textbox');
  const choose = (name: string) => {
    screen.getByRole('button', { name }).click();
  };
  // React renders the addresses when the callback has ended.
  await act(async () => {
    choose('Sales');
    choose('Newest');
    fireEvent.change(field, { target: { value: 'returns' } });
    await vi.advanceTimersByTimeAsync(1_000);
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(address()).toBe('/marketplace?price=free&category=sales&sort=newest&q=returns');
  // Everything is rendered: what follows starts from the address.
  act(() => {
    choose('Sales');
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(address()).toBe('/marketplace?price=free&category=sales&sort=newest&q=returns');
});

test('after a link, text starts from its address, not from an earlier choice', async () => {
  const { address } = renderPage(<Search />, '/marketplace');
  const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  for (const name of ['Sales', 'Free agents']) {
    act(() => {
      screen.getByRole('button', { name }).click();
    });
    await settle();
  }
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'returns' } });
  await settle();
  expect(address()).toBe('/marketplace?price=free&q=returns');
});
