import { expect, it } from 'vitest';
import { addressOf } from './address';

it.each([
  ['10.0.0.1', null, 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2, '1.2.3.4'],
  ['10.0.0.1', null, 1, '10.0.0.1'],
  [undefined, null, 0, 'unknown'],
])('socket %s, X-Forwarded-For %s, %i trusted proxies: %s', (socketAddress, forwarded, proxies, expected) => {
  expect(addressOf(socketAddress, forwarded, proxies)).toBe(expected);
});
