/**
 * Puts Rspack's runtime and the modules of an entry into one file, one after the other. Rspack itself puts both into
 * one function. V8 compiles that function a second time to look up the lines of an error that is created while modules
 * are evaluated, and React creates five: a third of a second on a slow phone, if a tool observes errors. Rspack adds a
 * loader for styles to a separate runtime. It is omitted, because the document loads the styles of the entry.
 */
import { type Compiler, type RspackPluginInstance, rspack } from '@rspack/core';

const RUNTIME = 'runtime';
const { ConcatSource } = rspack.sources;
const isScript = (file: string) => file.endsWith('.js');
const isStyleSheet = (file: string) => file.endsWith('.css');
/** Rspack's name for the code that loads the styles of chunks. */
const STYLE_LOADER = 'css_loading';

export class MergeRuntimePlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.options.optimization.runtimeChunk = { name: RUNTIME };
    compiler.hooks.compilation.tap('MergeRuntimePlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('MergeRuntimePlugin', ({ name, source }) => {
        if (name === STYLE_LOADER && source) source.source = Buffer.alloc(0);
      });
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_COUNT;
      compilation.hooks.processAssets.tap({ name: 'MergeRuntimePlugin', stage }, () => {
        const filesOf = (name: string) =>
          [...(compilation.namedChunks.get(name)?.files ?? [])].filter(isScript);
        for (const chunk of compilation.chunks)
          for (const file of chunk.canBeInitial() ? [] : [...chunk.files].filter(isStyleSheet))
            throw new Error(`No code loads ${file}: import its styles from the entry`);
        const [runtime] = filesOf(RUNTIME);
        for (const name of compilation.entrypoints.keys())
          for (const file of filesOf(name)) {
            const source = runtime && compilation.getAsset(runtime)?.source;
            if (!source) throw new Error(`Rspack built no runtime for the entry ${name}`);
            // The directive of the modules is no longer at the beginning.
            compilation.updateAsset(
              file,
              (modules) => new ConcatSource('"use strict";\n', source, '\n', modules),
            );
          }
        if (runtime) compilation.deleteAsset(runtime);
      });
    });
  }
}
