/**
 * Builds the contenders of `bench/pages.ts` from the app's sources, in a temporary folder. Only their entries are generated.
 *
 * - monolith: one Rspack app; all slices are imported, their pages are lazy, and each document preloads its page.
 * - stock: Module Federation as its documentation sets it up: a host with `import('./bootstrap')` and remotes by
 *   `mf-manifest.json`, shared singletons, the default share strategy, one document.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { sliceConfig } from '@slipway/build';
import { sliceShared } from '@slipway/build/release';
import {
  build,
  contenderConfig,
  folderOf,
  shellConfiguration,
  slices,
  withChange,
  withOwnRuntime,
  withSlices,
  writeEntry,
} from './config';
import { documentWith, entryFiles, preloadsOf, tag } from './document';

/** A built contender: `documentOf` has the document of a path. */
export interface Contender {
  folder: string;
  documentOf(path: string): string;
  /** Whether a file belongs to one slice: the files that a failure of the slice affects. */
  isOf(slice: string, path: string): boolean;
}

export async function buildMonolith(place: string, settings: string, changed?: string): Promise<Contender> {
  const folder = join(place, 'dist');
  const entry = writeEntry(place, (id) => ({
    head: `import ${id}Slice from ${JSON.stringify(join(folderOf(id), 'src/slice.ts'))};`,
    load: `() => Promise.resolve({ default: ${id}Slice })`,
  }));
  const config = contenderConfig(withSlices(shellConfiguration(), changed), folder, []);
  const stats = await build({
    ...config,
    entry: { main: entry },
    optimization: {
      ...config.optimization,
      // A change of one page changes no other file.
      runtimeChunk: 'single',
      splitChunks: {
        chunks: 'all',
        cacheGroups: { vendor: { test: /node_modules/, name: 'vendor', chunks: 'initial' } },
      },
    },
  });
  const first = entryFiles(stats);
  const preloads = preloadsOf(stats);
  const font = readdirSync(join(folder, 'fonts')).map((file) => tag.font(`fonts/${file}`));
  return {
    folder,
    documentOf: (path) => {
      const lazy = preloads(path).filter((file) => !first.includes(file));
      if (lazy.length === 0) throw new Error(`The monolith has no chunk for ${path}`);
      return documentWith(
        [
          ...first.map((file) => (file.endsWith('.css') ? tag.style(file) : tag.script(file))),
          ...font,
          ...lazy.map(tag.preload),
        ],
        settings,
      );
    },
    isOf: (id, path) =>
      (slices[id]?.routes ?? []).some((route) =>
        preloads(route.path).some((file) => !first.includes(file) && path === `/${file}`),
      ),
  };
}

/** Singletons, as the documentation has them; versions come from package.json. */
const singletons = (directory: string) =>
  Object.fromEntries(Object.keys(sliceShared(directory)).map((name) => [name, { singleton: true }]));

export async function buildStock(place: string, settings: string, changed?: string): Promise<Contender> {
  const folder = join(place, 'dist');
  const bootstrap = writeEntry(place, (id) => ({ head: '', load: `() => import('${id}/slice')` }));
  const entry = join(place, 'index.js');
  writeFileSync(entry, `import(${JSON.stringify(bootstrap)});\n`);
  const federation = new ModuleFederationPlugin({
    name: 'host',
    remotes: Object.fromEntries(Object.keys(slices).map((id) => [id, `${id}@/${id}/mf-manifest.json`])),
    shared: singletons(folderOf('shell')),
    dts: false,
  });
  const stats = await build({
    ...withOwnRuntime(contenderConfig(shellConfiguration(), folder, [federation, withoutNames])),
    entry: { main: entry },
  });
  for (const [id, manifest] of Object.entries(slices)) {
    const remote = new ModuleFederationPlugin({
      name: id,
      filename: 'remoteEntry.js',
      exposes: { './slice': './src/slice.ts' },
      shared: singletons(folderOf(id)),
      dts: false,
    });
    const config = contenderConfig(
      withChange(sliceConfig(manifest, folderOf(id)), id === changed ? id : undefined),
      join(folder, id),
      [remote, withoutNames],
    );
    // The app's own builds leave the address of a slice's files to its runtime.
    await build({ ...config, entry: {}, output: { ...config.output, publicPath: 'auto' } });
  }
  const head = entryFiles(stats).map((file) => (file.endsWith('.css') ? tag.style(file) : tag.script(file)));
  return {
    folder,
    documentOf: () => documentWith(head, settings),
    isOf: (id, path) => path.startsWith(`/${id}/`),
  };
}

/**
 * Rspack prints one of its functions into each build with federation. This process runs in tsx, whose compiler marks the names
 * of functions with a helper that the browser does not have.
 */
const withoutNames = new rspack.DefinePlugin({ __name: '(each => each)' });

/** All files of a contender by path. */
export const filesOf = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length), readFileSync(path)];
      }),
  );
