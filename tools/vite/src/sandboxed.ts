/** Builds a sandboxed slice: one script and one stylesheet without a container, which the deploy puts into a document. */
import { join, resolve } from 'node:path';
import { sliceFields, writeRelease } from '@slipway/build/release';
import type { SliceManifest } from '@slipway/contracts';
import type { Plugin } from 'vite';
import { onceWritten } from './onceWritten';

/** The first version of the shell's platform that shows frames. */
const PLATFORM = '^2.9.0';

/** Pictures and fonts become part of the script and the stylesheet: the frame loads nothing else. */
const INLINED = Number.MAX_SAFE_INTEGER;

export function sandboxedRelease(manifest: SliceManifest, directory: string): Plugin {
  const entry = join(directory, 'src/slice.ts');
  let output = join(directory, 'dist');
  return {
    name: 'slipway-sandboxed-release',
    enforce: 'post',
    config: () => ({
      base: '',
      build: {
        ...{ target: 'es2022', manifest: false, modulePreload: false, assetsInlineLimit: INLINED },
        cssCodeSplit: false,
        rollupOptions: {
          input: entry,
          output: {
            codeSplitting: false,
            entryFileNames: 'frame.[hash].js',
            assetFileNames: 'frame.[hash][extname]',
          },
        },
      },
    }),
    configResolved(config) {
      output = resolve(config.root, config.build.outDir);
    },
    ...onceWritten(() => {
      writeRelease(output, directory, (basis) => ({
        ...basis,
        ...sliceFields(manifest),
        requires: { '@slipway/platform': PLATFORM },
        entry: Object.keys(basis.files).find((path) => path.endsWith('.js')),
        preload: {},
      }));
    }),
  };
}
