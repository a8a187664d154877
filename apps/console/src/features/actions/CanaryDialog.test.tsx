/** While it is open, another user's canary does not turn the start of one into a change of theirs. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { CanaryDialog } from './CanaryDialog';

afterEach(cleanup);

test('stays the start of the chosen release', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const release = {
    ...{ version: 'bbbbbbbbbbbb', builtAt: '2026-11-26T08:00:00.000Z', owner: null, routes: [], runs: [] },
    ...{ commit: { hash: 'c', author: null, subject: null }, hasUncommittedChanges: false, error: null },
  };
  const client = new QueryClient();
  const shown = (running: { version: string; percent: number } | undefined) => (
    <QueryClientProvider client={client}>
      <CanaryDialog
        slice="billing"
        environment="local"
        releases={[release]}
        running={running}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(shown(undefined));
  rerender(shown({ version: 'cccccccccccc', percent: 25 }));
  expect(screen.getByRole('heading', { name: 'Start a canary of billing' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Release' })).toBeTruthy();
});

test('changes the share of the canary that was shown when it opened', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    if (typeof init.body === 'string') asked.push(JSON.parse(init.body));
    return new Promise(() => undefined);
  });
  const client = new QueryClient();
  const shown = (version: string) => (
    <QueryClientProvider client={client}>
      <CanaryDialog
        slice="billing"
        environment="local"
        releases={[]}
        running={{ version, percent: 25 }}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(shown('cccccccccccc'));
  rerender(shown('dddddddddddd'));
  await vi.waitFor(() => {
    expect(asked.at(-1)).toMatchObject({ kind: 'canary', of: 'cccccccccccc', percent: 25 });
  });
});
