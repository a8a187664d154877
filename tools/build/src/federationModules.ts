/**
 * The federation runtime from its ES modules only. Module Federation's plugins import its CommonJS files, and the shell's
 * own imports its ES modules: a page had both, and CommonJS is not tree-shaken. Without the files that load remotes.
 */
import { extname, join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';

const commonJs = /([\\/]@module-federation[\\/].*)\.cjs$/;
const toModule = (path: string) => path.replace(commonJs, '$1.js');

/** Files of the runtime that `unusedRemotes` replaces, as they are imported there. */
const remoteFiles = /^\.{1,2}\/(?:utils\/)?(?:load|preload|dom)\.js$/;

/** With its extension, which strict ES modules have to name: TypeScript here, JavaScript in the published package. */
const unusedRemotes = join(import.meta.dirname, `unusedRemotes${extname(import.meta.filename)}`);

export class FederationModulesPlugin {
  apply(compiler: Compiler): void {
    // Paths that the plugins import.
    new rspack.NormalModuleReplacementPlugin(commonJs, (module) => {
      module.request = toModule(module.request);
    }).apply(compiler);
    new rspack.NormalModuleReplacementPlugin(remoteFiles, (module) => {
      if (module.context.includes('@module-federation')) module.request = unusedRemotes;
    }).apply(compiler);
    // Aliases that they add. A plugin that is listed later runs later.
    compiler.hooks.afterPlugins.tap('FederationModulesPlugin', () => {
      const { alias } = compiler.options.resolve;
      if (!alias) return;
      compiler.options.resolve.alias = Object.fromEntries(
        Object.entries(alias).map(([name, path]) => [name, typeof path === 'string' ? toModule(path) : path]),
      );
    });
  }
}
