/** Emits a script unchanged and without a module runtime: before the first paint, to choose a shell, as service worker. */
import type { Compiler, RspackPluginInstance } from '@rspack/core';
import { contentHash } from './hashes';

export const BEFORE_PAINT = 'before-paint.';
export const CHOOSER = 'choose-shell.';
export const WORKER = 'service-worker.';

export class ScriptPlugin implements RspackPluginInstance {
  constructor(
    private readonly prefix: string,
    private readonly source: string,
  ) {}

  apply(compiler: Compiler): void {
    const file = `${this.prefix}${contentHash(this.source)}.js`;
    compiler.hooks.thisCompilation.tap('ScriptPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('ScriptPlugin', () => {
        compilation.emitAsset(file, new compiler.rspack.sources.RawSource(this.source));
      });
    });
  }
}
