import { AppError } from '@slipway/contracts';
import { expect, test } from 'vitest';
import { secondsToWait } from './secondsToWait';

test.each([
  ['For security purposes, you can only request this after 46 seconds.', 46],
  ['For security purposes, you can only request this after 1 second.', 1],
  ['Request rate limit reached', undefined],
  ['after 123456789 seconds', undefined],
])('the message “%s” asks for a wait of %s seconds (23)', (message, seconds) => {
  expect(secondsToWait(new AppError('rate_limited', message))).toBe(seconds);
});

test('a value that is no error has no message (23)', () => {
  expect(secondsToWait({ message: 'after 46 seconds' })).toBeUndefined();
});
