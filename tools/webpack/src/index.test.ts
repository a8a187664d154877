/** A slice that webpack builds has its messages compiled: the page would show their ICU syntax otherwise. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SliceManifest } from '@slipway/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import webpack from 'webpack';
import { SlipwayPlugin } from './index';

const manifest: SliceManifest = {
  ...{ id: 'notes', owner: 'notes-team', contract: 2, slots: [], nav: [] },
  routes: [{ path: '/notes', title: 'Notes', access: 'public' }],
};
const sources = {
  'slice.ts': "export default { pages: { '/notes': () => import('./NotesPage') } };",
  'NotesPage.ts': "import { t } from './messages';\nexport default () => t('found', { count: 2 });",
  'messages.ts':
    "import { defineMessages } from '@slipway/platform';\nexport const t = defineMessages({ found: '{count, plural, one {One note} other {# notes}}' });",
};

/** In the repository, whose packages it uses. */
let directory: string;
beforeAll(() => {
  const results = join(import.meta.dirname, '../test-results');
  mkdirSync(results, { recursive: true });
  directory = mkdtempSync(join(results, 'slice-'));
  mkdirSync(join(directory, 'src'));
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(directory, 'src', name), text);
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** The errors of a build, as a team sees them. */
const build = () =>
  new Promise<string>((resolve, reject) => {
    webpack(
      {
        ...{ mode: 'production', context: directory, entry: {}, devtool: false },
        output: { path: join(directory, 'dist') },
        resolve: { extensions: ['.ts', '.js'] },
        // As a team's loader. Without one, webpack reads TypeScript itself where Node can, and wants full names of files.
        module: { rules: [{ test: /\.ts$/, type: 'javascript/auto' }] },
        plugins: [new SlipwayPlugin(manifest, directory)],
      },
      (error, stats) => {
        if (error) reject(error);
        else resolve(stats?.hasErrors() ? stats.toString('errors-only') : '');
      },
    );
  });

it('compiles the messages of a slice', async () => {
  expect(await build()).toBe('');
  const scripts = readdirSync(join(directory, 'dist')).filter((name) => name.endsWith('.js'));
  const text = scripts.map((name) => readFileSync(join(directory, 'dist', name), 'utf8')).join('\n');
  expect(text).toContain('One note');
  expect(text).not.toContain('plural, one');
});

it('rejects a catalog that it would not compile, and describes no release', async () => {
  const stray = join(directory, 'src/texts.ts');
  writeFileSync(stray, sources['messages.ts']);
  rmSync(join(directory, 'dist'), { recursive: true, force: true });
  expect(await build()).toMatch(/src\/texts\.ts: a catalog is a messages\.ts: move it to one/);
  expect(existsSync(join(directory, 'dist/release.json'))).toBe(false);
  rmSync(stray);
});
