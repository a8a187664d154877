import { expect, it } from 'vitest';
import { addressList, isListed, privateAddresses } from './addresses';

it.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', 'fd00::1', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', '10.1.2.3', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['::/96', '::7f00:1', true],
  ['::/96', '127.0.0.1', false],
  ['::/96', '::ffff:127.0.0.1', false],
  ['127.0.0.1', 'localhost', false],
  ['localhost', 'localhost', false],
])('the list %s has %s: %s', (entry, address, expected) => {
  expect(isListed(addressList([entry]), address)).toBe(expected);
});

it('reads addresses from a variable', () => {
  expect(privateAddresses({}, 'X')).toEqual([]);
  expect(privateAddresses({ X: '' }, 'X')).toEqual([]);
  expect(privateAddresses({ X: '127.0.0.1, 10.0.0.0/8 fd00::/8' }, 'X')).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ]);
});

it.each([
  'localhost',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0',
  '10.0.0.0/-1',
  '10.0.0.0/1e1',
  '10.0.0.0/0x8',
  'fd00::/129',
])('rejects %s in a variable', (entry) => {
  expect(() => privateAddresses({ X: `127.0.0.1 ${entry}` }, 'X')).toThrow(
    `X has "${entry}": it must be an IP address or CIDR, such as 10.0.0.0/8`,
  );
});
