/**
 * The files that the revisions of an environment need, for `prune`. A replaced revision never changes, so prune writes
 * a summary to one file of the environment, and the next run reads only later revisions and the newest ones (decision
 * 100). Without the file, or if it belongs to another history, it reads all revisions of the last 30 days.
 */
import * as v from 'valibot';
import { type Composition, isAppError } from '@slipway/contracts';
import { pruneKey, releasePath, REST } from '../store/keys';
import type { Store } from '../store/store';
import { describedReleases } from './fallback';
import { history } from './read';
import { releasesIn } from './selection';

/** The newest revisions are kept for a rollback, whatever their age. */
const KEPT_REVISIONS = 20;

const schema = v.object({
  schema: v.literal(1),
  /**
   * The current revision at that time, and when it was deployed: if the same number has another time, the file belongs
   * to another history.
   */
  revision: v.number(),
  createdAt: v.string(),
  /** No revision below it has documents, but those in `revisions`. */
  cleared: v.number(),
  /** Each revision before, and the path of each release that they need, to the time of the replacement. */
  revisions: v.record(v.string(), v.number()),
  releases: v.record(v.string(), v.number()),
});

type Known = v.InferOutput<typeof schema>;

export interface Uses {
  environment: string;
  /** Revisions whose documents are kept. */
  revisions: ReadonlySet<number>;
  /** The paths of the releases that they need. */
  releases: ReadonlySet<string>;
  /** The paths of those, and of compositions, that a page may still load. */
  ofPages: ReadonlySet<string>;
  /** No revision below it has documents to remove. */
  cleared: number;
  /** The text of the file, and the next one; undefined without a revision. */
  before: string | undefined;
  next: string | undefined;
}

/** Undefined if there is no summary, or it is damaged: all revisions are then read again. */
function knownIn(text: string | undefined): Known | undefined {
  try {
    return v.parse(schema, JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

const pathsIn = (composition: Composition): string[] =>
  [...releasesIn(composition), ...describedReleases(composition)].map(({ id, version }) =>
    releasePath(id, version),
  );

/** Reads them. A page may use a composition that was replaced after `oldest`, in milliseconds since 1970 as `now`. */
export async function readUses(
  store: Store,
  environment: string,
  oldest: number,
  now: number,
): Promise<Uses> {
  const before = (await store.get(pruneKey(environment)))?.toString();
  let known = knownIn(before);
  const revisions = new Map<number, number>();
  const releases = new Map<string, number>();
  let newest: Composition | undefined;
  let until = now;
  let isKnown = false;
  for await (const { composition } of history(store, environment)) {
    const { revision, createdAt } = composition;
    const hasEnough = revisions.size >= KEPT_REVISIONS;
    if (hasEnough && (isKnown || until < oldest)) break;
    newest ??= composition;
    revisions.set(revision, until);
    for (const path of pathsIn(composition)) releases.set(path, Math.max(until, releases.get(path) ?? 0));
    if (known && revision <= known.revision && !isKnown) {
      isKnown = revision === known.revision && createdAt === known.createdAt;
      if (!isKnown) known = undefined;
    }
    until = Date.parse(createdAt);
  }
  const isRecent = ([, time]: readonly [unknown, number]) => time >= oldest;
  const earlier = known && isKnown ? known : { cleared: 0, revisions: {}, releases: {} };
  for (const [revision, time] of Object.entries(earlier.revisions).filter(isRecent))
    revisions.set(Number(revision), Math.max(time, revisions.get(Number(revision)) ?? 0));
  for (const [path, time] of Object.entries(earlier.releases).filter(isRecent))
    releases.set(path, Math.max(time, releases.get(path) ?? 0));
  const recent = { revisions: [...revisions].filter(isRecent), releases: [...releases].filter(isRecent) };
  const next = newest && {
    ...{ schema: 1 as const, revision: newest.revision, createdAt: newest.createdAt },
    cleared: Math.min(...revisions.keys()),
    revisions: Object.fromEntries(recent.revisions),
    releases: Object.fromEntries(recent.releases),
  };
  return {
    ...{ environment, before, cleared: earlier.cleared },
    revisions: new Set(revisions.keys()),
    releases: new Set(releases.keys()),
    ofPages: new Set([
      ...recent.releases.map(([path]) => path),
      ...recent.revisions.map(([revision]) => releasePath(REST, String(revision))),
    ]),
    next: next && JSON.stringify(next satisfies Known),
  };
}

/** Keeps what was read for the next prune, after this one has removed the documents. Another prune may have done so. */
export async function keepUses(store: Store, { environment, before, next }: Uses): Promise<void> {
  if (next === undefined || next === before) return;
  try {
    await store.swap(pruneKey(environment), before, next);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict') throw error;
  }
}
