/** Checks a migration against every release that some visitor gets, in every environment with that backend. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError, type Composition } from '@slipway/contracts';
import { contractionFailures } from '../checks/contraction';
import { describedReleases } from '../composition/fallback';
import { currentComposition } from '../composition/read';
import { releasesIn } from '../composition/selection';
import type { Environment } from '../environment/environment';
import { previewsIn } from '../environment/previews';
import type { Workspace } from '../environment/workspace';
import { findRelease, isSlice } from '../release/candidate';
import type { Store } from '../store/store';
import type { Output } from './command';
import { openTarget } from './target';

interface Live {
  name: string;
  store: Store;
  composition: Composition;
  /** The backend's origin, also for one on the app's origin. */
  backend: string;
}

const originOf = (url: string, address: string) => (url === '/' ? address : url);

/** Every environment that runs something, previews included: they use a database too. */
async function liveEnvironments(workspace: Workspace): Promise<Live[]> {
  const previews = await Promise.all(
    workspace.families().map(async (family) => {
      const stored = await (await workspace.store(family)).list('environments');
      return previewsIn(family, stored).map((id) => `${family.name}/${id}`);
    }),
  );
  const found = await Promise.all(
    [...workspace.names(), ...previews.flat()].map(async (name): Promise<Live[]> => {
      const { environment, store } = await openTarget(workspace, name);
      const composition = await currentComposition(store, environment.name);
      if (!composition) return [];
      return [{ name, store, composition, backend: originOf(composition.backend.url, environment.address) }];
    }),
  );
  return found.flat();
}

/** The slices of all releases that visitors get, fallbacks included. */
async function slicesOf({ store, composition }: Live) {
  const refs = [...releasesIn(composition), ...describedReleases(composition)];
  const releases = await Promise.all(refs.map(({ id, version }) => findRelease(store, id, version)));
  return releases.flatMap((candidate) => (candidate && isSlice(candidate) ? [candidate.release] : []));
}

/** The backend of an environment that runs nothing yet: other environments may use it already. */
const plannedBackend = ({ backend, address }: Environment): string | undefined =>
  backend === 'embedded' ? undefined : originOf(backend.url, address);

/** With `env`, only environments with its backend. @throws `not_found`, `slice_incompatible` with every reason */
export async function checkMigration(
  workspace: Workspace,
  file: string,
  env: string | undefined,
): Promise<Output> {
  if (!/^\d{14}_.+\.sql$/.test(basename(file)))
    throw new AppError(
      'invalid_input',
      `${file} is not a migration: pass a file such as supabase/migrations/20261124030000_notes.sql`,
    );
  const sql = await readFile(resolve(file), 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', `${file} cannot be read: pass the path of a migration`, { cause });
  });
  const all = await liveEnvironments(workspace);
  const wanted =
    env === undefined
      ? undefined
      : (all.find(({ name }) => name === env)?.backend ?? plannedBackend(workspace.environment(env)));
  const checked = env === undefined ? all : all.filter(({ backend }) => backend === wanted);
  const answers = await Promise.all(
    checked.map(async (live) => ({
      environment: live.name,
      backend: live.backend,
      reasons: contractionFailures(file, sql, await slicesOf(live)),
    })),
  );
  const text = answers
    .flatMap(({ environment, backend, reasons }) => [
      `${environment} (${backend}): ${reasons.length === 0 ? 'every release still works' : 'rejected'}`,
      ...reasons.map((reason) => `  ${reason}`),
    ])
    .join('\n');
  if (answers.some(({ reasons }) => reasons.length > 0)) throw new AppError('slice_incompatible', text);
  return { text: text || 'Nothing that uses this database is deployed yet', data: answers };
}
