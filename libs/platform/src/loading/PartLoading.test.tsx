/** A user who waits for a dialog or a menu sees it. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Toasts } from '@slipway/design-system';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazyPart';
import { PartLoading } from './PartLoading';

const Part = () => <p>the dialog</p>;
let arrive: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const Lazy = lazyPart(
    () => new Promise<{ default: typeof Part }>((resolve) => (arrive = () => resolve({ default: Part }))),
  );
  render(
    <>
      <Suspense fallback={<PartLoading />}>
        <Lazy />
      </Suspense>
      <Toasts />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('a short wait shows nothing', async () => {
  await pass(300);
  arrive();
  await pass(0);
  await pass(1_000);
  expect(screen.getByText('the dialog')).toBeTruthy();
  expect(screen.queryByText('Loading…')).toBeNull();
});

test('a long one shows a toast until the part is there', async () => {
  await pass(410);
  expect(screen.getByText('Loading…')).toBeTruthy();
  // Longer than a toast stays.
  for (let second = 0; second < 9; second += 1) await pass(1_000);
  expect(screen.getByText('Loading…')).toBeTruthy();
  arrive();
  await pass(0);
  await pass(2_000);
  expect(screen.getByText('the dialog')).toBeTruthy();
  expect(screen.queryByText('Loading…')).toBeNull();
});
