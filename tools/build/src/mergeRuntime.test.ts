/** Real builds of an entry, with and without the plugin. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Compiler, RspackPluginInstance } from '@rspack/core';
import { afterEach, expect, it } from 'vitest';
import { compile } from './testing/compile';
import { MergeRuntimePlugin } from './mergeRuntime';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const part = `export const text = () => 'text of a module';`;
const sources = {
  'main.js': `import { text } from './part.js'; globalThis.shown = text();`,
  'part.js': part,
};

/** The built files by name. */
async function build(
  plugins: RspackPluginInstance[],
  written: Record<string, string> = sources,
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-merge-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(written)) writeFileSync(join(folder, file), text);
  const path = join(folder, 'dist');
  await compile({
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: { main: './main.js' },
    module: { rules: [{ test: /\.css$/, type: 'css' }] },
    output: {
      path,
      filename: '[name].js',
      chunkFilename: '[name].js',
      cssFilename: '[name].css',
      publicPath: '/',
    },
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

const styled = {
  'main.js': `import './main.css'; import('./part.js');`,
  ...{ 'main.css': 'a { color: red }', 'part.js': part },
};

it('leaves out the loader of styles: the document has those of the entry', async () => {
  const files = await build([new MergeRuntimePlugin()], styled);
  expect(Object.keys(files).sort()).toEqual(['main.css', 'main.js', 'part_js.js']);
  expect(files['main.js']).toContain('part_js');
  expect(files['main.js']).not.toContain('stylesheet');
});

it('has a reason: Rspack adds one to a separate runtime', async () => {
  const separate = {
    apply: ({ options }: Compiler) => void (options.optimization.runtimeChunk = { name: 'runtime' }),
  };
  expect((await build([separate], styled))['runtime.js']).toContain('stylesheet');
});

it('rejects styles of a later chunk', async () => {
  const late = { 'late.js': `import './late.css';`, 'late.css': 'b { color: red }' };
  const built = build([new MergeRuntimePlugin()], { 'main.js': `import('./late.js');`, ...late });
  await expect(built).rejects.toThrow(/No code loads late_js\.css: import its styles from the entry/);
});
