/** When the tools of a deployment are read. */
import { expect, test, vi } from 'vitest';
import type { CallGrant } from '../storeTypes';
import { grantOf } from '../testing/fakes';
import { createToolStore } from './toolStore';

const toolsWith = (grant: CallGrant | undefined) => {
  const rpc = vi.fn(() => Promise.resolve([]));
  const store = createToolStore({ rpc, asServer: rpc, grants: { fresh: () => grant } });
  return { rpc, read: () => store.deploymentTools('deployment-1', 'key-1') };
};

test('an agent whose grant says that it has no tools needs no statement', async () => {
  const { rpc, read } = toolsWith({ grant: grantOf(), has_tools: false });
  expect(await read()).toEqual([]);
  expect(rpc).not.toHaveBeenCalled();
});

test.each([
  ['that has tools', { grant: grantOf(), has_tools: true }],
  ['of a database that does not say', { grant: grantOf() }],
])('tools of an agent %s are read once per grant', async (_, grant) => {
  const { rpc, read } = toolsWith(grant);
  await read();
  await read();
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('tools that could not be read are read by the next call', async () => {
  const { rpc, read } = toolsWith({ grant: grantOf() });
  rpc.mockRejectedValueOnce(new Error('unreachable'));
  await expect(read()).rejects.toThrow('unreachable');
  expect(await read()).toEqual([]);
});

test('without a fresh grant, tools are read for each call', async () => {
  const { rpc, read } = toolsWith(undefined);
  await read();
  await read();
  expect(rpc).toHaveBeenCalledTimes(2);
});
