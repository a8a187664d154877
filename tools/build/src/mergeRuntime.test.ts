/** Real builds of an entry, with and without the plugin. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { RspackPluginInstance } from '@rspack/core';
import { afterEach, expect, it } from 'vitest';
import { compile } from './testing/compile';
import { MergeRuntimePlugin } from './mergeRuntime';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The built scripts by name. */
async function build(plugins: RspackPluginInstance[]): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-merge-'));
  folders.push(folder);
  writeFileSync(join(folder, 'main.js'), `import { text } from './part.js'; globalThis.shown = text();`);
  writeFileSync(join(folder, 'part.js'), `export const text = () => 'text of a module';`);
  const path = join(folder, 'dist');
  await compile({
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: { main: './main.js' },
    output: { path, filename: '[name].js', publicPath: '/' },
    optimization: { chunkIds: 'named' },
    plugins,
  });
  return Object.fromEntries(readdirSync(path).map((file) => [file, readFileSync(join(path, file), 'utf8')]));
}

/** Whether the modules are behind the runtime, and not in its function. */
const isMerged = (script = '') =>
  /^"use strict";\(\(\)=>\{/.test(script) && /\.push\(\[\["main"\],\{[^]*text of a module/.test(script);

it('puts the modules behind the runtime, in one file that runs', async () => {
  const scripts = await build([new MergeRuntimePlugin()]);
  expect(Object.keys(scripts)).toEqual(['main.js']);
  expect(isMerged(scripts['main.js'])).toBe(true);
  const page: { self?: unknown; shown?: unknown } = {};
  page.self = page;
  runInNewContext(scripts['main.js'] ?? '', page);
  expect(page.shown).toBe('text of a module');
});

it('has a reason: by itself Rspack puts the modules into the function of the runtime', async () => {
  const scripts = await build([]);
  expect(isMerged(scripts['main.js'])).toBe(false);
});
