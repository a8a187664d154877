/** A part's way from loading to working: what counts as working, slow, hung and failed, and how trying again works. */
import { screen } from '@testing-library/react';
import { type ReactNode, use, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import {
  fakeHost,
  fallback,
  pass,
  records,
  reload,
  show,
  tryAgain,
  updateWatcher,
} from '../testing/slicePart';
import { LoadFailure } from './loadFailure';

fakeHost();

test('shows an attempt that failed before it was rendered, and loads with "Try again"', async () => {
  const failed = Promise.reject(new LoadFailure('load', 'entry', 'slice_unreachable', 'gone'));
  failed.catch(() => undefined); // as the first page does
  const load = vi.fn(() => Promise.resolve(() => <p>the market</p>));
  await show(load, { failed });
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  await tryAgain();
  expect(screen.getByText('the market')).toBeTruthy();
});

test('counts as working after it has stayed up for two seconds (D2)', async () => {
  await show(() => Promise.resolve(() => <p>the market</p>));
  expect(screen.getByText('the market')).toBeTruthy();
  await pass(1_999);
  expect(fallback.markWorking).not.toHaveBeenCalled();
  await pass(1);
  expect(fallback.markWorking).toHaveBeenCalledExactlyOnceWith('market');
});

test.each([
  [
    'render',
    () => {
      throw new Error('bug');
    },
  ],
  [
    'effect',
    () => {
      useEffect(() => {
        throw new Error('bug');
      });
      return <p>the market</p>;
    },
  ],
])('never counts as working when it throws in a %s, which the record names (D2)', async (phase, Page) => {
  await show(() => Promise.resolve(Page));
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load “Market”');
  expect(fallback.afterCrash).toHaveBeenCalledOnce();
  expect(records()).toEqual([expect.objectContaining({ phase, part: 'page', reason: 'bug' })]);
  await pass(10_000);
  expect(fallback.markWorking).not.toHaveBeenCalled();
});

test('says after three seconds that loading is slow (D6)', async () => {
  await show(() => new Promise(() => undefined));
  await pass(2_999);
  expect(screen.queryByText(/takes longer than usual/)).toBeNull();
  await pass(1);
  expect(screen.getByText('Market is still loading. This takes longer than usual.')).toBeTruthy();
  expect(screen.getByText('waiting')).toBeTruthy();
});

test('ends a page that never finishes rendering (D6)', async () => {
  const never = new Promise<never>(() => undefined);
  await show(() => Promise.resolve(() => use(never)));
  await pass(15_000);
  expect(screen.getByRole('alert').textContent).toContain('took too long');
  expect(records()).toEqual([expect.objectContaining({ phase: 'hang', part: 'page' })]);
});

test('tries again in the page, or in a new document where only that can work (D9)', async () => {
  const load = vi.fn<() => Promise<() => ReactNode>>();
  load.mockRejectedValueOnce(new LoadFailure('load', 'chunk', 'slice_unreachable', 'gone'));
  load.mockRejectedValueOnce(new LoadFailure('evaluate', 'page', 'unexpected', 'bug'));
  await show(load);
  await tryAgain();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).toHaveBeenCalledOnce();
});

test('tries again with a newer composition when there is one (D9)', async () => {
  const load = vi.fn(() =>
    Promise.reject<() => ReactNode>(new LoadFailure('load', 'chunk', 'slice_unreachable', 'x')),
  );
  await show(load);
  updateWatcher.canUpdate.mockResolvedValueOnce(true);
  await tryAgain();
  expect(load).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});
