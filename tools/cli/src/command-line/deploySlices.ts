/** Adds the named slices to an environment, or removes them. */
import { AppError } from '@slipway/contracts';
import { untranslated } from '../composition/languages';
import { currentComposition } from '../composition/read';
import { selectionOf } from '../composition/selection';
import type { Environment } from '../environment/environment';
import { LOCAL, serverHome } from '../environment/runningServer';
import type { Workspace } from '../environment/workspace';
import { publishedRelease } from '../release/candidate';
import { allEnded } from '../store/parallel';
import { readOnce } from '../store/readOnce';
import type { Store } from '../store/store';
import type { Output, Terminal } from './command';
import { deployAction, runDeploy, withNotices } from './runDeploy';
import type { DeployOptions } from './deployOptions';
import { readEarly } from './readEarly';
import { chooseReleases } from './slices';
import { openTarget, type Target, verifiedComposition } from './target';

/** The options were checked with `checkDeployOptions`. `building`: the build of the slices, which the deploy waits for. */
export async function deploySlices(
  slices: readonly string[],
  options: DeployOptions,
  terminal: Terminal,
  building?: Promise<void>,
): Promise<Output> {
  const workspace = terminal.workspace();
  const opened = await openTarget(workspace, options.env);
  // Reuse the files that are read while the slices are built.
  const target = building ? { ...opened, store: readOnce(opened.store) } : opened;
  if (options.remove) return removeSlices(slices, target, options, terminal);
  if (building) await allEnded([building, readEarly(target)]);

  const { environment, store } = target;
  const base = options.base === undefined ? undefined : await readBase(workspace, store, options.base);
  const chosen = await chooseReleases(workspace, store, slices);
  const output = await runDeploy(
    {
      ...target,
      ...(base && { startsLike: { named: options.base ?? '', selection: base.selection } }),
      ...(base && environment.backend === 'embedded' && { embedded: await backendBeside(target, base) }),
      ...(options['without-fallback'] && { withoutFallback: new Set(chosen.map(({ id }) => id)) }),
      candidates: [...chosen.flatMap(({ candidate }) => candidate ?? []), ...(base?.candidates ?? [])],
      edits: {
        ...(base && { base: base.selection }),
        stable: new Map(chosen.map(({ id, version }) => [id, version])),
      },
      ...(!base && !options['without-fallback'] && { action: deployAction(options.env, chosen) }),
    },
    options,
    terminal,
  );
  const built = chosen.flatMap(({ candidate }) => candidate?.release ?? []);
  return withNotices(output, [
    ...chosen.flatMap(({ notice }) => notice ?? []),
    ...untranslated(environment, built),
  ]);
}

type Base = Awaited<ReturnType<typeof readBase>>;

/** The backend of a new preview: that of its base if one server serves both, otherwise that of `local`. */
async function backendBeside({ workspace, environment, store }: Target, base: Base) {
  const homeOf = (place: Environment) => serverHome(workspace.home, place);
  if (homeOf(environment) === homeOf(base.environment)) return base;
  return readBase(workspace, store, LOCAL);
}

/** The stable releases of an environment, with which another one starts. @throws `not_found` */
async function readBase(workspace: Workspace, store: Store, name: string) {
  const environment = workspace.environment(name);
  const source = await workspace.store(environment);
  const composition = await verifiedComposition({ workspace, environment, store: source });
  if (!composition) throw new AppError('not_found', `--base ${name} runs nothing yet: deploy to it first`);
  const { stable } = selectionOf(composition);
  return {
    selection: { stable, canaries: new Map() },
    environment,
    backend: composition.backend,
    address: environment.address,
    candidates:
      source.address === store.address
        ? []
        : await Promise.all([...stable].map(([id, version]) => publishedRelease(source, id, version))),
  };
}

/** @throws `not_found` for a slice that does not run there, `invalid_input` for the shell */
async function removeSlices(
  slices: readonly string[],
  target: Target,
  options: DeployOptions,
  terminal: Terminal,
): Promise<Output> {
  const { stable } = selectionOf(await currentComposition(target.store, target.environment.name));
  const absent = slices.filter((slice) => !stable.has(slice));
  if (absent.length > 0) throw new AppError('not_found', `${options.env} does not run ${absent.join(', ')}`);
  if (slices.includes('shell')) {
    throw new AppError('invalid_input', 'The shell cannot be removed: deploy another release of it');
  }
  const edits = { stable: new Map(slices.map((slice) => [slice, undefined])) };
  return runDeploy({ ...target, candidates: [], edits }, options, terminal);
}
