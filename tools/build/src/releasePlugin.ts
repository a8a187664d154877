/** Writes `release.json` beside the files of an Rspack build. */
import { join } from 'node:path';
import { Compilation, type Compiler, type RspackPluginInstance, type StatsCompilation } from '@rspack/core';
import { isDevelopment } from './development/configuration';
import { writeEvidence } from './evidence';
import { orderManifest } from './orderedManifest';
import { type ReleaseBasis, writeRelease } from './release';
import { collectSourceMaps } from './sourceMaps';

/** Adds the fields of a shell or a slice. `output` is the folder of the built files. */
export type DescribeRelease = (
  basis: ReleaseBasis,
  stats: StatsCompilation,
  output: string,
) => Record<string, unknown>;

const statsOptions = {
  all: false,
  chunks: true,
  chunkModules: false,
  chunkRelations: true,
  entrypoints: true,
  chunkOrigins: true,
  ids: true,
  outputPath: true,
} as const;

/**
 * Beside the federation manifest, with the importers of each shared package. Nothing reads it, and an importer is missing
 * sometimes: the bundler finds importers in the order of its parallel work.
 */
const FEDERATION_STATISTICS = 'mf-stats.json';

export class ReleasePlugin implements RspackPluginInstance {
  constructor(
    private readonly directory: string,
    private readonly describe: DescribeRelease,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ReleasePlugin', stage }, () => {
        if (compilation.getAsset(FEDERATION_STATISTICS)) compilation.deleteAsset(FEDERATION_STATISTICS);
      });
    });
    compiler.hooks.done.tap('ReleasePlugin', (stats) => {
      if (stats.hasErrors()) return;
      const output = stats.compilation.outputOptions.path ?? join(this.directory, 'dist');
      orderManifest(output);
      const sourceMaps = isDevelopment() ? '' : collectSourceMaps(output, this.directory);
      writeRelease(
        output,
        this.directory,
        (basis) => this.describe(basis, stats.toJson(statsOptions), output),
        (release) =>
          isDevelopment()
            ? undefined
            : writeEvidence(stats.compilation, { directory: this.directory, output, release, sourceMaps }),
      );
    });
  }
}
