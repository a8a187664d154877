/**
 * Makes V8 compile the first scripts while they load, off the main thread. Without the hint, V8 only scans a function for its
 * end, once more for each function around it, and compiles it when it is called. Other browsers ignore the comment.
 */
import { type Compiler, type RspackPluginInstance, rspack } from '@rspack/core';

const HINT = '//# allFunctionsCalledOnLoad\n';

export class CompileHintPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CompileHintPlugin', (compilation) => {
      // After the minimizer, which removes comments, and before names and hashes are computed.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'CompileHintPlugin', stage }, () => {
        const files = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
        for (const file of new Set(files))
          if (file.endsWith('.js'))
            compilation.updateAsset(file, (source) => new rspack.sources.ConcatSource(HINT, source));
      });
    });
  }
}
