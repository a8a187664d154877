/** The fields of a report: identifiers and numbers, and no text of a user. */
import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { type HealthEvent, healthBeaconSchema } from './healthBeacon';

const event: HealthEvent = {
  slice: 'billing',
  version: '00000000000000b1',
  group: 'canary',
  route: '/billing',
  kind: 'error',
  first: true,
  phase: 'event',
  code: 'TypeError',
  fingerprint: '0123456789abcdef',
  frame: 'assets/page.0123.js:1:4711',
};
const accepts = (change: object, beacon: object = {}) =>
  safeParse(healthBeaconSchema, {
    ...{ v: 1, environment: 'local', revision: 3, sampled: true, events: [{ ...event, ...change }] },
    ...beacon,
  }).success;

it('accepts an error, a Web Vital and a view', () => {
  expect(accepts({})).toBe(true);
  expect(accepts({ kind: 'vital', name: 'LCP', value: 1234.5 })).toBe(true);
  expect(accepts({ kind: 'view', route: '*' })).toBe(true);
});

it.each([
  ['a query', { route: '/billing?email=ada@example.org' }],
  ['a message', { message: 'Card 4242 was rejected' }],
  ['a message as a code', { code: 'Card 4242 was rejected' }],
  ['a URL as a frame', { frame: 'https://app.example/slices/x.js?token=1:2:3' }],
  ['a negative value', { kind: 'vital', name: 'LCP', value: -1 }],
  ['an endless value', { kind: 'vital', name: 'LCP', value: Infinity }],
  ['another phase', { phase: 'thought' }],
])('rejects %s', (_what, change) => {
  expect(accepts(change)).toBe(false);
});

it('rejects no events, and more than 100', () => {
  expect(accepts({}, { events: [] })).toBe(false);
  expect(accepts({}, { events: Array.from({ length: 101 }, () => event) })).toBe(false);
});
