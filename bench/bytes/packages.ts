/** Attributes the bytes of a script to packages, by its source map. */
import { brotliCompressSync, constants } from 'node:zlib';
import { decodedMappings, type EncodedSourceMap, TraceMap } from '@jridgewell/trace-mapping';

/** Bytes before compression; compressed are those that Brotli 11 saves when the package is left out. */
export interface Share {
  raw: number;
  compressed: number;
}

export const compressedSize = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Code that no source owns: module wrappers and tables of exports. */
const NONE = 'no source';

function packageOf(source: string | null | undefined): string {
  if (source == null) return NONE;
  const [, installed] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  if (installed !== undefined) return installed;
  const [, own] = /(?:^|\/)((?:apps|libs)\/[^/]+)\//.exec(source) ?? [];
  return own ?? (source.startsWith('webpack/') ? "Rspack's runtime" : NONE);
}

/** The parts of `script` of each package, in their order. */
function partsOf(script: string, map: EncodedSourceMap): { name: string; text: string }[] {
  const trace = new TraceMap(map);
  const lines = script.split(/(?<=\n)/);
  // The later lines of a template literal have no segments.
  let name = NONE;
  return decodedMappings(trace).flatMap((segments, index) => {
    const line = lines[index] ?? '';
    const before = { name, text: line.slice(0, segments[0]?.[0]) };
    const others = segments.map(([column, source], nth) => {
      name = packageOf(source === undefined ? undefined : trace.sources[source]);
      return { name, text: line.slice(column, segments[nth + 1]?.[0]) };
    });
    return [before, ...others];
  });
}

/** Package to its share of a script. A script without a map belongs to `owner` as a whole. */
export function sharesOf(
  script: string,
  map: EncodedSourceMap | undefined,
  owner: string,
): Map<string, Share> {
  const whole = compressedSize(script);
  if (!map) return new Map([[owner, { raw: script.length, compressed: whole }]]);
  const parts = partsOf(script, map);
  const shares = new Map<string, Share>();
  for (const name of new Set(parts.map((part) => part.name))) {
    const [own, others] = [true, false].map((isOwn) =>
      parts
        .filter((part) => (part.name === name) === isOwn)
        .map(({ text }) => text)
        .join(''),
    );
    shares.set(name, { raw: own?.length ?? 0, compressed: whole - compressedSize(others ?? '') });
  }
  return shares;
}
