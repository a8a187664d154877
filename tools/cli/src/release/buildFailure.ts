/** The message of a build that failed: which slice, file and place, and what is wrong, from the output of the tools. */
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

/** A file that does not parse, in a configuration or its imports: the message, then the file in the next line. */
function parseError(output: string): string | undefined {
  const [, what, place] = /ParseError: (.+?)\s*\n\s*(\/\S+:\d+:\d+)/.exec(output) ?? [];
  return what && place && `${place}: ${what}`;
}

/**
 * An exception with its stack, of a configuration or of a plugin; the name of the program may be before it. `isLocated` if the
 * error names its file: an `AppError` does, and any other if a file of the slice threw it.
 */
function exception(output: string, folder: string): { error: string; isLocated: boolean } | undefined {
  const [, type = '', message, place] =
    /^(?:\[[\w-]+\] )?(\w*Error): (.+)\n\s+at (?:.*\()?(?:file:\/\/)?(.*?)\)?$/m.exec(output) ?? [];
  if (message === undefined) return undefined;
  if (type === 'AppError') return { error: message, isLocated: true };
  return place?.startsWith(`${folder}/`) && !place.includes('/node_modules/')
    ? { error: `${place}: ${type}: ${message}`, isLocated: true }
    : { error: message, isLocated: false };
}

/**
 * One line if it names the file. Otherwise all of the output, which has the source or the stack, then the line if the
 * form of the output is known. Paths are relative to `root`.
 */
export function buildFailure(output: string, root: string, folder: string): string {
  const plain = stripVTControlCharacters(output);
  const text = plain.trim();
  const place = relative(root, folder);
  const title = `The build of ${place || root} failed`;
  const line = (error: string) => `${title}: ${error.replaceAll(`${root}/`, '')}`;
  const inSource = rspackError(plain, place);
  if (inSource !== undefined) return `${title}:\n${text}\n\n${line(inSource)}`;
  const unparsed = parseError(text);
  if (unparsed !== undefined) return line(unparsed);
  const thrown = exception(text, folder);
  if (thrown?.isLocated) return line(thrown.error);
  return `${title}:\n${text}${thrown ? `\n\n${line(thrown.error)}` : ''}`;
}
