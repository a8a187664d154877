/** Puts the named slices into an environment, or takes them out. */
import { AppError } from '@slipway/contracts';
import type { Candidate } from '../release/candidate';
import { makeChange } from './change';
import type { Output, Terminal } from './command';
import { chosen } from './slices';

interface Options {
  env: string;
  reason?: string | undefined;
  'dry-run': boolean;
  remove: boolean;
}

export async function deploySlices(
  words: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<Output> {
  const workspace = terminal.workspace();
  const environment = workspace.environment(options.env);
  const store = await workspace.store(environment);
  const target = { workspace, environment, store };
  if (options.remove)
    return makeChange({ ...target, candidates: [], change: without(words, options.env) }, options, terminal);

  const wanted = await Promise.all(words.map((word) => chosen(workspace, store, word)));
  const candidates = wanted
    .map(({ candidate }) => candidate)
    .filter((one): one is Candidate => one !== undefined);
  return makeChange(
    {
      ...target,
      candidates,
      change: (now) => new Map([...now, ...wanted.map(({ id, version }) => [id, version] as const)]),
    },
    options,
    terminal,
  );
}

/** @throws `not_found` for what does not run there, `invalid_input` for the shell */
const without = (words: readonly string[], environment: string) => (now: ReadonlyMap<string, string>) => {
  const absent = words.filter((word) => !now.has(word));
  if (absent.length > 0) throw new AppError('not_found', `${environment} does not run ${absent.join(', ')}`);
  if (words.includes('shell'))
    throw new AppError('invalid_input', 'The shell cannot be taken out: deploy another');
  return new Map([...now].filter(([part]) => !words.includes(part)));
};
