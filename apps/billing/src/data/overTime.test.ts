/** Sums of days as chart data: nothing is counted twice, and nothing is left out. */
import { expect, test } from 'vitest';
import { type DayValue, overTime } from './overTime';

const now = Date.parse('2026-11-22T12:00:00Z');
const row = (id: string, value: number, day = '2026-11-22'): DayValue => ({
  ...{ id, value, day },
  name: id,
});
const chart = (rows: DayValue[], count = 2) => overTime(rows, count, now);

test('rows of one day and series add up, and days without rows are zero', () => {
  const rows = [row('a', 1), row('a', 2), row('a', 5, '2026-11-20')];
  expect(chart(rows, 4)).toEqual({
    days: ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    series: [{ id: 'a', name: 'a', isRest: false, values: [0, 5, 0, 3] }],
  });
});

test('a day outside of the range is left out', () => {
  expect(chart([row('a', 1, '2026-11-20'), row('a', 1, '2026-11-23')]).series).toEqual([]);
});

test('three series stay, largest first', () => {
  const { series } = chart([row('a', 1), row('b', 3), row('c', 2)]);
  expect(series.map(({ id, isRest }) => [id, isRest])).toEqual([
    ['b', false],
    ['c', false],
    ['a', false],
  ]);
});

test('of four series, the last is the sum of the two smallest on each day', () => {
  const rows = [row('a', 1), row('a', 2, '2026-11-21'), row('b', 9), row('c', 8), row('d', 4)];
  expect(chart(rows).series.slice(2)).toEqual([{ id: 'rest', name: null, isRest: true, values: [2, 5] }]);
});
