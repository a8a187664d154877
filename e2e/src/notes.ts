/** The slice of `fixtures/notes`, which no composition of this repository names: built, deployed beside the others, removed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { currentComposition, deploy, folderStore, publish, readRelease } from '@slipway/cli';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { store as storeFolder } from './server';

const fixture = join(import.meta.dirname, '../fixtures/notes');
const root = join(import.meta.dirname, '../..');
const store = folderStore(storeFolder);

/** Puts Notes into the running app; the function it returns takes it out again. @throws what the build complains of */
export async function deployNotes(): Promise<() => Promise<void>> {
  const build = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], {
    cwd: fixture,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr + build.stdout);
  const notes = (await publish(store, join(fixture, 'dist'))) as SliceRelease;

  const before = await currentComposition(store, 'local');
  if (!before) throw new Error('The local environment runs nothing');
  const shell = (await readRelease(store, 'shell', before.shell.version)) as ShellRelease;
  const slices = (await Promise.all(
    Object.entries(before.slices).map(([id, { version }]) => readRelease(store, id, version)),
  )) as SliceRelease[];
  const { backend, site } = before;
  const change = { environment: 'local', shell, backend, site, author: 'e2e' };

  await deploy(store, { ...change, slices: [...slices, notes], reason: 'add notes' });
  return async () => {
    await deploy(store, { ...change, slices, reason: 'remove notes' });
  };
}
