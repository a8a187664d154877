/** Rejects arguments that citty accepts silently: unknown, repeated and empty ones, options without their value, extra arguments. */
import type { ArgDef, ArgsDef } from 'citty';
import { AppError } from '@slipway/contracts';
import { suggestionFor } from './suggestion';

/** A value such as `-5`: no option starts with a digit. */
const isNegative = (argument: string) => /^-\d/.test(argument);

/** Negative numbers come last, after the mark that ends the options: citty takes them for options. */
export function withNegatives(raw: readonly string[]): string[] {
  const negative = raw.filter(isNegative);
  if (negative.length === 0) return [...raw];
  return [...raw.filter((argument) => !isNegative(argument)), '--', ...negative];
}

const isPositional = ({ type }: ArgDef) => type === 'positional';

/** @throws `invalid_input`, in one sentence */
export function rejectUnknownArguments(
  command: string,
  raw: readonly string[],
  args: ArgsDef,
  takesMany: boolean,
): void {
  const reject = (problem: string): never => {
    throw new AppError('invalid_input', `${problem}; see slipway ${command} --help`);
  };
  const options = new Map(Object.entries(args).filter(([, definition]) => !isPositional(definition)));
  const expected = Object.entries(args).filter(([, definition]) => isPositional(definition));
  const seen = new Set<string>();
  let positionals = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const argument = raw[index] ?? '';
    if (!argument.startsWith('-') || isNegative(argument)) {
      const [name = 'argument'] = expected[Math.min(positionals, expected.length - 1)] ?? [];
      // Often an unset variable of a script.
      if (argument === '') reject(`<${name}> is empty`);
      positionals += 1;
      continue;
    }
    const [flag = '', value] = argument.split(/=(.*)/s);
    const option = options.get(flag.slice(2));
    if (!flag.startsWith('--') || !option) {
      const known = [...options.keys()].map((name) => `--${name}`).join(', ');
      const similar = suggestionFor(flag.replace(/^-+/, ''), [...options.keys()]);
      const hint = similar === undefined ? '' : ` (did you mean --${similar}?)`;
      const others = expected.map(([name]) => `<${name}> and `).join('');
      return reject(`slipway ${command} has no option ${flag}${hint}: it has ${others}${known}`);
    }
    if (option.type !== 'string') {
      if (value === undefined) continue;
      reject(`${flag} takes no value`);
    }
    if (seen.has(flag)) reject(`${flag} is given twice`);
    seen.add(flag);
    if (value === undefined) index += 1;
    const given = value ?? raw[index];
    if (!given) reject(`${flag} needs a value`);
    else if (value === undefined && given.startsWith('-'))
      reject(`${flag} needs a value (if it starts with a hyphen, write ${flag}=…)`);
  }
  for (const [name, { required }] of options) {
    if (!required || raw.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))) {
      continue;
    }
    reject(`slipway ${command} needs --${name}`);
  }
  const needed = expected.filter(([, { required }]) => required !== false).length;
  if (positionals < needed) reject(`slipway ${command} needs <${expected[positionals]?.[0] ?? ''}>`);
  if (!takesMany && positionals > expected.length) {
    const given = `${String(positionals)} ${positionals === 1 ? 'was' : 'were'} given`;
    reject(`slipway ${command} takes ${argumentCount(expected.length)}, and ${given}`);
  }
}

const argumentCount = (count: number) =>
  count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `${String(count)} arguments`;
