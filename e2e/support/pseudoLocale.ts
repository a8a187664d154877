/** Deploys the app in the pseudo-locale, and the English one again. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtRelease, currentComposition, folderStore, selectionOf } from '@slipway/cli';
import { deployLocally } from './localEnvironment';
import { root, store } from './server';

/** Returns the folder of the build. @throws with the build's output */
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

/** Replaces every part of the app. Resolves to a function that deploys the English parts again. */
export async function deployPseudoLocale(): Promise<() => Promise<void>> {
  const apps = readdirSync(join(root, 'apps')).filter((app) =>
    existsSync(join(root, 'apps', app, 'dist/release.json')),
  );
  const candidates = await Promise.all(apps.map((app) => builtRelease(build(app))));
  const pseudo = new Map(candidates.map(({ release }) => [release.id, release.version]));
  const english = selectionOf(await currentComposition(folderStore(store), 'local'));

  await deployLocally({ candidates, edits: { stable: pseudo }, reason: 'pseudo-locale' });
  return () => deployLocally({ edits: { base: english }, reason: 'English again' });
}
