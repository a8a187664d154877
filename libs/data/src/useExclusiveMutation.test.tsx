// @vitest-environment jsdom
/** A mutation is sent once, however often it is called before it ends. */
import type { ReactNode } from 'react';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { useExclusiveMutation } from './useExclusiveMutation';

afterEach(cleanup);

interface Change {
  id: string;
  to: string;
}

function open(idOf?: (change: Change) => string) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const sent: Change[] = [];
  const ends: (() => void)[] = [];
  const mutationFn = (change: Change) => {
    sent.push(change);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const render = () =>
    renderHook(() => useExclusiveMutation({ mutationKey: ['change'], mutationFn, ...(idOf && { idOf }) }), {
      wrapper,
    }).result;
  const end = async () => {
    await waitFor(() => {
      expect(ends).not.toHaveLength(0);
    });
    for (const resolve of ends) resolve();
    await waitFor(() => {
      expect(client.isMutating()).toBe(0);
    });
  };
  return { render, sent, end };
}

test('two calls in one task, also of two components, are sent once; one after the end is sent (23)', async () => {
  const { render, sent, end } = open();
  const [first, second] = [render(), render()];
  const call = () => {
    act(() => {
      for (const { current } of [first, first, second]) current.mutate({ id: 'a', to: 'b' });
    });
  };
  call();
  await end();
  expect(sent).toHaveLength(1);
  call();
  await end();
  expect(sent).toHaveLength(2);
});

test.each<[string, ((change: Change) => string) | undefined, number]>([
  ['all variables', undefined, 3],
  ['an id', ({ id }) => id, 2],
])('equal calls are found by %s (23)', async (_, idOf, count) => {
  const { render, sent, end } = open(idOf);
  const { current } = render();
  act(() => {
    current.mutate({ id: 'a', to: 'b' });
    current.mutate({ id: 'a', to: 'c' });
    current.mutate({ id: 'b', to: 'b' });
  });
  await end();
  expect(sent).toHaveLength(count);
});
