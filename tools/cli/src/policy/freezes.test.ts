/** Freeze windows: from their start on, before their end, and on the days of their time zone. */
import { expect, test } from 'vitest';
import type { Freeze } from '../environment/policy';
import { freezesAt } from './freezes';

const yearEnd: Freeze = { reason: 'year end', from: '2026-12-20T00:00:00Z', to: '2027-01-02T00:00:00+01:00' };
const friday: Freeze = {
  ...{ reason: 'weekend', days: ['sat', 'fri'], from: '16:00', to: '24:00', timeZone: 'Europe/Berlin' },
};

test.each([
  ['2026-12-19T23:59:59.999Z', false],
  ['2026-12-20T00:00:00.000Z', true],
  ['2027-01-01T22:59:59.999Z', true],
  ['2027-01-01T23:00:00.000Z', false],
])('at %s the window is closed to changes: %s', (at, isFrozen) => {
  expect(freezesAt([yearEnd], new Date(at))).toEqual(
    isFrozen ? ['year end, 2026-12-20T00:00:00Z to 2027-01-02T00:00:00+01:00'] : [],
  );
});

test.each([
  // In Berlin it is one hour later.
  ['2026-11-27T14:59:00Z', false],
  ['2026-11-27T15:00:00Z', true],
  ['2026-11-27T22:59:59Z', true],
  ['2026-11-27T23:00:00Z', false], // Saturday, 00:00
  ['2026-11-28T15:00:00Z', true],
  ['2026-11-26T15:00:00Z', false], // Thursday
  ['2026-11-29T15:00:00Z', false], // Sunday
  // Two hours later in summer.
  ['2026-07-31T14:00:00Z', true],
  ['2026-07-31T13:59:00Z', false],
])('at %s the weekly window is closed to changes: %s', (at, isFrozen) => {
  expect(freezesAt([friday], new Date(at))).toEqual(
    isFrozen ? ['weekend, fri, sat 16:00 to 24:00 Europe/Berlin'] : [],
  );
});

test.each([
  ['2026-11-27T15:59:00Z', 0],
  ['2026-11-27T16:00:00Z', 1],
  ['2026-11-27T17:59:59Z', 1],
  ['2026-11-27T18:00:00Z', 0],
])('at %s %i windows from 16:00 to 18:00 are closed', (at, count) => {
  const evening: Freeze = { reason: 'x', days: ['fri'], from: '16:00', to: '18:00', timeZone: 'UTC' };
  expect(freezesAt([evening], new Date(at))).toHaveLength(count);
});

test('names every window that contains the time', () => {
  const audit = { ...yearEnd, reason: 'audit', from: '2026-12-25T00:00:00Z' };
  const at = (time: string) =>
    freezesAt([yearEnd, friday, audit], new Date(time)).map((text) => text.split(',')[0]);
  expect(at('2026-12-25T16:00:00Z')).toEqual(['year end', 'weekend', 'audit']);
  expect(at('2026-12-24T16:00:00Z')).toEqual(['year end']);
});
