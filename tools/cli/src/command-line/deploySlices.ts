/** Puts the named slices into an environment, or takes them out. */
import { AppError } from '@slipway/contracts';
import { currentComposition } from '../composition/read';
import { versionsOf } from '../composition/record';
import type { Workspace } from '../environment/workspace';
import { type Candidate, publishedRelease } from '../release/candidate';
import type { Store } from '../store/store';
import { makeChange } from './runDeploy';
import type { Output, Terminal } from './command';
import { chosen } from './slices';

interface Options {
  env: string;
  reason?: string | undefined;
  'dry-run': boolean;
  remove: boolean;
  'without-fallback': boolean;
  /** The environment whose releases it begins with. */
  base?: string | undefined;
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

  const base = options.base === undefined ? undefined : await baseOf(workspace, store, options.base);
  const wanted = await Promise.all(words.map((word) => chosen(workspace, store, word)));
  const candidates = wanted
    .map(({ candidate }) => candidate)
    .filter((one): one is Candidate => one !== undefined);
  return makeChange(
    {
      ...target,
      ...(base && environment.backend === 'embedded' && { embedded: base }),
      ...(options['without-fallback'] && { withoutFallback: new Set(wanted.map(({ id }) => id)) }),
      candidates: [...candidates, ...(base?.candidates ?? [])],
      change: (now) =>
        new Map([...(base?.versions ?? now), ...wanted.map(({ id, version }) => [id, version] as const)]),
    },
    options,
    terminal,
  );
}

/** What everyone gets in an environment, as what another one begins with. @throws `not_found` */
async function baseOf(workspace: Workspace, store: Store, name: string) {
  const environment = workspace.environment(name);
  const source = await workspace.store(environment);
  const composition = await currentComposition(source, environment.name);
  if (!composition) throw new AppError('not_found', `--base ${name} runs nothing yet`);
  const versions = versionsOf(composition);
  return {
    versions,
    backend: composition.backend,
    address: environment.address,
    candidates:
      source.address === store.address
        ? []
        : await Promise.all([...versions].map(([id, version]) => publishedRelease(source, id, version))),
  };
}

/** @throws `not_found` for what does not run there, `invalid_input` for the shell */
const without = (words: readonly string[], environment: string) => (now: ReadonlyMap<string, string>) => {
  const absent = words.filter((word) => !now.has(word));
  if (absent.length > 0) throw new AppError('not_found', `${environment} does not run ${absent.join(', ')}`);
  if (words.includes('shell'))
    throw new AppError('invalid_input', 'The shell cannot be taken out: deploy another');
  return new Map([...now].filter(([part]) => !words.includes(part)));
};
