import { expect, it } from 'vitest';
import { usageOverTime } from './usageOverTime';
import type { DailyUsage } from './usage';

const now = Date.parse('2026-11-21T09:00:00Z');

const use = (deployment: string | null, day: string, messages: number, cost = 0): DailyUsage => ({
  day,
  deployment,
  deployment_id: deployment,
  messages,
  api_calls: messages,
  cost,
});

it('fills the days without usage, oldest first', () => {
  const { days, series } = usageOverTime([use('a', '2026-11-20', 3)], 'messages', 3, now);
  expect(days).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(series).toEqual([{ id: 'a', name: 'a', isRest: false, values: [0, 3, 0] }]);
});

it('sorts the series by the shown measure, largest first', () => {
  const rows = [use('many', '2026-11-21', 9, 1), use('dear', '2026-11-21', 1, 5)];
  const first = (measure: 'messages' | 'cost') => usageOverTime(rows, measure, 1, now).series[0]?.id;
  expect([first('messages'), first('cost')]).toEqual(['many', 'dear']);
});

it('sums all series after the second in the last one', () => {
  const rows = [4, 3, 2, 1].map((messages) => use(`d${String(messages)}`, '2026-11-21', messages));
  const { series } = usageOverTime(rows, 'messages', 1, now);
  expect(series.map(({ id, values }) => [id, values[0]])).toEqual([
    ['d4', 4],
    ['d3', 3],
    ['rest', 3],
  ]);
});

it('keeps usage without a deployment, and drops a day outside the range', () => {
  const { series } = usageOverTime(
    [use(null, '2026-11-21', 2), use('a', '2026-11-22', 7)],
    'messages',
    1,
    now,
  );
  expect(series.map(({ id, values }) => [id, values])).toEqual([['none', [2]]]);
});
