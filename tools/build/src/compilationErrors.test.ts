/** Real builds with mistakes that plugins find: rspack lists them as its own errors, without a stack. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrerenderPlugin } from './prerender';
import { compile } from './testing/compile';
import { sliceCatalogs } from './translations';
import { TranslationsPlugin } from './translationsPlugin';

let folder: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const config = (plugins: Configuration['plugins'] = []): Configuration => ({
  mode: 'production',
  context: folder,
  entry: { main: './src/main.js' },
  output: { path: join(folder, 'dist') },
  plugins,
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-errors-'));
  write('src/main.js', 'globalThis.shown = true;');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('a wrong translation is one error with its file', async () => {
  write('src/messages.ts', `export const t = defineMessages({ title: 'Notes' });`);
  write('src/messages.de.json', JSON.stringify({ messages: { titel: 'Notizen' } }));
  const build = compile(config([new TranslationsPlugin(sliceCatalogs('notes', folder), [])]));
  const error: unknown = await build.catch((cause: unknown) => cause);
  expect(String(error)).toContain('src/messages.de.json: messages.titel: English has no such message');
  expect(String(error)).not.toMatch(/processAssets|translations\.ts|GenericFailure/);
});

it('a translation beside no catalog is one error, also where it would be the only one', async () => {
  write('src/share/messages.de.json', '{}');
  const build = compile(config([new TranslationsPlugin(sliceCatalogs('notes', folder), [])]));
  const error: unknown = await build.catch((cause: unknown) => cause);
  expect(String(error)).toContain('src/share/messages.de.json: there is no messages.ts beside it');
});

it('a catalog with another name than messages.ts is one error', async () => {
  write('src/shareMessages.ts', `export const t = defineMessages({ title: 'Share' });`);
  const build = compile(config([new TranslationsPlugin(sliceCatalogs('notes', folder), [])]));
  const error: unknown = await build.catch((cause: unknown) => cause);
  expect(String(error)).toContain('src/shareMessages.ts: a catalog is a messages.ts');
});

it('a page that throws while it is prerendered is one error with its place', async () => {
  write('src/prerender.js', `function Plan() { return screen.width; }\nPlan();`);
  const prerender = new PrerenderPlugin({ module: join(folder, 'src/prerender.js') }, () => config());
  const error: unknown = await compile(config([prerender])).catch((cause: unknown) => cause);
  expect(String(error)).toContain('src/prerender.js: ReferenceError: screen is not defined');
  expect(String(error)).not.toMatch(/processAssets|prerenderFailure|GenericFailure/);
});
