/** Writes `release.json` beside the files of a build: its description, its requirements, and the hash of every file. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Compiler, RspackPluginInstance, StatsCompilation } from '@rspack/core';
import { parseRelease } from '@slipway/contracts';
import { isDevelopment } from './development/configuration';
import { evidenceFiles, writeEvidence } from './evidence';
import { orderManifest } from './orderedManifest';
import { releaseVersion } from './releaseVersion';
import { collectSourceMaps } from './sourceMaps';

export interface BuiltFile {
  /** Bytes. */
  size: number;
  integrity: string;
}

/** The fields of every release; `DescribeRelease` adds those of its kind. */
export interface ReleaseBasis {
  schema: 1;
  version: string;
  commit: string;
  builtAt: string;
  files: Record<string, BuiltFile>;
}

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

export class ReleasePlugin implements RspackPluginInstance {
  constructor(
    private readonly directory: string,
    private readonly describe: DescribeRelease,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.done.tap('ReleasePlugin', (stats) => {
      if (stats.hasErrors()) return;
      const output = stats.compilation.outputOptions.path ?? join(this.directory, 'dist');
      orderManifest(output);
      const sourceMaps = isDevelopment() ? '' : collectSourceMaps(output, this.directory);
      const files = hashFiles(output);
      const described = this.describe(
        {
          schema: 1,
          version: NO_VERSION,
          commit: commitOf(this.directory),
          builtAt: new Date().toISOString(),
          files,
        },
        stats.toJson(statsOptions),
        output,
      );
      const path = join(output, 'release.json');
      const release = parseRelease(described, path);
      const versioned = { ...release, version: releaseVersion(release) };
      const evidence = isDevelopment()
        ? undefined
        : writeEvidence(stats.compilation, {
            ...{ directory: this.directory, output },
            ...{ release: versioned, sourceMaps },
          });
      writeFileSync(
        path,
        `${JSON.stringify({ ...versioned, evidence }, null, 2)}
`,
      );
    });
  }
}

/** Until the description is complete. */
const NO_VERSION = '0'.repeat(16);

/** Hot updates lead from one development build to the next and belong to neither. */
const isHotUpdate = (path: string) => path.includes('.hot-update.');

/** Every file below `directory` except those that describe the build and hot updates, sorted by path. */
function hashFiles(directory: string): Record<string, BuiltFile> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'release.json' && !evidenceFiles.includes(path) && !isHotUpdate(path))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const bytes = readFileSync(join(directory, path));
      return [
        path,
        { size: bytes.length, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` },
      ];
    }),
  );
}

function commitOf(directory: string): string {
  if (process.env.SLIPWAY_COMMIT) return process.env.SLIPWAY_COMMIT;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown'; // not a Git checkout, or no commit yet
  }
}
