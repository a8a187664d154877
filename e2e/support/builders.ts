/**
 * The slice of `fixtures/builders`, built by other tools than ours as their documentation says: webpack with its own
 * federation plugin, without a manifest; Vite with its federation plugin, as ES modules. No build has hashes inside.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { federation } from '@module-federation/vite';
import { releaseVersion } from '@slipway/cli';
import type { SliceRelease } from '@slipway/contracts';
import { build } from 'vite';
import webpack from 'webpack';
import { home, root } from './server';

const source = join(root, 'e2e/fixtures/builders');
const shared = { react: { singleton: true, requiredVersion: '^19.0.0', import: false as const } };
const exposes = { './slice': './src/slice.mjs' };

/** The folder of a build of this worker. */
export const builtBy = (id: string) => join(home, 'builders', id);

/** @throws with the compiler's errors */
export async function buildWithWebpack(id: string): Promise<string> {
  const path = builtBy(id);
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        context: source,
        entry: {},
        output: { path, uniqueName: id, publicPath: 'auto', clean: true },
        experiments: { css: true },
        optimization: { chunkIds: 'named' },
        plugins: [
          new webpack.DefinePlugin({ __SLICE__: JSON.stringify(id) }),
          new webpack.container.ModuleFederationPlugin({
            ...{ name: id, library: { type: 'window', name: id }, filename: 'remoteEntry.js' },
            ...{ exposes, shared },
          }),
        ],
      },
      (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      },
    );
  });
  writeRelease(id, path, 'remoteEntry.js');
  return path;
}

export async function buildWithVite(id: string): Promise<string> {
  const path = builtBy(id);
  const { NODE_ENV } = process.env;
  await build({
    ...{ root: source, configFile: false, logLevel: 'error', base: '' },
    define: { __SLICE__: JSON.stringify(id) },
    build: {
      ...{ outDir: path, emptyOutDir: true, target: 'es2022', manifest: false },
      rollupOptions: { input: join(source, 'src/slice.mjs') },
    },
    plugins: [
      federation({
        ...{ name: id.replaceAll('-', '_'), filename: 'remoteEntry.js', manifest: true, dts: false },
        ...{ exposes, shared },
      }),
    ],
  });
  // Vite sets it for the whole process, and npm then installs no development dependencies.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
  rmSync(join(path, '.vite'), { recursive: true, force: true });
  writeRelease(id, path, 'mf-manifest.json');
  return path;
}

/** Describes a build, as its team does. */
export function writeRelease(id: string, folder: string, entry: string): void {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== 'release.json')
    .map((file) => relative(folder, join(file.parentPath, file.name)))
    .sort();
  const files = Object.fromEntries(
    paths.map((path) => {
      const bytes = readFileSync(join(folder, path));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      return [path, { size: bytes.length, integrity }];
    }),
  );
  const content: Omit<SliceRelease, 'version'> = {
    schema: 1,
    kind: 'slice',
    id,
    commit: 'unknown',
    builtAt: new Date().toISOString(),
    files,
    owner: `${id}-team`,
    contract: 1,
    requires: { react: '^19.0.0' },
    migration: null,
    routes: [{ path: `/${id}`, title: `Page of ${id}`, access: 'public' }],
    slots: [],
    nav: [{ path: `/${id}`, label: `Page of ${id}` }],
    entry,
    preload: { [`/${id}`]: [...new Set([entry, 'remoteEntry.js'])] },
  };
  const release = { ...content, version: releaseVersion(content) };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
}
