/** When a deploy asks the backend for its migrations: for releases that are new there, and for all when the backend is new. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sliceRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  marketRelease,
  openSharedStore,
  type SharedStore,
} from '../testing/trust';
import type { DeployRequest } from './deployRequest';
import { readComposition } from './read';

let shared: SharedStore;
beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
});
afterAll(() => shared.close());

const run = (release: ReturnType<typeof sliceRelease>, request: Partial<DeployRequest>) =>
  shared.deploy(['Ada', 'market', 'billing'], [release], request);
const needing = (owner: string, percent?: number) => {
  const release = sliceRelease({ ...billingRelease(owner), version: '', migration: '20261122000200' });
  const canaries = new Map([['billing', { version: release.version, percent: percent ?? 0 }]]);
  return [release, percent === undefined ? {} : { edits: { canaries } }] as const;
};
const unreachable = {
  code: 'slice_incompatible',
  message: expect.stringMatching(/cannot be reached/) as string,
};

it('the migrations of new releases are checked, and those of all when the backend changes', async () => {
  const server = createServer((_request, response) => response.end('"20261122000200"'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const backend = { url: `http://127.0.0.1:${String(port)}`, key: 'sb_publishable_x' };
  const [first] = needing('first');
  const { composition } = await run(first, { backend });
  await new Promise((resolve) => server.close(resolve));

  expect(await run(marketRelease('second'), { backend })).toMatchObject({ isWritten: true });
  const elsewhere = { ...backend, url: 'http://127.0.0.1:9' };
  await expect(run(marketRelease('third'), { backend: elsewhere })).rejects.toMatchObject(unreachable);
  const [next] = needing('next');
  await expect(run(next, { backend })).rejects.toMatchObject(unreachable);
  const [canary, edits] = needing('canary', 10);
  await expect(run(canary, { backend, ...edits })).rejects.toMatchObject(unreachable);
  const rollbackTo = await readComposition(shared.store, 'staging', composition.revision);
  expect(await run(next, { backend, rollbackTo })).toMatchObject({ isWritten: true });
});
