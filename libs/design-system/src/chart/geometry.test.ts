import { describe, expect, test } from 'vitest';
import {
  barsOf,
  type ChartSeries,
  heightOf,
  pathsOf,
  periodAt,
  periodTicks,
  placeOf,
  scaleOf,
  stackOf,
} from './geometry';

const series = (...values: (number | null)[]): ChartSeries => ({ id: 'a', label: 'A', values });

describe('the scale', () => {
  test.each([
    [[3, 97], { low: 0, high: 100, steps: [0, 20, 40, 60, 80, 100] }],
    [[0.2, 1.7], { low: 0, high: 2, steps: [0, 0.5, 1, 1.5, 2] }],
    [[0, 2], { low: 0, high: 2, steps: [0, 1, 2] }],
    [[0, 0], { low: 0, high: 1, steps: [0, 1] }],
    [[], { low: 0, high: 1, steps: [0, 1] }],
    [[-30, 40], { low: -40, high: 40, steps: [-40, -20, 0, 20, 40] }],
  ])('of %j is %j', (values, expected) => {
    expect(scaleOf([series(...values)])).toEqual(expected);
  });

  test('puts the largest value at the top and zero at the bottom', () => {
    const scale = scaleOf([series(100)]);
    expect([heightOf(100, scale), heightOf(25, scale), heightOf(0, scale)]).toEqual([0, 75, 100]);
  });
});

test('a line runs from edge to edge, a bar is centered in its period', () => {
  expect([0, 1, 2].map((at) => placeOf(at, 3, 'line'))).toEqual([0, 50, 100]);
  expect([0, 1].map((at) => placeOf(at, 2, 'bar'))).toEqual([25, 75]);
  expect(placeOf(0, 1, 'line')).toBe(50);
});

test.each([
  [0.49, 'line', 1],
  [0.2, 'line', 0],
  [0.34, 'bar', 1],
  [1, 'bar', 2],
  [-1, 'line', 0],
  [2, 'line', 2],
] as const)('at %d of a %s with three periods is the period %d', (share, kind, at) => {
  expect(periodAt(share, 3, kind)).toBe(at);
});

test('breaks the line at unknown values', () => {
  const scale = scaleOf([series(10)]);
  expect(pathsOf([1, 2, null, 4, 5], scale, 'line').line.match(/M/g)).toHaveLength(2);
  expect(pathsOf([1, 2, 3], scale, 'line').line.match(/M/g)).toHaveLength(1);
  expect(pathsOf([0, 10, 0], scale, 'area').line).toBe('M0,100L50,0L100,100');
  expect(pathsOf([5, 10, null, 10, 0], scale, 'area').ground).toBe(
    'M0,100L0,50L25,0L25,100ZM75,100L75,0L100,100L100,100Z',
  );
  expect(pathsOf([null, null], scale, 'area')).toEqual({ line: '', ground: '', alone: '' });
});

test('draws a value between unknown ones as a dot', () => {
  const scale = scaleOf([series(10)]);
  expect(pathsOf([10], scale, 'line').alone).toBe('M50,0h0');
  expect(pathsOf([null, 0, null, 10, 10], scale, 'line').alone).toBe('M25,100h0');
});

test('draws the bars of one period next to each other, from zero', () => {
  const scale = scaleOf([series(10, -10)]);
  const [up, down] = barsOf([10, -10], scale, 0, 2);
  const [neighbour] = barsOf([5, 5], scale, 1, 2);
  expect(up).toMatchObject({ y: 0, height: 50 });
  expect(down).toMatchObject({ y: 50, height: 50 });
  expect(neighbour?.x).toBeGreaterThanOrEqual((up?.x ?? 0) + (up?.width ?? 0));
});

test.each([1, 2, 7, 8, 30, 365])('labels at most seven of %d periods, including the newest', (count) => {
  const named = periodTicks(count);
  expect(named.length).toBeLessThanOrEqual(7);
  expect(named.at(-1)).toEqual({ at: count - 1, room: 'always' });
  expect(named.every(({ at }) => at >= 0)).toBe(true);
});

test('stacks the bars of a period up to their sum, which the scale contains (27)', () => {
  const both = [series(30, 10), series(20, null)];
  const scale = scaleOf(both, 'stack');
  expect(scale.high).toBe(50);
  expect(stackOf(both, scale, 0).map(({ y, height }) => [y, height])).toEqual([
    [40, 60],
    [80, 20],
  ]);
  // On top of the first, as wide, and missing where the value is unknown.
  expect(stackOf(both, scale, 1)).toEqual([{ ...stackOf(both, scale, 0)[0], y: 0, height: 40 }]);
});

test('stacks negative values below zero: a refund takes nothing from the bars above', () => {
  const all = [series(40), series(-10), series(20), series(-30)];
  const scale = scaleOf(all, 'stack');
  expect([scale.low, scale.high]).toEqual([-40, 60]);
  expect(all.map((_, index) => stackOf(all, scale, index)[0]).map((bar) => [bar?.y, bar?.height])).toEqual([
    [20, 40],
    [60, 10],
    [0, 20],
    [70, 30],
  ]);
});
