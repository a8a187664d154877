/** A lazily loaded part that fails leaves its page as it is, and can be tried again or closed. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorReporter } from '@slipway/design-system';
import { lazyPart } from './lazyPart';

const chunkError = new Error('Loading chunk 7 failed');
const Part = ({ name }: { name: string; onClose?: () => void }) => <p>hello {name}</p>;
const load = vi.fn<() => Promise<{ default: typeof Part }>>();
const report = vi.fn();
const close = vi.fn();

/** Shows a page with the part. Returns functions that remove the part and show it again. */
async function show(props: { onClose?: () => void }) {
  const Lazy = lazyPart(load);
  const page = (part: ReactNode) => (
    <ErrorReporter value={report}>
      <p>the page</p>
      <Suspense>{part}</Suspense>
    </ErrorReporter>
  );
  const part = <Lazy name="Ada" {...props} />;
  const { rerender } = render(page(null));
  const open = async () => {
    act(() => {
      rerender(page(part));
    });
    await pass();
  };
  const close = () => {
    rerender(page(null));
  };
  await open();
  return { open, close };
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

test('loads again when it is used again after a failure', async () => {
  load.mockRejectedValueOnce(chunkError).mockRejectedValueOnce(chunkError);
  const { open, close: remove } = await show({});
  expect(screen.getByRole('alert')).toBeTruthy();
  remove();
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  await pass();
  expect(load).toHaveBeenCalledTimes(2);
  await open();
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

test('loads again when it was closed before it failed', async () => {
  let fail: (error: Error) => void = () => undefined;
  load
    .mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
    .mockRejectedValueOnce(chunkError);
  const { open, close: remove } = await show({ onClose: close });
  remove();
  fail(chunkError);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await open();
  expect(screen.getByText('hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

test('keeps showing its failure', async () => {
  load.mockRejectedValueOnce(chunkError).mockRejectedValueOnce(chunkError);
  await show({});
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a module that threw is not evaluated again, and its error is reported', async () => {
  const bug = new TypeError('x is undefined');
  load.mockRejectedValue(bug);
  await show({});
  expect(load).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ phase: 'evaluate', part: 'chunk', message: 'x is undefined', cause: bug }),
  );
});

describe('a part that throws', () => {
  const content = vi.fn();
  beforeEach(() => {
    content.mockReset().mockReturnValue(<p>it works</p>);
    load.mockResolvedValue({ default: () => content() as ReactElement });
  });
  const fail = () => {
    content.mockImplementation(() => {
      throw new TypeError('bug');
    });
  };

  test('keeps the page', async () => {
    fail();
    await show({});
    expect(screen.getByText('the page')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  });

  test('is rendered again on request, without loading its files again', async () => {
    fail();
    await show({});
    content.mockReturnValue(<p>it works</p>);
    act(() => {
      screen.getByRole('button', { name: 'Try again' }).click();
    });
    await pass();
    expect(screen.getByText('it works')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  test('does not try again when the network is back', async () => {
    fail();
    await show({});
    content.mockClear();
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await pass();
    expect(content).not.toHaveBeenCalled();
  });
});
