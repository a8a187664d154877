/** Whose turn it is on the only connection. */
import { expect, test } from 'vitest';
import { ConnectionQueue, type Owner } from './connectionQueue';

test('networks take turns, each in the order of its requests', async () => {
  const queue = new ConnectionQueue();
  const turns: string[] = [];
  const use = async (name: string, owner: Owner) => {
    await queue.take(owner, true);
    turns.push(name);
    await Promise.resolve();
    queue.release();
  };
  const many = (name: string, addresses: string[]) =>
    addresses.map((address, index) => use(`${name}${String(index)}`, { address }));
  // A client of IPv6 has a whole network of addresses.
  const network = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'];
  await Promise.all([...many('a', network), ...many('b', ['192.0.2.2', '192.0.2.2']), use('own', {})]);
  expect(turns).toEqual(['a0', 'b0', 'own', 'a1', 'b1', 'a2', 'a3']);
});

test('a request does not wait for itself', async () => {
  const queue = new ConnectionQueue();
  const owner = { address: '192.0.2.1' };
  expect([await queue.take(owner, false), await queue.take(owner, false)]).toEqual([true, false]);
  queue.release();
  queue.release();
  expect(queue.load()).toEqual({ connections: 1, busy: 0, waiting: 0 });
});
