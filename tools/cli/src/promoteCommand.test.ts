/** Promotion between two stores whose teams have other keys. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentComposition } from './composition/read';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const newer = sliceRelease({ owner: 'newer-team' });
const why = ['--reason', 'a test'];
const promote = ['promote', 'market', '--from', 'staging', '--to', 'production', ...why];

/** A machine with `staging`, and one with `production` that knows the root of the other. Each made its own keys. */
let first: WorkspaceWithStore;
let second: WorkspaceWithStore;

beforeEach(async () => {
  first = await openWorkspace();
  second = await openWorkspace();
  for (const place of [first, second]) await place.build(shellRelease());
  await first.build(newer);
  await first.text('deploy', 'shell', 'market', '--env', 'staging', ...why);
  copyFileSync(join(first.address, 'trust/root/1.json'), join(second.root, 'environments/first.json.root'));
  second.writeEnvironment('production');
  second.writeEnvironment('staging', { store: first.address, root: 'first.json.root' });
  await second.build(sliceRelease());
  await second.text('deploy', 'shell', 'market', '--env', 'production', ...why);
});
afterEach(async () => {
  await first.close();
  await second.close();
});

const version = async () => (await currentComposition(second.store, 'production'))?.slices['market']?.version;

it('deploys a release that the target has already, with the signature that it has there', async () => {
  await second.build(newer);
  await second.text('publish', 'market', '--env', 'production');
  await second.text(...promote);
  expect(await version()).toBe(newer.version);
});

it('rejects one that only a key of the other store has signed', async () => {
  expect(await second.failure(...promote)).toMatch(/market/);
  expect(await version()).toBe(sliceRelease().version);
});

it('names the mistake when both environments are the same', async () => {
  expect(await second.failure('promote', '--all', '--from', 'staging', '--to', 'staging', ...why)).toBe(
    'slipway: --from and --to both name staging: a promotion is from one environment to another',
  );
});
