/** The first error of each build that failed, in a line: the output of the tools has it between 60 others. */
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Failed {
  /** Relative to the workspace. */
  folder: string;
  error: string;
}

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
  if (cause === undefined || file === undefined) return cause;
  const [, shown] = /╭─\[(\d+:\d+)\]/.exec(rest) ?? [];
  const position = place ?? shown;
  return `${join(folder, file)}${position === undefined ? '' : `:${position}`}: ${cause}`;
}

/** Of a configuration: an exception with its stack. */
const exception = (output: string) => /^\w*Error: (.+)\n\s+at /m.exec(output)?.[1];

function failedIn(output: string, root: string, folder: string): Failed[] {
  const [, path] = /^npm error path (.+)$/m.exec(output) ?? [];
  const place = relative(root, path ?? folder);
  const error = rspackError(output, place) ?? exception(output);
  return error === undefined ? [] : [{ folder: place, error: error.replaceAll(`${root}/`, '') }];
}

/** `folder` is where the tool ran. Nx runs several builds: the output of each follows its name. */
export const buildErrors = (output: string, root: string, folder: string): string[] =>
  stripVTControlCharacters(output)
    .split(/^> nx run \S+.*$/m)
    .flatMap((part) => failedIn(part, root, folder))
    .map(({ folder: place, error }) => `The build of ${place} failed: ${error}`);
