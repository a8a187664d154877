/** Emits a script unchanged and without a module runtime: before the first paint, to choose a shell, as service worker. */
import { createHash } from 'node:crypto';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

export const BEFORE_PAINT = 'before-paint.';
export const CHOOSER = 'choose-shell.';
export const WORKER = 'service-worker.';

export class ScriptPlugin implements RspackPluginInstance {
  constructor(
    private readonly prefix: string,
    private readonly source: string,
  ) {}

  apply(compiler: Compiler): void {
    const hash = createHash('sha256').update(this.source).digest('hex').slice(0, 16);
    compiler.hooks.thisCompilation.tap('ScriptPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('ScriptPlugin', () => {
        compilation.emitAsset(`${this.prefix}${hash}.js`, new compiler.rspack.sources.RawSource(this.source));
      });
    });
  }
}
