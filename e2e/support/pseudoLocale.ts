/** The app in the pseudo-locale: built, deployed in place of the English one, and put back. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtRelease, deploy, type DeployRequest, findWorkspace, folderStore } from '@slipway/cli';
import { home, origin, store as storeFolder } from './server';

const root = join(import.meta.dirname, '../..');

function build(app: string): string {
  const cwd = join(root, 'apps', app);
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], {
    cwd,
    env: { ...process.env, SLIPWAY_LOCALE: 'pseudo' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr + stdout);
  return join(cwd, 'test-results/pseudo');
}

/** Every part of the app, in the pseudo-locale; the function it returns brings English back. @throws what the build complains of */
export async function deployPseudoLocale(): Promise<() => Promise<void>> {
  const apps = readdirSync(join(root, 'apps')).filter((app) =>
    existsSync(join(root, 'apps', app, 'dist/release.json')),
  );
  const candidates = await Promise.all(apps.map((app) => builtRelease(build(app))));
  const workspace = findWorkspace(root, { SLIPWAY_HOME: home });
  const request: Omit<DeployRequest, 'change' | 'reason'> = {
    workspace,
    environment: { ...workspace.environment('local'), address: origin },
    store: folderStore(storeFolder),
    candidates,
    author: 'e2e',
  };
  const pseudo = new Map(candidates.map(({ release }) => [release.id, release.version]));
  let english: ReadonlyMap<string, string> = new Map();
  const change: DeployRequest['change'] = (now) => {
    english = now;
    return new Map([...now, ...pseudo]);
  };

  await deploy({ ...request, change, reason: 'the pseudo-locale' });
  return async () => {
    await deploy({ ...request, change: () => new Map(english), reason: 'English again' });
  };
}
