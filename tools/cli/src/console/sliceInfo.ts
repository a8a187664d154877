/** Everything about one slice: its published releases, where each runs, and every revision that changed it. */
import { isAppError } from '@slipway/contracts';
import { ownedBy } from '../alerts/alert';
import history from '../commands/history';
import { readCurrent } from '../composition/read';
import type { Workspace } from '../environment/workspace';
import { findRelease } from '../release/candidate';
import { hasUncommittedChanges } from '../release/evidence';
import { releasesFolder } from '../store/keys';
import type { Store } from '../store/store';
import type { DamagedEntry, DeployMark, HistoryEntry, ReleaseInfo, SliceInfo } from './api';
import type { Commits } from './commits';
import type { Runner } from './runner';

/** Releases and revisions that are read, newest first: older ones are in `slipway history`, as the page says. */
const MAX_RELEASES = 100;
const MAX_REVISIONS = 200;

type Runs = ReleaseInfo['runs'][number] & { version: string };

async function runsIn(workspace: Workspace, name: string, slice: string): Promise<Runs[]> {
  const environment = workspace.environment(name);
  const current = await readCurrent(await workspace.store(environment), environment.name);
  const composition = current?.composition;
  const found = slice === 'shell' ? composition?.shell : composition?.slices[slice];
  if (!found) return [];
  const { version, canary, fallback } = found;
  return [
    { environment: name, kind: 'stable', version },
    ...(canary && canary.percent > 0
      ? [
          {
            ...{ environment: name, kind: 'canary' as const },
            ...{ version: canary.release.version, percent: canary.percent },
          },
        ]
      : []),
    ...(fallback ? [{ environment: name, kind: 'fallback' as const, version: fallback.version }] : []),
  ];
}

async function releaseInfo(
  store: Store,
  slice: string,
  version: string,
  commits: Commits,
): Promise<ReleaseInfo> {
  const unknown = {
    ...{ version, builtAt: '', owner: null, routes: [], runs: [] },
    ...{ commit: { hash: 'unknown', author: null, subject: null }, hasUncommittedChanges: false },
  };
  try {
    const found = await findRelease(store, slice, version);
    if (!found) return { ...unknown, error: 'It is not published completely' };
    const { release } = found;
    return {
      ...{ version, builtAt: release.builtAt, owner: ownedBy(release).owner, error: null },
      commit: await commits(release.commit),
      hasUncommittedChanges: await hasUncommittedChanges(found),
      routes: release.routes.map(({ path }) => path),
      runs: [],
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...unknown, error: error.message };
  }
}

async function marksIn(runner: Runner, environment: string, slice: string): Promise<DeployMark[]> {
  const args = ['--env', environment, '--limit', String(MAX_REVISIONS)];
  const entries = await runner.read<(HistoryEntry | DamagedEntry)[]>('history', history, args);
  return entries.flatMap((entry) => {
    if ('damage' in entry) return [];
    const { changes, revision, previous, at, author, reason, unverified } = entry;
    const own = changes.filter(({ app }) => app === slice);
    if (own.length === 0) return [];
    const mark = { environment, revision, previous, at, author, reason, changes: own };
    return [{ ...mark, ...(unverified !== undefined && { unverified }) }];
  });
}

/** One environment that cannot be read hides nothing of the others: the overview shows its error. */
const readable = async <Found>(reads: readonly Promise<Found[]>[]): Promise<Found[]> => {
  const settled = await Promise.allSettled(reads);
  for (const one of settled) if (one.status === 'rejected' && !isAppError(one.reason)) throw one.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

export async function readSlice(
  { workspace, runner, commits }: { workspace: Workspace; runner: Runner; commits: Commits },
  slice: string,
  environments: readonly string[],
): Promise<SliceInfo> {
  const stores = new Map<string, Store>();
  for (const name of environments) {
    const store = await workspace.store(workspace.environment(name));
    stores.set(store.address, store);
  }
  const [runs, deploys, ...published] = await Promise.all([
    readable(environments.map((name) => runsIn(workspace, name, slice))),
    readable(environments.map((name) => marksIn(runner, name, slice))),
    ...[...stores.values()].map(async (store) =>
      Promise.all(
        (await store.list(releasesFolder(slice))).map((version) =>
          releaseInfo(store, slice, version, commits),
        ),
      ),
    ),
  ]);
  const byVersion = new Map(published.flat().map((release) => [release.version, release]));
  const releases = [...byVersion.values()]
    .sort((one, other) => (one.builtAt < other.builtAt ? 1 : -1))
    .slice(0, MAX_RELEASES)
    .map((release) => ({
      ...release,
      runs: runs.filter(({ version }) => version === release.version).map(withoutVersion),
    }));
  return { slice, releases, deploys: deploys.sort((one, other) => (one.at < other.at ? 1 : -1)) };
}

const withoutVersion = ({ environment, kind, percent }: Runs) => ({
  ...{ environment, kind },
  ...(percent !== undefined && { percent }),
});
