/** Emits the pictures of the product unchanged: its icons, and the picture for previews of links. No script imports them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compiler, RspackPluginInstance } from '@rspack/core';
import { contentHash } from './hashes';

const FOLDER = 'images/';

export class ImagesPlugin implements RspackPluginInstance {
  constructor(private readonly directory: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ImagesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('ImagesPlugin', () => {
        for (const name of readdirSync(this.directory).filter((file) => file.endsWith('.png'))) {
          const bytes = readFileSync(join(this.directory, name));
          const file = `${FOLDER}${name.replace(/png$/, `${contentHash(bytes)}.png`)}`;
          compilation.emitAsset(file, new compiler.rspack.sources.RawSource(bytes));
        }
      });
    });
  }
}

/** The pictures among the files of a build, by purpose: the name before the hash. */
export const imagesOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files
      .filter((file) => file.startsWith(FOLDER))
      .map((file) => [file.slice(FOLDER.length).split('.', 1)[0] ?? file, file]),
  );
