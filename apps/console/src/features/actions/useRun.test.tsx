/** An action whose response is lost: it is sent again with the same id. Without a second response, its result is unknown. */
import type { Action, Preview } from '@slipway/cli/console';
import { toast } from '@slipway/design-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRun } from './useRun';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const action: Action = { kind: 'rollback', environment: 'local', to: 1, slices: ['billing'] };
const preview: Preview = {
  ...{ command: 'npx slipway rollback', environment: 'local', before: 2, changes: [], settings: [] },
  ...{ others: [], rejections: [], canPlan: false },
};

/** The first `lost` responses are lost. */
function open(lost: number) {
  const ids: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    ids.push((JSON.parse(body as string) as { id: string }).id);
    return ids.length <= lost
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ text: 'local now runs revision 3', revision: 3 }));
  });
  const onDone = vi.fn();
  const client = new QueryClient();
  const { result, unmount } = renderHook(() => useRun(action, onDone), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const run = () => {
    act(() => {
      result.current.run({ preview, reason: 'x', isPlan: false });
    });
  };
  return { ids, onDone, run, unmount };
}

test('one response that is lost changes nothing for the user', async () => {
  const { ids, onDone, run } = open(1);
  run();
  await vi.waitFor(() => {
    expect(onDone).toHaveBeenCalled();
  });
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
});

test('without a response, the action may have run, and another press is another action', async () => {
  const failure = vi.spyOn(toast, 'error');
  const { ids, onDone, run } = open(2);
  run();
  await vi.waitFor(() => {
    expect(failure).toHaveBeenCalledWith(
      expect.stringMatching(/^slipway console does not respond, so it is not known whether this has run/),
    );
  });
  expect(onDone).not.toHaveBeenCalled();
  run();
  await vi.waitFor(() => {
    expect(onDone).toHaveBeenCalled();
  });
  expect(ids[2]).not.toBe(ids[0]);
});

test('an action whose dialog was closed reports its result, and closes no other dialog', async () => {
  const success = vi.spyOn(toast, 'success');
  const { onDone, run, unmount } = open(0);
  run();
  unmount();
  await vi.waitFor(() => {
    expect(success).toHaveBeenCalledWith('local now runs revision 3');
  });
  expect(onDone).not.toHaveBeenCalled();
});
