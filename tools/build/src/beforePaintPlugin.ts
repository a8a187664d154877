/** Emits a script unchanged and without a module runtime: it runs before the first paint and must be small. */
import { createHash } from 'node:crypto';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

export const BEFORE_PAINT = 'before-paint.';

export class BeforePaintPlugin implements RspackPluginInstance {
  constructor(private readonly source: string) {}

  apply(compiler: Compiler): void {
    const hash = createHash('sha256').update(this.source).digest('hex').slice(0, 16);
    compiler.hooks.thisCompilation.tap('BeforePaintPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('BeforePaintPlugin', () => {
        compilation.emitAsset(
          `${BEFORE_PAINT}${hash}.js`,
          new compiler.rspack.sources.RawSource(this.source),
        );
      });
    });
  }
}
