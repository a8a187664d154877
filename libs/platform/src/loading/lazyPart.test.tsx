/** A lazily loaded part that fails leaves its page as it is, and can be tried again or closed. */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  await act(async () => {
    render(
      <ErrorReporter value={report}>
        <p>the page</p>
        <Suspense>
          <Lazy name="Ada" {...props} />
        </Suspense>
      </ErrorReporter>,
    );
    await Promise.resolve();
  });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  load.mockReset().mockResolvedValue({ default: Part });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('shows the part with its properties', async () => {
  await show({});
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('keeps the page when its files cannot be loaded, and loads them again on request', async () => {
  load.mockRejectedValueOnce(chunkError);
  await show({ onClose: close });
  expect(screen.getByText('the page')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Check your connection');
  expect(load).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledExactlyOnceWith(chunkError);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledOnce();
  await act(async () => {
    screen.getByRole('button', { name: 'Try again' }).click();
    await Promise.resolve();
  });
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('loads again by itself when the network is back', async () => {
  load.mockRejectedValueOnce(chunkError);
  await show({});
  expect(screen.getByRole('alert')).toBeTruthy();
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await Promise.resolve();
  });
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
