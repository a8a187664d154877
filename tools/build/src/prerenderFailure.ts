/** The error of a page that throws while it is prerendered: its module, its path, and its place in the source. */
import { relative } from 'node:path';

interface Failure {
  /** The message of the uncaught error, which names the page. */
  message: string;
  /** Of its cause, where it has one. */
  stack: string;
}

/** In the compiled module: prints a `Failure` as the last line. A string, because it is the source of a banner. */
export const reportFailure = `
process.on('uncaughtException', (error) => {
  const { stack } = error?.cause instanceof Error ? error.cause : error;
  process.stderr.write('\\n' + JSON.stringify({ message: String(error?.message), stack: String(stack) }));
  process.exitCode = 1;
});
`;

/** Frames of libraries and of Node do not help to find the cause in the page. */
const isOwnFrame = (line: string) => line.trim() !== '' && !/node_modules|\bnode:/.test(line);

/** From the output of the module; undefined when that has no failure. `from` is the folder of the slice. */
export function failureOf(stderr: string, module: string, from = ''): Error | undefined {
  const line = stderr.trim().split('\n').at(-1) ?? '';
  let failure: Failure;
  try {
    failure = JSON.parse(line) as Failure;
  } catch {
    return undefined;
  }
  const [first = '', ...rest] = failure.stack.split('\n');
  const frames = rest.filter(isOwnFrame).map((each) => each.replaceAll(`${from}/`, ''));
  const own = first.endsWith(failure.message) ? [] : [failure.message];
  const error = new Error([`${relative(from, module)}: ${[...own, first].join(': ')}`, ...frames].join('\n'));
  // The build prints the stack; its own frames do not help.
  error.stack = error.message;
  return error;
}
