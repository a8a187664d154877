/** Events between slices: types from both manifests, and failures that stay with their listener. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest';
import { emitSliceEvent, useSliceEvent } from './sliceEvents';
import { useInvalidate } from './useInvalidate';

const id = { type: 'string' } as const;
const recipes = {
  emits: [
    { name: 'recipes.cooked', version: 1, detail: { id } },
    { name: 'recipes.cooked', version: 2, detail: { id, guests: { type: 'number' } } },
  ],
} as const;
const garnish = {
  listens: [{ name: 'recipes.cooked', version: 2, detail: { guests: { type: 'number' } } }],
} as const;

const reported = vi.fn();
vi.stubGlobal('reportError', reported);
afterEach(() => {
  reported.mockClear();
});

it('delivers the fields that the listener expects, of the version that it expects', () => {
  const received: unknown[] = [];
  const { unmount } = renderHook(() => {
    useSliceEvent(garnish, 'recipes.cooked@2', (detail) => {
      expectTypeOf(detail).branded.toEqualTypeOf<{ readonly guests: number }>();
      received.push(detail);
    });
  });
  emitSliceEvent(recipes, 'recipes.cooked@1', { id: 'tea' });
  emitSliceEvent(recipes, 'recipes.cooked@2', { id: 'tea', guests: 3 });
  unmount();
  emitSliceEvent(recipes, 'recipes.cooked@2', { id: 'tea', guests: 4 });
  expect(received).toEqual([{ guests: 3 }]);
  // @ts-expect-error -- the detail of version 2 has guests
  emitSliceEvent(recipes, 'recipes.cooked@2', { id: 'tea' });
  // @ts-expect-error -- the manifest emits no version 3
  emitSliceEvent(recipes, 'recipes.cooked@3', { id: 'tea' });
});

it('reports what a listener throws, and calls the others', () => {
  const error = new Error('a bug of one listener');
  const received = vi.fn();
  function Listener({ onCooked }: { onCooked: () => void }) {
    useSliceEvent(garnish, 'recipes.cooked@2', onCooked);
    return null;
  }
  render(
    <>
      <Listener
        onCooked={() => {
          throw error;
        }}
      />
      <Listener onCooked={received} />
    </>,
  );
  act(() => {
    emitSliceEvent(recipes, 'recipes.cooked@2', { id: 'tea', guests: 1 });
  });
  expect(received).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalledExactlyOnceWith(error);
});

it('invalidates the caches that the manifest names', async () => {
  const client = new QueryClient();
  client.setQueryData(['deployments', 'list'], []);
  client.setQueryData(['agents', 'list'], []);
  const manifest = { invalidates: ['deployments'] } as const;
  const { result } = renderHook(() => useInvalidate(manifest, 'deployments'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await result.current();
  const isStale = (name: string) => client.getQueryState([name, 'list'])?.isInvalidated;
  expect([isStale('deployments'), isStale('agents')]).toEqual([true, false]);
  expectTypeOf(useInvalidate<typeof manifest>)
    .parameter(1)
    .toEqualTypeOf<'deployments'>();
});
