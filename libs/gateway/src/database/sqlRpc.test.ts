/** Functions over a direct connection: one statement with named parameters, and errors that can be retried or not. */
import { expect, test, vi } from 'vitest';
import { sqlRpc } from './sqlRpc';

test('calls a function by the names of its parameters, with lists as JSON', async () => {
  const query = vi.fn(() => Promise.resolve([{ value: 1 }, { value: 2 }]));
  const rpc = sqlRpc({ query });
  const parameters = { calls: [{ id: 'a' }], waiting: 1, key_id: null, answer: undefined };
  expect(await rpc('value', 'f', parameters)).toBe(1);
  expect(query).toHaveBeenCalledWith(
    'select to_jsonb(r) as value from public.f(calls => $1, waiting => $2, key_id => $3) as r',
    ['[{"id":"a"}]', 1, null],
  );
  expect(await rpc('rows', 'f', {})).toEqual([1, 2]);
});

test.each([
  ['08006', 503],
  ['40P01', 503],
  ['53100', 503],
  ['57P01', 503],
  ['ECONNRESET', 503],
  ['EPIPE', 503], // as long as an SQLSTATE
  [undefined, 503],
  ['42883', 500],
  ['23514', 500],
  ['PT404', 500],
])('the error %s of the database has the status %i', async (code, status) => {
  const error = Object.assign(new Error('private text'), code === undefined ? {} : { code });
  const rpc = sqlRpc({ query: () => Promise.reject(error) });
  const problem = await rpc('value', 'f', {}).catch((reason: unknown) => reason as Error);
  expect(problem).toMatchObject({ status });
  if (status === 500) expect(String((problem as Error).cause)).not.toContain('private text');
});

test('a database that does not respond in time is unreachable', async () => {
  const rpc = sqlRpc({ query: () => new Promise(() => undefined) }, 20);
  await expect(rpc('value', 'f', {})).rejects.toMatchObject({ status: 503, retryAfter: 5 });
});
