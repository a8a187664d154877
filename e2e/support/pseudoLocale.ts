/** Deploys the app with the pseudo-locales as its languages, and in English again. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { builtRelease, currentComposition, folderStore, selectionOf } from '@slipway/cli';
import { deployLocally } from './localEnvironment';
import { root, store } from './server';

/** Accented and longer than English; and from right to left. The first is the default of the environment. */
export const pseudoLocales = ['en-XA', 'ar-XB'] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];

/** Returns the folder of the build. @throws with the build's output */
function build(app: string): string {
  const cwd = join(root, 'apps', app);
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], {
    cwd,
    env: { ...process.env, SLIPWAY_LANGUAGES: pseudoLocales.join() },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr + stdout);
  return join(cwd, 'test-results/pseudo');
}

/** Replaces every part of the app. Resolves to a function that deploys the English parts again. */
export async function deployPseudoLocales(): Promise<() => Promise<void>> {
  const apps = readdirSync(join(root, 'apps')).filter((app) =>
    existsSync(join(root, 'apps', app, 'dist/release.json')),
  );
  const candidates = await Promise.all(apps.map((app) => builtRelease(build(app))));
  const pseudo = new Map(candidates.map(({ release }) => [release.id, release.version]));
  const english = selectionOf(await currentComposition(folderStore(store), 'local'));

  await deployLocally({
    ...{ candidates, edits: { stable: pseudo }, reason: 'pseudo-locales' },
    settings: { languages: [...pseudoLocales, 'en'] },
  });
  return () => deployLocally({ edits: { base: english }, reason: 'English again' });
}

/** Opens all following pages in a language, as if the user had chosen it earlier. */
export const useLanguage = (page: Page, tag: string): Promise<unknown> =>
  page.addInitScript((chosen) => {
    localStorage.setItem('slipway-language', JSON.stringify(chosen));
  }, tag);
