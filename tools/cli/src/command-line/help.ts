/** The help of the command line and of its commands, as wide as a terminal. */
import { stripVTControlCharacters } from 'node:util';
import { renderUsage } from 'citty';
import type { Output, SlipwayCommand } from './command';
import { commands } from './commands';
import { table } from './text';

/** Columns of a terminal. */
const WIDTH = 80;

/** The text in lines of at most 80 columns: the first line starts with `head`, the others with as many spaces. */
function wrapped(head: string, text: string, indent = head.length, ending = ''): string {
  const lines: string[] = [];
  let line = head;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length + ending.length > WIDTH) {
      lines.push(line + ending);
      line = ' '.repeat(indent);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

/** A line of citty: a title, or a name and its description in two columns. */
function wrappedLine(line: string): string {
  const [head = '', description = ''] = /^( +\S+ {2,})(.*)$/.exec(line)?.slice(1) ?? ['', line];
  return line.length > WIDTH ? wrapped(head, description) : line;
}

/** Longer than a line, an example continues after a backslash, as a shell reads it. An option keeps its value beside it. */
function exampleText(example: string): string {
  if (example.length + 2 <= WIDTH) return `  ${example}`;
  const space = '\u00A0';
  const joined = example
    .replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replaceAll(' ', space))
    .replaceAll(/(--[a-z-]+) (?!--)/g, `$1${space}`);
  return wrapped('  ', joined, 6, ' \\').replaceAll(space, ' ');
}

export const listOf = (names: readonly string[]) =>
  table(names.map((name) => [`  slipway ${name}`, commands[name]?.description ?? '']))
    .split('\n')
    .map((line) => {
      const [head = '', description = ''] = /^( {2}(?:\S+ )+ +)(.*)$/.exec(line)?.slice(1) ?? ['', line];
      return line.length > WIDTH ? wrapped(head, description) : line;
    })
    .join('\n');

export const overview = () =>
  [
    'Builds slices, deploys them, and decides what each environment runs.',
    '',
    listOf(Object.keys(commands)),
    '',
    'slipway <command> --help shows its options and examples,',
    'slipway --version the versions of Slipway and Node.js.',
    'Exit codes: 0 success, 1 internal error, 2 wrong argument or file, 3 not found,',
    '4 conflict, 5 failed checks, 6 credentials, 7 network.',
  ].join('\n');

export async function help({ definition, meta, args, examples, takesMany }: SlipwayCommand): Promise<Output> {
  const usage = stripVTControlCharacters(await renderUsage(definition))
    // citty pads the last column, too. A switch is off without its option, which needs no words.
    .replaceAll(/(?: \(Default: false\))? *$/gm, '');
  // Each command that takes many has one positional argument.
  const counted = takesMany ? usage.replace(/^USAGE .*?[\]>](?= --|$)/m, '$&...') : usage;
  const lines = counted.split('\n').map(wrappedLine);
  return {
    text: [...lines, 'EXAMPLES', '', ...examples.map(exampleText)].join('\n'),
    data: { ...meta, arguments: args, examples },
  };
}
