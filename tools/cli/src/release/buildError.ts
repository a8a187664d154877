/** The first error of a build that failed, in a line: the output of the tool has it between 60 others. */
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Of rspack: `ERROR in ./src/slice.ts 17:1-27`, the causes, each after a cross, then the lines of the file. */
function rspackError(output: string, folder: string): string | undefined {
  const [, file, place, rest = ''] =
    /ERROR in(?: (\.{1,2}\/\S+))?(?: (\d+:\d+)\S*)?\s+([^]*)/.exec(output) ?? [];
  const lines = rest.split('\n');
  const causes = lines.slice(
    0,
    lines.findIndex((line) => !line.includes('×')),
  );
  const cause = causes.at(-1)?.replace(/^.*?×\s*/, '');
  // Plugins name a file from the folder of the slice.
  if (cause?.startsWith('src/')) return join(folder, cause);
  if (cause === undefined || file === undefined) return cause;
  const [, shown] = /╭─\[(\d+:\d+)\]/.exec(rest) ?? [];
  const position = place ?? shown;
  return `${join(folder, file)}${position === undefined ? '' : `:${position}`}: ${cause}`;
}

/** An exception with its stack: of a configuration, or of a plugin, with the name of the program before it. */
const exception = (output: string) => /^(?:\[[\w-]+\] )?\w*Error: (.+)\n\s+at /m.exec(output)?.[1];

/** The folder of the build and its error, both relative to `root`; undefined for an output without a known form. */
export function buildError(output: string, root: string, folder: string): string | undefined {
  const text = stripVTControlCharacters(output);
  const place = relative(root, folder);
  const error = rspackError(text, place) ?? exception(text);
  return error && `The build of ${place || root} failed: ${error.replaceAll(`${root}/`, '')}`;
}
