/** Refuses what citty would take silently: unknown options, options without their value, words too many. */
import type { ArgDef, ArgsDef } from 'citty';
import { AppError } from '@slipway/contracts';

const isPositional = ({ type }: ArgDef) => type === 'positional';

/** @throws `invalid_input`, in one sentence */
export function refuseUnknown(
  command: string,
  raw: readonly string[],
  args: ArgsDef,
  takesMany: boolean,
): void {
  const options = new Map(Object.entries(args).filter(([, definition]) => !isPositional(definition)));
  const help = `see slipway ${command} --help`;
  let words = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const word = raw[index] ?? '';
    if (!word.startsWith('-')) {
      words += 1;
      continue;
    }
    const [flag = '', value] = word.split(/=(.*)/s);
    const option = options.get(flag.slice(2));
    if (!flag.startsWith('--') || !option) {
      const known = [...options.keys()].map((name) => `--${name}`).join(', ');
      throw new AppError(
        'invalid_input',
        `slipway ${command} has no option ${flag}: it has ${known}; ${help}`,
      );
    }
    if (option.type !== 'string') {
      if (value === undefined) continue;
      throw new AppError('invalid_input', `${flag} takes no value; ${help}`);
    }
    if (value === undefined) index += 1;
    const given = value ?? raw[index];
    if (!given || (value === undefined && given.startsWith('-'))) {
      throw new AppError('invalid_input', `${flag} needs a value; ${help}`);
    }
  }
  for (const [name, { required }] of options) {
    if (!required || raw.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))) continue;
    throw new AppError('invalid_input', `slipway ${command} needs --${name}; ${help}`);
  }
  const takes = Object.values(args).filter(isPositional);
  const needed = takes.filter(({ required }) => required !== false).length;
  if (words < needed) {
    const missing = Object.entries(args).filter(([, definition]) => isPositional(definition))[words]?.[0];
    throw new AppError('invalid_input', `slipway ${command} needs <${missing ?? ''}>; ${help}`);
  }
  if (!takesMany && words > takes.length) {
    throw new AppError(
      'invalid_input',
      `slipway ${command} takes ${String(takes.length)} words, not ${String(words)}; ${help}`,
    );
  }
}
