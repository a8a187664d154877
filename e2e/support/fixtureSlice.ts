/** The slice of `fixtures/notes`, which no composition of this repository names: built, deployed beside the others, removed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builtRelease, deploy, type DeployRequest, findWorkspace, folderStore } from '@slipway/cli';
import { home, origin, store as storeFolder } from './server';

const fixture = join(import.meta.dirname, '../fixtures/notes');
const root = join(import.meta.dirname, '../..');

/** Puts Notes into the running app; the function it returns takes it out again. @throws what the build complains of */
export async function deployNotes(): Promise<() => Promise<void>> {
  const build = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], {
    cwd: fixture,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr + build.stdout);
  const notes = await builtRelease(join(fixture, 'dist'));
  const workspace = findWorkspace(root, { SLIPWAY_HOME: home });
  const request: Omit<DeployRequest, 'change' | 'reason'> = {
    workspace,
    environment: { ...workspace.environment('local'), address: origin },
    store: folderStore(storeFolder),
    candidates: [notes],
    author: 'e2e',
  };
  const { id, version } = notes.release;

  await deploy({ ...request, change: (now) => new Map([...now, [id, version]]), reason: 'add notes' });
  return async () => {
    const change = (now: ReadonlyMap<string, string>) => new Map([...now].filter(([part]) => part !== id));
    await deploy({ ...request, change, reason: 'remove notes' });
  };
}
