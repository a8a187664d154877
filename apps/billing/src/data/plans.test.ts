/** A subscription gives its plan while it lives, and no longer. */
import { expect, it } from 'vitest';
import { planOf } from './plans';

it.each([
  ['active', 'Pro'],
  ['trialing', 'Pro'],
  ['past_due', 'Pro'],
  ['canceled', 'Starter'],
  ['incomplete', 'Starter'],
])('%s is on %s', (status, name) => {
  expect(planOf({ plan_name: 'Pro', status }).name).toBe(name);
});

it.each([null, undefined, { plan_name: 'Gold', status: 'active' }])(
  '%j is on the free plan',
  (subscription) => {
    expect(planOf(subscription)).toMatchObject({ name: 'Starter', price: 0, messages: 100 });
  },
);
