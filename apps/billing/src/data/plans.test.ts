import { expect, it } from 'vitest';
import { planOf } from './plans';

it.each([
  ['active', 'Pro'],
  ['trialing', 'Pro'],
  ['past_due', 'Pro'],
  ['canceled', 'Starter'],
  ['incomplete', 'Starter'],
])('a subscription that is %s grants %s', (status, name) => {
  expect(planOf({ plan_name: 'Pro', status }).name).toBe(name);
});

it.each([null, undefined, { plan_name: 'Gold', status: 'active' }])(
  'the subscription %j grants the free plan',
  (subscription) => {
    expect(planOf(subscription)).toMatchObject({ name: 'Starter', price: 0, messages: 100 });
  },
);
