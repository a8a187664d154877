/** A lazily loaded part that fails leaves its page as it is, and can be tried again or closed. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorReporter } from '@slipway/design-system';
import { lazyPart } from './lazyPart';

const chunkError = new Error('Loading chunk 7 failed');
const Part = ({ name }: { name: string; onClose?: () => void }) => <p>hello {name}</p>;
const load = vi.fn<() => Promise<{ default: typeof Part }>>();
const report = vi.fn();
const close = vi.fn();

async function show(props: { onClose?: () => void }) {
  const Lazy = lazyPart(load);
  act(() => {
    render(
      <ErrorReporter value={report}>
        <p>the page</p>
        <Suspense>
          <Lazy name="Ada" {...props} />
        </Suspense>
      </ErrorReporter>,
    );
  });
  await pass();
}
/** The time of the automatic second attempt. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(500));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  load.mockReset().mockResolvedValue({ default: Part });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test('shows the part with its properties', async () => {
  await show({});
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('keeps the page when its files cannot be loaded, and loads them again on request', async () => {
  load.mockRejectedValueOnce(chunkError).mockRejectedValueOnce(chunkError);
  await show({ onClose: close });
  expect(screen.getByText('the page')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Check your connection');
  expect(load).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenCalledExactlyOnceWith(chunkError);
  screen.getByRole('button', { name: 'Close' }).click();
  expect(close).toHaveBeenCalledOnce();
  act(() => {
    screen.getByRole('button', { name: 'Try again' }).click();
  });
  await pass();
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

test('loads again by itself when the network is back', async () => {
  load.mockRejectedValueOnce(chunkError).mockRejectedValueOnce(chunkError);
  await show({});
  expect(screen.getByRole('alert')).toBeTruthy();
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  await pass();
  expect(screen.getByText('hello Ada')).toBeTruthy();
});

test('keeps the page when the part throws', async () => {
  load.mockResolvedValue({
    default: () => {
      throw new TypeError('bug');
    },
  });
  await show({});
  expect(screen.getByText('the page')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
});
