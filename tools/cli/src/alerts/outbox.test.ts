/** When a message that was not delivered is tried again. */
import { expect, it } from 'vitest';
import { type Delivery, isDue, postponed } from './outbox';

const MINUTE = 60_000;

it('waits a minute after the first failure, twice as long after each one, and an hour at most', () => {
  let delivery: Delivery = { format: 'json', attempts: 0, nextAt: 0 };
  const waits = Array.from({ length: 8 }, () => {
    delivery = postponed(delivery, 1_000);
    return (delivery.nextAt - 1_000) / MINUTE;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect([isDue(delivery, delivery.nextAt - 1), isDue(delivery, delivery.nextAt)]).toEqual([false, true]);
});
