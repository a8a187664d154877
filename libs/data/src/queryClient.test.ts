/** T-91: an error is on screen within five seconds, and only transient errors are retried. */
import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '@slipway/contracts';
import { createQueryClient } from './queryClient';

const failing = (code: ErrorCode) => vi.fn(() => Promise.reject(new AppError(code, 'failed')));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** Reads as a component does: `fetchQuery` would switch the retries off. Returns the error after all timers have passed. */
async function errorOf(client: QueryClient, queryFn: () => Promise<unknown>) {
  const observer = new QueryObserver(client, { queryKey: ['test'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.runOnlyPendingTimersAsync();
  await vi.runOnlyPendingTimersAsync();
  await vi.runOnlyPendingTimersAsync();
  stop();
  return observer.getCurrentResult().error;
}

describe('a query', () => {
  it.each<ErrorCode>(['unavailable', 'unexpected', 'unauthenticated'])(
    'is retried twice after %s',
    async (code) => {
      const queryFn = failing(code);
      await errorOf(createQueryClient(), queryFn);
      expect(queryFn).toHaveBeenCalledTimes(3);
    },
  );

  it('of a session that another device has ended reports nothing: the end of the session does', async () => {
    const onFailure = vi.fn();
    const client = createQueryClient(onFailure);
    const results = vi.fn();
    const queryFn = failing('unauthenticated');
    new QueryObserver(client, { queryKey: ['test'], queryFn }).subscribe(({ status }) => {
      results(status);
    });
    await vi.advanceTimersByTimeAsync(0);
    client.clear();
    await vi.runAllTimersAsync();
    expect(queryFn).toHaveBeenCalledOnce();
    expect(onFailure).not.toHaveBeenCalled();
    expect(results).not.toHaveBeenCalledWith('error');
  });

  it('is retried after an error of an unknown kind', async () => {
    const queryFn = vi.fn(() => Promise.reject(new TypeError('bug')));
    await errorOf(createQueryClient(), queryFn);
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  it.each<ErrorCode>(['forbidden', 'not_found', 'rate_limited', 'conflict'])(
    'is not retried after %s',
    async (code) => {
      const queryFn = failing(code);
      await errorOf(createQueryClient(), queryFn);
      expect(queryFn).toHaveBeenCalledOnce();
    },
  );

  it('waits 300 to 400 ms before its first retry and 900 to 1,200 ms before its second', async () => {
    for (const [random, first, second] of [
      [0, 300, 900],
      [0.999, 400, 1_200],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const queryFn = failing('unavailable');
      const client = createQueryClient();
      const stop = new QueryObserver(client, { queryKey: ['test'], queryFn }).subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);
      await vi.advanceTimersByTimeAsync(first - 2);
      expect(queryFn).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(2);
      expect(queryFn).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(second - 3);
      expect(queryFn).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(3);
      expect(queryFn).toHaveBeenCalledTimes(3);
      stop();
    }
  });

  it('fails offline instead of waiting for the network', async () => {
    onlineManager.setOnline(false);
    const queryFn = failing('unavailable');
    expect(await errorOf(createQueryClient(), queryFn)).toMatchObject({ code: 'unavailable' });
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  it('of a page that was opened offline resumes when the network is back', async () => {
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { onLine: false });
    const client = createQueryClient();
    client.mount();
    const queryFn = failing('unavailable');
    const observer = new QueryObserver(client, { queryKey: ['test'], queryFn });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(queryFn).toHaveBeenCalledTimes(3);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn).toHaveBeenCalledTimes(4);
    stop();
    client.unmount();
    vi.unstubAllGlobals();
  });

  it('is served from the cache for 30 seconds', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.resolve('rows'));
    const read = () => client.fetchQuery({ queryKey: ['rows'], queryFn });
    await read();
    await vi.advanceTimersByTimeAsync(29_999);
    await read();
    expect(queryFn).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    await read();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });
});

describe('a mutation', () => {
  const run = (client: QueryClient, mutationFn: () => Promise<unknown>) => {
    const mutation = client.getMutationCache().build(client, { mutationFn });
    return mutation.execute(undefined).catch((error: unknown) => error);
  };

  it('is never retried', async () => {
    const mutationFn = failing('unavailable');
    await run(createQueryClient(), mutationFn);
    expect(mutationFn).toHaveBeenCalledOnce();
  });

  it('fails offline instead of waiting for the network', async () => {
    onlineManager.setOnline(false);
    const mutationFn = failing('unavailable');
    expect(await run(createQueryClient(), mutationFn)).toMatchObject({ code: 'unavailable' });
  });

  it('shows that it runs before it does anything', async () => {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((settle) => (resolve = settle));
    const client = createQueryClient(undefined, () => promise);
    const mutationFn = vi.fn(() => Promise.resolve());
    const done = run(client, mutationFn);
    expect(client.isMutating()).toBe(1);
    await Promise.resolve();
    expect(mutationFn).not.toHaveBeenCalled();
    resolve();
    await done;
    expect(mutationFn).toHaveBeenCalledOnce();
  });

  it('of a session that another device has ended shows no failure: the end of the session does', async () => {
    const client = createQueryClient();
    const onError = vi.fn();
    const save = (error: AppError, meanwhile: () => void) => {
      const mutationFn = () => Promise.resolve(meanwhile()).then(() => Promise.reject(error));
      const mutation = client.getMutationCache().build(client, { onError, mutationFn });
      void mutation.execute(undefined).catch(() => undefined);
    };
    const ended = new AppError('unauthenticated', 'The session has ended');
    const clear = () => {
      client.clear();
    };
    save(ended, clear);
    await vi.runAllTimersAsync();
    expect(onError).not.toHaveBeenCalled();
    save(ended, () => undefined);
    await vi.runAllTimersAsync();
    save(new AppError('conflict', 'It has changed'), clear);
    await vi.runAllTimersAsync();
    expect(onError).toHaveBeenCalledTimes(2);
  });

  it('reports its failure once', async () => {
    const onFailure = vi.fn();
    await run(createQueryClient(onFailure), failing('unavailable'));
    expect(onFailure).toHaveBeenCalledOnce();
    expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ code: 'unavailable' });
  });
});

it('reports a query once, after its last retry', async () => {
  const onFailure = vi.fn();
  await errorOf(createQueryClient(onFailure), failing('unavailable'));
  expect(onFailure).toHaveBeenCalledOnce();
});
