import { expect, it } from 'vitest';
import { planOf, willRenew } from './plans';

const now = Date.parse('2026-11-22T12:00:00Z');
const row = (status: string, more: object = {}) => ({
  ...{ plan_name: 'Pro', status, current_period_end: '2026-11-23T00:00:00Z', renews: false },
  ...more,
});
const ended = { current_period_end: '2026-09-23T00:00:00Z' };

it.each([
  ['active', {}, 'Pro'],
  ['trialing', {}, 'Pro'],
  ['past_due', {}, 'Pro'],
  ['canceled', {}, 'Starter'],
  ['incomplete', {}, 'Starter'],
  ['active', ended, 'Starter'],
  ['active', { ...ended, renews: true }, 'Pro'],
  ['past_due', { ...ended, renews: true }, 'Starter'],
])('a subscription that is %s, %j, grants %s (H3b)', (status, more, name) => {
  expect(planOf(row(status, more), now).name).toBe(name);
});

it.each([null, undefined, row('active', { plan_name: 'Gold' })])(
  'the subscription %j grants the free plan',
  (subscription) => {
    expect(planOf(subscription, now)).toMatchObject({ name: 'Starter', price: 0, messages: 100 });
  },
);

it.each([
  ['active', true, true],
  ['trialing', true, true],
  ['active', false, false],
  ['trialing', false, false],
  ['past_due', true, false],
  ['canceled', true, false],
])('a subscription that is %s, with renewal %s, starts another period: %s', (status, renews, result) => {
  expect(willRenew({ status, renews })).toBe(result);
});

it('a period that ends now has ended', () => {
  const period = (end: number) => row('active', { current_period_end: new Date(end).toISOString() });
  expect([planOf(period(now), now).name, planOf(period(now + 1), now).name]).toEqual(['Starter', 'Pro']);
});
