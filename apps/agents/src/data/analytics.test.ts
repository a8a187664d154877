import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { analyticsQueries, periods, sumOf } from './analytics';

afterEach(() => {
  vi.unstubAllGlobals();
});

const days = [
  { day: '2026-11-20', installs: 1, interactions: 10, revenue: 0.5 },
  { day: '2026-11-21', installs: 2, interactions: 20, revenue: 1.25 },
];

test('reads the days of a period', async () => {
  const backend = startBackend({ agent_figures: { json: days } });
  const client = new QueryClient();
  expect(await client.fetchQuery(analyticsQueries.perDay('a1', 30))).toEqual(days);
  expect(backend.sent('POST', 'agent_figures')[0]?.body).toEqual({ agent: 'a1', days: 30 });
});

test('caches each agent and period separately', () => {
  const keys = periods.flatMap((period) =>
    ['a1', 'a2'].map((agent) => JSON.stringify(analyticsQueries.perDay(agent, period).queryKey)),
  );
  expect(new Set(keys).size).toBe(6);
});

test('sums the days', () => {
  expect(sumOf(days)).toEqual({ installs: 3, interactions: 30, revenue: 1.75 });
  expect(sumOf([])).toEqual({ installs: 0, interactions: 0, revenue: 0 });
});
