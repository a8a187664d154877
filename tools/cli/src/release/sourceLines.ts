/** Finds the source line of a position in a script of a release, by the release's source maps. */
import {
  type EncodedSourceMap,
  originalPositionFor,
  sourceContentFor,
  TraceMap,
} from '@jridgewell/trace-mapping';
import { AppError } from '@slipway/contracts';
import type { Candidate } from './candidate';
import { parseJson, readSourceMaps, SOURCE_MAPS } from './evidence';

/** Lines before and after the one of the frame. */
const CONTEXT = 3;

export interface SourceLine {
  /** Relative to the root of the slice's repository, such as `apps/billing/src/routes/BillingPage.tsx`. */
  file: string;
  /** Both start at 1. */
  line: number;
  column: number;
  /** The name at this position, if the source map has one. */
  name: string | null;
  /** The line with those around it; none for a package, whose source is not in the maps. */
  lines: { number: number; text: string }[];
}

/** @throws `invalid_input` */
export function parseFrame(frame: string): { script: string; line: number; column: number } {
  const [, script, line, column] = /^([A-Za-z0-9._~@/-]+):([1-9]\d{0,6}):([1-9]\d{0,6})$/.exec(frame) ?? [];
  if (script !== undefined) return { script, line: Number(line), column: Number(column) };
  throw new AppError(
    'invalid_input',
    `${frame}: pass a frame as <file>:<line>:<column>, such as page.0123456789abcdef.js:1:4711`,
  );
}

/** @throws `not_found` for a script or a position that the release does not have, `slice_untrusted`, `invalid_input` */
export async function sourceLineOf(candidate: Candidate, frame: string): Promise<SourceLine> {
  const { script, line, column } = parseFrame(frame);
  const { id, version } = candidate.release;
  const bytes = await readSourceMaps(candidate);
  if (!bytes) throw new AppError('not_found', `${id} ${version} was built without source maps`);
  const maps = parseJson(bytes, SOURCE_MAPS) as Partial<Record<string, EncodedSourceMap>>;
  const map = maps[script];
  if (!map) {
    const known = Object.keys(maps).join(', ');
    throw new AppError('not_found', `${id} ${version} has no script ${script}; it has ${known}`);
  }
  const trace = new TraceMap(map);
  // Frames count columns from 1, maps from 0.
  const found = originalPositionFor(trace, { line, column: column - 1 });
  if (found.source === null) {
    throw new AppError('not_found', `${frame} is not a position in ${id} ${version}, or generated code`);
  }
  const text = sourceContentFor(trace, found.source)?.split('\n') ?? [];
  const first = Math.max(1, found.line - CONTEXT);
  return {
    ...{ file: found.source, line: found.line, column: found.column + 1, name: found.name },
    lines: text
      .slice(first - 1, found.line + CONTEXT)
      .map((each, index) => ({ number: first + index, text: each.replace(/\r$/, '') })),
  };
}
