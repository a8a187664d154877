/** Everything about one slice: its published releases, where each runs, and every revision that changed it. */
import { isAppError } from '@slipway/contracts';
import { ownedBy } from '../alerts/alert';
import { openTarget } from '../command-line/target';
import { readCurrent } from '../composition/read';
import { wholeHistory } from '../composition/wholeHistory';
import type { Workspace } from '../environment/workspace';
import { type Candidate, findRelease } from '../release/candidate';
import { hasUncommittedChanges } from '../release/evidence';
import { releasesFolder } from '../store/keys';
import { readOnce } from '../store/readOnce';
import type { Store } from '../store/store';
import { readAuthors } from '../trust/reading';
import type { DeployMark, ReleaseInfo, SliceInfo } from './api';
import type { Commits } from './commits';

/** Releases and revisions that are read, newest first: older ones are in `slipway history`, as the page says. */
const MAX_RELEASES = 100;
const MAX_REVISIONS = 200;

type Runs = ReleaseInfo['runs'][number] & { version: string };

async function runsIn({ name, environment, store }: Opened, slice: string): Promise<Runs[]> {
  const current = await readCurrent(store, environment.name);
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

interface Published {
  version: string;
  /** Undefined for one whose description cannot be read. */
  candidate: Candidate | undefined;
  error: string | null;
}

const builtAtOf = ({ candidate }: Published) => candidate?.release.builtAt ?? '';

async function publishedIn(store: Store, slice: string): Promise<Published[]> {
  const versions = await store.list(releasesFolder(slice));
  return Promise.all(
    versions.map(async (version) => {
      try {
        const candidate = await findRelease(store, slice, version);
        return { version, candidate, error: candidate ? null : 'It is not published completely' };
      } catch (error) {
        if (!isAppError(error)) throw error;
        return { version, candidate: undefined, error: error.message };
      }
    }),
  );
}

async function releaseInfo({ version, candidate, error }: Published, commits: Commits): Promise<ReleaseInfo> {
  const unknown = {
    ...{ version, builtAt: '', owner: null, routes: [], runs: [] },
    ...{ commit: { hash: 'unknown', author: null, subject: null }, hasUncommittedChanges: false },
  };
  if (!candidate) return { ...unknown, error };
  try {
    const { release } = candidate;
    return {
      ...{ version, builtAt: release.builtAt, owner: ownedBy(release).owner, error },
      commit: await commits(release.commit),
      hasUncommittedChanges: await hasUncommittedChanges(candidate),
      routes: release.routes.map(({ path }) => path),
      runs: [],
    };
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    return { ...unknown, error: cause.message };
  }
}

/** An environment with its store, of which this machine knows what it has verified before. */
async function openIn(workspace: Workspace, name: string) {
  const { environment, store: opened } = await openTarget(workspace, name);
  const store = readOnce(opened);
  return {
    name,
    environment,
    store,
    authors: await readAuthors({ options: workspace.trust, store, environment }),
  };
}

type Opened = Awaited<ReturnType<typeof openIn>>;

/** Verifies only the revisions that it shows. */
async function marksIn({ name, environment, store, authors }: Opened, slice: string): Promise<DeployMark[]> {
  const found: (Omit<DeployMark, 'author'> & { isCurrent: boolean })[] = [];
  let read = 0;
  for await (const one of wholeHistory(store, environment.name)) {
    if (read === MAX_REVISIONS) break;
    read += 1;
    if ('damage' in one) continue;
    const { revision, createdAt: at } = one.composition;
    const { previous, reason, changes } = one.record;
    const own = changes.filter(({ app }) => app === slice);
    if (own.length === 0) continue;
    found.push({ environment: name, revision, previous, at, reason, changes: own, isCurrent: read === 1 });
  }
  return Promise.all(
    found.map(async ({ isCurrent, ...mark }) => {
      const [author, past, current] = await Promise.all([
        authors.of(mark.revision),
        authors.failureOf(mark.revision),
        isCurrent ? authors.failure() : undefined,
      ]);
      const unverified = past ?? current;
      return { ...mark, author, ...(unverified !== undefined && { unverified }) };
    }),
  );
}

/** An environment that cannot be read must not hide the others; the overview shows its error. */
const readable = async <Found>(reads: readonly Promise<Found[]>[]): Promise<Found[]> => {
  const settled = await Promise.allSettled(reads);
  for (const one of settled) if (one.status === 'rejected' && !isAppError(one.reason)) throw one.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

export async function readSlice(
  { workspace, commits }: { workspace: Workspace; commits: Commits },
  slice: string,
  environments: readonly string[],
): Promise<SliceInfo> {
  const opened = await Promise.all(environments.map((name) => openIn(workspace, name)));
  const stores = new Map(opened.map(({ store }) => [store.address, store]));
  const [runs, deploys, ...published] = await Promise.all([
    readable(opened.map((one) => runsIn(one, slice))),
    readable(opened.map((one) => marksIn(one, slice))),
    ...[...stores.values()].map((store) => publishedIn(store, slice)),
  ]);
  const byVersion = new Map(published.flat().map((release) => [release.version, release]));
  const newest = [...byVersion.values()]
    .sort((one, other) => (builtAtOf(one) < builtAtOf(other) ? 1 : -1))
    .slice(0, MAX_RELEASES);
  const releases = (await Promise.all(newest.map((release) => releaseInfo(release, commits)))).map(
    (release) => ({
      ...release,
      runs: runs.filter(({ version }) => version === release.version).map(withoutVersion),
    }),
  );
  return { slice, releases, deploys: deploys.sort((one, other) => (one.at < other.at ? 1 : -1)) };
}

const withoutVersion = ({ environment, kind, percent }: Runs) => ({
  ...{ environment, kind },
  ...(percent !== undefined && { percent }),
});
