/** The slices of `fixtures/`, built with webpack and with Vite by the plugins that other teams use. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { builtRelease, type Candidate } from '@slipway/cli';
import type { SliceManifest } from '@slipway/contracts';
import { slipway } from '@slipway/vite';
import { SlipwayPlugin } from '@slipway/webpack';
import vue from '@vitejs/plugin-vue';
import { build, type Plugin } from 'vite';
import webpack from 'webpack';
import { home, root } from './server';

export type Tool = 'vite' | 'webpack';

/** In a file, to replace one text by another. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** A copy of the fixture's source. */
function copyOf(id: string, tool: Tool, edit: Edit | undefined): string {
  const copy = join(home, `${id}-by-${tool}${edit ? '-next' : ''}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, 'e2e/fixtures', id), copy, { recursive: true, filter: (path) => !path.endsWith('dist') });
  if (edit) {
    const file = join(copy, edit.file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(edit.from, edit.to));
  }
  return copy;
}

/** As on a busy machine, each module of the slice is loaded a while after its importer. */
const slowly: Plugin = {
  name: 'slowly',
  enforce: 'pre',
  async load(id) {
    if (id.startsWith(home)) await pause(50);
    return null;
  },
};

async function withVite(manifest: SliceManifest, directory: string): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({
    ...{ root: directory, configFile: false, logLevel: 'error' },
    // Vue turns large static parts into HTML, which a page rejects: they stay elements.
    plugins: [
      slowly,
      vue({ template: { compilerOptions: { hoistStatic: false } } }),
      slipway(manifest, directory),
    ],
  });
  // Vite sets it for the whole process, and npm then installs no development dependencies.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
}

/** The loader for TypeScript is the team's own choice. */
const typescript = { test: /\.tsx?$/, loader: join(import.meta.dirname, 'esbuildLoader.mjs') };

const withWebpack = (manifest: SliceManifest, directory: string): Promise<void> =>
  new Promise((resolve, reject) => {
    webpack(
      {
        ...{ mode: 'production', context: directory, entry: {}, devtool: false },
        output: { path: join(directory, 'dist'), clean: true },
        resolve: { extensions: ['.ts', '.tsx', '.js'] },
        module: { rules: [typescript] },
        plugins: [new SlipwayPlugin(manifest, directory)],
      },
      (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      },
    );
  });

/** @throws with the compiler's errors */
export async function buildElsewhere(id: string, tool: Tool, edit?: Edit): Promise<Candidate> {
  const directory = copyOf(id, tool, edit);
  const { manifest } = (await import(pathToFileURL(join(directory, 'slice.manifest.ts')).href)) as {
    manifest: SliceManifest;
  };
  await (tool === 'vite' ? withVite : withWebpack)(manifest, directory);
  return builtRelease(join(directory, 'dist'));
}
