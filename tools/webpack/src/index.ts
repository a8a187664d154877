/**
 * Builds a slice with webpack 5: `plugins: [new SlipwayPlugin(manifest, import.meta.dirname)]`. The configuration and its
 * loaders stay the team's; the plugin sets the options that the shell relies on, and writes `release.json`.
 */
import { join } from 'node:path';
import {
  compileCatalog,
  filesOfImport,
  lazyModules,
  rejectSandboxed,
  rejectShares,
  rejectStrayCatalogs,
  sliceFields,
  sliceShared,
  writeRelease,
} from '@slipway/build/release';
import { parseManifest, type SliceManifest } from '@slipway/contracts';
import webpack, { type Compilation, type Compiler, type Module, type WebpackPluginInstance } from 'webpack';

/** Names with a hash of the content: a release's files never change. */
const FILE_NAME = '[name].[contenthash:16].js';

/** A shared package that the slice imports, as webpack's own federation describes it. */
interface SharedModule extends Module {
  options: { shareKey: string; requiredVersion: unknown };
}

const isShared = (module: Module): module is SharedModule => module.type === 'consume-shared-module';

/** The plugin of a slice. It describes each build that has no errors. */
export class SlipwayPlugin implements WebpackPluginInstance {
  private readonly manifest: SliceManifest;

  /** `directory` has `src/slice.ts`. @throws `invalid_input`, naming the manifest's field */
  constructor(
    manifest: SliceManifest,
    private readonly directory: string,
  ) {
    this.manifest = parseManifest(manifest, join(directory, 'slice.manifest.ts'));
    rejectSandboxed(this.manifest);
    rejectShares(this.manifest);
  }

  apply(compiler: Compiler): void {
    const { id } = this.manifest;
    const { output, optimization } = compiler.options;
    output.filename = FILE_NAME;
    output.chunkFilename = FILE_NAME;
    output.uniqueName = `slipway_${id}`;
    output.publicPath = 'auto';
    output.crossOriginLoading = 'anonymous';
    optimization.chunkIds = 'named';
    optimization.realContentHash = true;
    new webpack.container.ModuleFederationPlugin({
      name: id,
      // The default declares a variable, and an id may contain a hyphen.
      library: { type: 'window', name: id },
      filename: 'remoteEntry.[contenthash:16].js',
      exposes: { './slice': './src/slice.ts' },
      shared: sliceShared(this.directory),
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('SlipwayPlugin', (compilation) => {
      try {
        rejectStrayCatalogs(this.manifest, this.directory);
      } catch (error) {
        compilation.errors.push(
          new webpack.WebpackError(error instanceof Error ? error.message : String(error)),
        );
      }
    });
    // After the team's loaders: whatever the language of a catalog was, it is JavaScript now.
    compiler.hooks.compilation.tap('SlipwayPlugin', (compilation) => {
      const { processResult } = compiler.webpack.NormalModule.getCompilationHooks(compilation);
      processResult.tap('SlipwayPlugin', ([source, ...rest], module) => [
        compileCatalog(this.directory, module.resource, source.toString()) ?? source,
        ...rest,
      ]);
    });
    compiler.hooks.done.tap('SlipwayPlugin', (stats) => {
      if (!stats.hasErrors()) this.describe(stats.compilation);
    });
  }

  private describe(compilation: Compilation): void {
    const { manifest, directory } = this;
    const shared = sliceShared(directory);
    const used = new Set([...compilation.modules].filter(isShared).map(({ options }) => options.shareKey));
    const keys = [...manifest.routes.map(({ path }) => path), ...manifest.slots.map(({ name }) => name)];
    const modules = lazyModules(join(directory, 'src/slice.ts'), keys);
    const stats = compilation.getStats().toJson({ all: false, chunks: true, chunkOrigins: true, ids: true });
    const output = compilation.outputOptions.path ?? join(directory, 'dist');
    writeRelease(output, directory, (basis) => {
      const entry = Object.keys(basis.files).find((file) => file.startsWith('remoteEntry.'));
      const exposed = filesOfImport(stats, 'container entry', './src/slice.ts');
      return {
        ...basis,
        ...sliceFields(manifest),
        requires: Object.fromEntries(
          Object.entries(shared)
            .filter(([name]) => used.has(name))
            .map(([name, { requiredVersion }]) => [name, requiredVersion]),
        ),
        entry,
        preload: Object.fromEntries(
          [...modules].map(([key, request]) => {
            const page = filesOfImport(stats, '/src/slice.ts', request).filter((file) =>
              file.endsWith('.js'),
            );
            return [key, [...(entry === undefined ? [] : [entry]), ...new Set([...exposed, ...page])]];
          }),
        ),
      };
    });
  }
}
