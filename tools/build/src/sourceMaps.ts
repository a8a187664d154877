/**
 * Source maps of a build, in one file beside `release.json`. It is evidence: published with the release, for
 * `slipway explain`, and never copied to a public area. The scripts do not refer to it.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { type RspackPluginInstance, rspack } from '@rspack/core';
import { buildRoot } from './moduleIds';

export const SOURCE_MAPS = 'source-maps.json';

const ENDING = '.map';

interface SourceMap {
  sources: string[];
  sourcesContent?: (string | null)[];
  mappings: string;
}

/** Writes a map beside each script, without a comment in the script. */
export const sourceMapsPlugin = (): RspackPluginInstance =>
  new rspack.SourceMapDevToolPlugin({
    ...{ filename: `[file]${ENDING}`, append: false, test: /\.js$/ },
    moduleFilenameTemplate: '[absolute-resource-path]',
  });

const PACKAGES = 'node_modules/';

/** A module that the bundler wrote: its text, and so each position in it, depends on the folder of the build. */
const isGenerated = (source: string) => source.startsWith('data:');

/** The mappings without positions in generated modules. */
const mappingsOf = ({ mappings, sources }: SourceMap): string =>
  encode(
    decode(mappings).map((line) =>
      line.map((segment) => (isGenerated(sources[segment[1] ?? -1] ?? '') ? [segment[0]] : segment)),
    ),
  );

/** A source by a name that is the same in any folder: below the root of the build, or below the packages. */
function nameOf(root: string, source: string): { name: string; isOwn: boolean } {
  if (isGenerated(source)) return { name: 'generated', isOwn: false };
  const path = posix.normalize(source.replace(/\?.*$/, ''));
  const packages = path.indexOf(PACKAGES);
  if (packages >= 0) return { name: path.slice(packages), isOwn: false };
  if (path.startsWith(`${root}/`)) return { name: path.slice(root.length + 1), isOwn: true };
  return { name: path.startsWith('/') ? posix.basename(path) : path, isOwn: false };
}

/** Removes the maps from the folder of a build, and returns them as one JSON text: `{ "<script>": <map> }`. */
export function collectSourceMaps(output: string, directory: string): string {
  const root = buildRoot(directory).split(sep).join('/');
  const paths = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const maps = paths.map((path) => {
    const map = JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
    const named = map.sources.map((source) => nameOf(root, source.split(sep).join('/')));
    const sources = named.map(({ name }) => name);
    // Packages are public: their names suffice. Generated modules contain absolute paths.
    const sourcesContent = named.map(({ isOwn }, index) =>
      isOwn ? (map.sourcesContent?.[index] ?? null) : null,
    );
    rmSync(path);
    const script = relative(output, path).split(sep).join('/').slice(0, -ENDING.length);
    return [script, { ...map, sources, sourcesContent, mappings: mappingsOf(map) }] as const;
  });
  return JSON.stringify(Object.fromEntries(maps));
}
