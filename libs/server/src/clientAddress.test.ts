/** Addresses from sockets and proxies, and their networks. */
import { expect, it } from 'vitest';
import { addressOf, networkOf } from './clientAddress';

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

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['64:ff9b::ffff:192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
