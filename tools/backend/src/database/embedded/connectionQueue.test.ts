/** Whose turn it is on the only connection. */
import { expect, test } from 'vitest';
import { ConnectionQueue, type Owner } from './connectionQueue';

test('addresses take turns, each in the order of its requests', async () => {
  const queue = new ConnectionQueue();
  const turns: string[] = [];
  const use = async (name: string, owner: Owner) => {
    await queue.take(owner, true);
    turns.push(name);
    await Promise.resolve();
    queue.release();
  };
  const many = (name: string, address: string, count: number) =>
    Array.from({ length: count }, (_, index) => use(`${name}${String(index)}`, { address }));
  await Promise.all([...many('a', '192.0.2.1', 4), ...many('b', '192.0.2.2', 2), use('own', {})]);
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
