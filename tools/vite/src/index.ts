/**
 * Builds a slice with Vite: `plugins: [slipway(manifest, import.meta.dirname)]`. The container is an ES module, so a page
 * verifies all scripts of the release before the first one runs (decision 030).
 */
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { federation } from '@module-federation/vite';
import {
  compileCatalog,
  FEDERATION_MANIFEST,
  lazyModules,
  rejectShares,
  rejectStrayCatalogs,
  sharedRanges,
  sliceFields,
  sliceShared,
  writeRelease,
} from '@slipway/build/release';
import { parseManifest, type SliceManifest } from '@slipway/contracts';
import { defaultClientConditions, type Plugin, type PluginOption } from 'vite';
import { everyExport } from './everyExport';
import { onceWritten } from './onceWritten';
import { sandboxedRelease } from './sandboxed';

const CONTAINER = 'remoteEntry.js';

/** The plugins of a slice, whose `src/slice.ts` is below `directory`. @throws `invalid_input`, naming the manifest's field */
export function slipway(slice: SliceManifest, directory: string): PluginOption[] {
  const manifest = parseManifest(slice, join(directory, 'slice.manifest.ts'));
  rejectShares(manifest);
  if (manifest.isolation) return [messages(manifest, directory), sandboxedRelease(manifest, directory)];
  const shared = Object.fromEntries(
    Object.entries(sliceShared(directory)).map(([name, options]) => [
      name,
      // The plugin warns before Vite applies the condition below.
      { ...options, suppressMissingImportWarning: true },
    ]),
  );
  const plugins = federation({
    name: manifest.id.replaceAll('-', '_'),
    filename: CONTAINER,
    manifest: true,
    dts: false,
    exposes: { './slice': './src/slice.ts' },
    shared,
  });
  return [
    ...plugins,
    everyExport(plugins, Object.keys(shared)),
    messages(manifest, directory),
    release(manifest, directory),
  ];
}

/** Compiles the slice's ICU messages, as the other builds do. */
const messages = (manifest: SliceManifest, directory: string): Plugin => ({
  name: 'slipway-messages',
  enforce: 'pre',
  buildStart() {
    rejectStrayCatalogs(manifest, directory);
  },
  transform(source, id) {
    const code = compileCatalog(directory, id, source);
    return code === undefined ? null : { code, map: null };
  },
});

function release(manifest: SliceManifest, directory: string): Plugin {
  const entry = join(directory, 'src/slice.ts');
  const keys = [...manifest.routes.map(({ path }) => path), ...manifest.slots.map(({ name }) => name)];
  let output = join(directory, 'dist');
  /** Source file without its ending to the script that has it. */
  const scripts = new Map<string, string>();
  return {
    name: 'slipway-release',
    enforce: 'post',
    config: () => ({
      base: '',
      // The published packages of the shell have declarations only. Under this condition they have the names of their exports.
      resolve: { conditions: ['slipway-shell', ...defaultClientConditions] },
      build: { target: 'es2022', manifest: false, rollupOptions: { input: entry } },
    }),
    configResolved(config) {
      output = resolve(config.root, config.build.outDir);
    },
    ...onceWritten(
      () => {
        rmSync(join(output, '.vite'), { recursive: true, force: true });
        const modules = lazyModules(entry, keys);
        writeRelease(output, directory, (basis) => ({
          ...basis,
          ...sliceFields(manifest),
          requires: sharedRanges(join(output, FEDERATION_MANIFEST)),
          entry: FEDERATION_MANIFEST,
          preload: Object.fromEntries(
            [...modules].map(([key, request]) => {
              const script = scripts.get(resolve(dirname(entry), request).replace(/\.[jt]sx?$/, ''));
              return [key, [FEDERATION_MANIFEST, CONTAINER, ...(script ? [script] : [])]];
            }),
          ),
        }));
      },
      (bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const id of Object.keys(chunk.modules)) scripts.set(id.replace(/\.\w+$/, ''), chunk.fileName);
        }
      },
    ),
  };
}
