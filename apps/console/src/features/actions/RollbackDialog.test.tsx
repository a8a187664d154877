/** A choice names the release that will run, until when it ran, and that it failed. */
import type { DeployMark } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { RollbackDialog } from './RollbackDialog';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T08:37:00.000Z') });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const mark = (revision: number, at: string, changes: DeployMark['changes']): DeployMark => ({
  ...{ environment: 'local', revision, previous: revision - 1, at, author: 'Bea', reason: '', changes },
});
const [good, bad] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const canary = { version: 'cccccccccccc', percent: 5 };

test('each choice points to what will run', () => {
  const marks = [
    mark(5, '2026-11-26T08:36:30.000Z', [{ kind: 'stable', app: 'billing', from: bad, to: good }]),
    mark(4, '2026-11-26T08:34:00.000Z', [{ kind: 'stable', app: 'billing', from: good, to: bad }]),
    mark(3, '2026-11-26T07:37:00.000Z', [{ kind: 'canary', app: 'billing', from: canary, to: null }]),
    mark(2, '2026-11-26T06:37:00.000Z', [{ kind: 'canary', app: 'billing', from: null, to: canary }]),
    mark(1, '2026-11-26T05:37:00.000Z', [{ kind: 'stable', app: 'billing', from: null, to: good }]),
  ];
  const failing = {
    ...{
      slice: 'billing',
      version: bad,
      group: 'stable' as const,
      views: 30,
      failureRate: 0.8,
      errorRate: 0,
    },
    ...{ lcp: null, inp: null, failingRoutes: [], lastAt: null },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RollbackDialog
        slice="billing"
        environment="local"
        marks={marks}
        health={[failing]}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('combobox', { name: 'Roll back to' })).toBeTruthy();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Revision 4: billing bbbbbbbb, until 30 s ago, 80% failed',
    'Revision 3: billing aaaaaaaa, until 3 min ago',
    'Revision 2: canary cccccccc of billing at 5%, until 1 h ago',
    'Revision 1: billing without a canary, until 2 h ago',
  ]);
});

test('after a finished canary, it starts with the release from before the canary', () => {
  const more = { ...canary, percent: 50 };
  const marks = [
    mark(5, '2026-11-26T08:36:30.000Z', [
      { kind: 'stable', app: 'billing', from: good, to: canary.version },
      { kind: 'canary', app: 'billing', from: more, to: null },
    ]),
    mark(4, '2026-11-26T08:34:00.000Z', [{ kind: 'canary', app: 'billing', from: canary, to: more }]),
    mark(3, '2026-11-26T07:37:00.000Z', [{ kind: 'canary', app: 'billing', from: null, to: canary }]),
    mark(2, '2026-11-26T05:37:00.000Z', [{ kind: 'stable', app: 'billing', from: bad, to: good }]),
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RollbackDialog
        slice="billing"
        environment="local"
        marks={marks}
        health={[]}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Roll back to' }).value).toBe('2');
});
