/** Every day of the range has a value, and lines that cannot be told apart become one. */
import { expect, it } from 'vitest';
import { overTime } from './usageOverTime';
import type { DayOfUse } from './usage';

const now = Date.parse('2026-11-21T09:00:00Z');

const use = (deployment: string | null, day: string, messages: number, cost = 0): DayOfUse => ({
  day,
  deployment,
  deployment_id: deployment,
  messages,
  api_calls: messages,
  cost,
});

it('fills the days without use, oldest first', () => {
  const { days, lines } = overTime([use('a', '2026-11-20', 3)], 'messages', 3, now);
  expect(days).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(lines).toEqual([{ id: 'a', deployment: 'a', isRest: false, values: [0, 3, 0] }]);
});

it('puts the most used first, by the measure that is shown', () => {
  const rows = [use('many', '2026-11-21', 9, 1), use('dear', '2026-11-21', 1, 5)];
  const first = (measure: 'messages' | 'cost') => overTime(rows, measure, 1, now).lines[0]?.id;
  expect([first('messages'), first('cost')]).toEqual(['many', 'dear']);
});

it('sums what has no line of its own in the last one', () => {
  const rows = [4, 3, 2, 1].map((messages) => use(`d${String(messages)}`, '2026-11-21', messages));
  const { lines } = overTime(rows, 'messages', 1, now);
  expect(lines.map(({ id, values }) => [id, values[0]])).toEqual([
    ['d4', 4],
    ['d3', 3],
    ['rest', 3],
  ]);
});

it('keeps use without a deployment, and leaves out a day beyond the range', () => {
  const { lines } = overTime([use(null, '2026-11-21', 2), use('a', '2026-11-22', 7)], 'messages', 1, now);
  expect(lines.map(({ id, values }) => [id, values])).toEqual([['none', [2]]]);
});
