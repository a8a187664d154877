/** Records of calls in batches: each caller gets its own result, and a batch is one statement. */
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '../apiProblem';
import { createCallRecords, type EndedCall } from './callRecords';
import { nextTurn } from '../testing/nextTurn';

const call = (id: string): EndedCall => ({
  ...{ id, deployment_id: 'deployment-1', key_id: 'key-1', lease: null, status: 200 },
  ...{ latency_ms: 1, input_tokens: 2, output_tokens: 3, is_charged: true },
});
const idsOf = (parameters: object) => (parameters as { calls: EndedCall[] }).calls.map(({ id }) => id);
const costsOf = (parameters: object) => idsOf(parameters).map(() => 0.1);

test('records the calls of one turn, and those that end meanwhile, in one statement each', async () => {
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  const records = createCallRecords(async (_kind, _name, parameters) => {
    batches.push(idsOf(parameters));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return costsOf(parameters);
  });
  const first = [records.finish(call('a')), records.finish(call('b'))];
  await vi.waitFor(() => {
    expect(batches).toEqual([['a', 'b']]);
  });
  const second = records.finish(call('c'));
  await vi.waitFor(() => {
    expect(waiting).toHaveLength(2);
  });
  // Two statements run: these wait for the first of them.
  const third = [records.finish(call('d')), records.finish(call('e'))];
  await nextTurn();
  expect(batches).toHaveLength(2);
  waiting[0]?.();
  expect(await Promise.all(first)).toEqual([0.1, 0.1]);
  await vi.waitFor(() => {
    expect(batches).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
  });
  for (const resolve of waiting) resolve();
  expect(await Promise.all([second, ...third])).toEqual([0.1, 0.1, 0.1]);
});

test('a call that the database rejects does not harm the others of its batch', async () => {
  const records = createCallRecords((_kind, _name, parameters) =>
    idsOf(parameters).includes('bad')
      ? Promise.reject(new ApiProblem(500, 'The gateway is not compatible with its database'))
      : Promise.resolve(costsOf(parameters)),
  );
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((id) => records.finish(call(id))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an unreachable database rejects the whole batch, to be retried', async () => {
  const rpc = vi.fn(() => Promise.reject(new ApiProblem(503, 'unreachable')));
  const records = createCallRecords(rpc);
  const results = await Promise.allSettled(['a', 'b'].map((id) => records.finish(call(id))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('a call without a cost belongs to a deployment that no longer exists', async () => {
  const records = createCallRecords(() => Promise.resolve([null]));
  await expect(records.finish(call('a'))).rejects.toMatchObject({ status: 404 });
});

test('a statement records at most 200 calls', async () => {
  const sizes: number[] = [];
  const records = createCallRecords((_kind, _name, parameters) => {
    sizes.push(idsOf(parameters).length);
    return Promise.resolve(costsOf(parameters));
  });
  await Promise.all(Array.from({ length: 450 }, (_, index) => records.finish(call(String(index)))));
  expect(sizes).toEqual([200, 200, 50]);
});

test('each call gets its own cost, and calls after it are recorded too', async () => {
  const records = createCallRecords((_kind, _name, parameters) =>
    Promise.resolve(idsOf(parameters).map((id) => (id === 'deleted' ? null : Number(id)))),
  );
  const results = await Promise.allSettled(['1', 'deleted', '3'].map((id) => records.finish(call(id))));
  expect(results).toMatchObject([{ value: 1 }, { reason: { status: 404 } }, { value: 3 }]);
  expect(await records.finish(call('4'))).toBe(4);
});

test('a call that the database rejects is not repeated', async () => {
  const rejection = new ApiProblem(500, 'The gateway is not compatible with its database');
  const rpc = vi.fn(() => Promise.reject(rejection));
  await expect(createCallRecords(rpc).finish(call('a'))).rejects.toBe(rejection);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('an error of the gateway itself rejects the whole batch', async () => {
  const rpc = vi.fn(() => Promise.reject(new TypeError('bug')));
  const records = createCallRecords(rpc);
  const results = await Promise.allSettled(['a', 'b'].map((id) => records.finish(call(id))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('gives back places in a statement that records no call', async () => {
  const rpc = vi.fn(() => Promise.resolve([]));
  await createCallRecords(rpc).giveBack('lease-1', 3);
  expect(rpc.mock.calls).toEqual([
    ['value', 'record_calls', { calls: [], returned: [{ lease: 'lease-1', places: 3 }] }],
  ]);
});
