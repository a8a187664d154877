/** The deploy of `npm start` to `local`: new builds, and nothing that a command has changed since. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentComposition, LOCAL } from '@slipway/cli';
import { openWorkspace, shellRelease, sliceRelease, type WorkspaceWithStore } from '@slipway/cli/testing';
import { deployLocal } from './deployLocal';

const first = sliceRelease();
const second = sliceRelease({ owner: 'second-team' });
const third = sliceRelease({ owner: 'third-team' });
const slice = (id: string) =>
  sliceRelease({ id, slots: [], routes: [{ path: `/${id}`, title: id, access: 'public' }], preload: {} });
const short = (release: { version: string }) => release.version.slice(0, 8);
const why = ['--env', LOCAL, '--reason', 'totals are wrong'];

let place: WorkspaceWithStore;
beforeEach(async () => {
  vi.stubEnv('SLIPWAY_OWN_STORE', '1');
  vi.stubEnv('SLIPWAY_AUTHOR', 'Ada');
  place = await openWorkspace();
  place.writeEnvironment(LOCAL, { address: 'http://127.0.0.1:4990', backend: 'embedded' });
  await place.build(shellRelease());
  await place.build(first);
  await start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await place.close();
});

/** Returns the printed lines. */
async function start(origin = 'http://127.0.0.1:4990', listensAt = origin): Promise<string[]> {
  const lines: string[] = [];
  await deployLocal(place.store, {
    ...{ root: place.root, home: place.workspace.home, environment: LOCAL, origin, listensAt },
    ...{ backend: { url: '/', key: 'sb_publishable_of_local' } },
    say: (line) => lines.push(line),
  });
  return lines;
}

const runs = async () => {
  const slices = (await currentComposition(place.store, LOCAL))?.slices ?? {};
  return Object.fromEntries(Object.entries(slices).map(([id, { version }]) => [id, version]));
};

test('deploys a changed build, and names it; nothing when nothing has changed', async () => {
  expect(await start()).toEqual([]);
  await place.build(second);
  expect(await start()).toEqual([`local: market ${short(first)} → ${short(second)}`]);
  await place.build(first);
  expect(await start()).toEqual([`local: market ${short(second)} → ${short(first)}`]);
  expect(await runs()).toEqual({ market: first.version });
});

test('keeps a rollback, and names the command that deploys the build', async () => {
  await place.build(second);
  await place.text('deploy', 'market', ...why);
  await place.text('rollback', 'market', ...why);
  for (let time = 0; time < 2; time += 1) {
    expect(await start()).toEqual([
      `local keeps market ${short(first)} (Ada: totals are wrong). To deploy the build ${short(second)}: npx slipway deploy market --env local --reason "…"`,
    ]);
    expect(await runs()).toEqual({ market: first.version });
  }
  await place.build(third);
  expect(await start()).toEqual([`local: market ${short(first)} → ${short(third)}`]);
});

test('keeps a rollback of what the start itself deployed, and a removal', async () => {
  await place.build(second);
  await start();
  await place.text('rollback', 'market', ...why);
  rmSync(join(place.workspace.home, 'last-start.json')); // such as after a restore: the history says enough
  expect(await start()).toHaveLength(1);
  expect(await runs()).toEqual({ market: first.version });
  await place.text('deploy', 'market', '--remove', ...why);
  expect(await start()).toEqual([
    `local does not run market. To deploy the build ${short(second)}: npx slipway deploy market --env local --reason "…"`,
  ]);
  expect(await runs()).toEqual({});
});

test('keeps a slice that is not from apps/, and adds and removes those that are', async () => {
  const foreign = slice('foreign');
  await place.build(foreign);
  await place.text('deploy', 'foreign', ...why);
  rmSync(join(place.root, 'apps/foreign'), { recursive: true });
  const drafts = slice('drafts');
  await place.build(drafts);
  expect(await start()).toEqual([`local: drafts none → ${short(drafts)}`]);
  expect(await runs()).toEqual({
    drafts: drafts.version,
    foreign: foreign.version,
    market: first.version,
  });

  // Git leaves the build when another branch does not have the slice.
  rmSync(join(place.root, 'apps/drafts/rspack.config.ts'));
  expect(await start()).toEqual([`local: drafts ${short(drafts)} → none`]);
  expect(await runs()).toEqual({ foreign: foreign.version, market: first.version });
});

test('keeps a canary of the build, and ends it for a newer build', async () => {
  await place.build(second);
  await place.text('publish', 'market', '--env', LOCAL);
  await place.text('canary', `market@${second.version}`, '--percent', '10', ...why);
  expect(await start()).toEqual([]);
  await place.build(third);
  expect(await start()).toEqual([
    `local: market ${short(first)} → ${short(third)}`,
    `local: market canary ${short(second)} 10% → none`,
  ]);
});

test('npm start and a command have one author', async () => {
  await place.build(second);
  await place.text('deploy', 'market', ...why);
  const history = await place.json<{ reason: string; author: string }[]>('history', '--env', LOCAL);
  expect(history.map(({ reason, author }) => [reason, author])).toEqual([
    ['totals are wrong', 'Ada'],
    ['npm start', 'Ada'],
  ]);
});

test('asks for the migration where the server listens: this machine may not reach the app’s origin', async () => {
  const migration = '20260101000000';
  const backend = createServer((_, response) => response.end(JSON.stringify(migration)));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const { port } = backend.address() as AddressInfo;
  const release = sliceRelease({ migration });
  await place.build(release);
  await start('http://app.invalid', `http://127.0.0.1:${String(port)}`);
  expect(await runs()).toEqual({ market: release.version });
  backend.close();
});
