/** What of a store nothing needs any more: releases that no live or recent composition names, and old documents. */
import type { Store } from '../store/store';
import { type Environment } from '../environment/environment';
import { keptSince, previewOf, previewsIn } from '../environment/previews';
import { pointerKey, releaseBase, releasesFolder, revisionBase, revisionsFolder } from '../store/keys';
import { publishedRelease } from '../release/candidate';
import { currentComposition, currentRevision, history } from './read';
import { fallbackReleases } from './fallback';
import { releasesOf } from './record';
import { isAppError } from '@slipway/contracts';

/** A tab may be open so long on a composition that is no longer in force. */
const KEPT_DAYS = 30;
/** As many are kept for a rollback, however old they are. */
const KEPT_REVISIONS = 20;
const DAY = 86_400_000;

export interface Pruned {
  releases: { id: string; version: string }[];
  /** Revisions whose documents go; what they were stays in the history. */
  revisions: { environment: string; revision: number }[];
  /** Previews whose time is over, as the store calls them. */
  previews: string[];
}

/** What could go now. An environment that stands in the store counts, whether this workspace has its file or not. */
export async function prunable(
  store: Store,
  families: readonly Environment[] = [],
  now = Date.now(),
): Promise<Pruned> {
  const oldest = now - KEPT_DAYS * DAY;
  const needed = new Set<string>();
  const revisions: Pruned['revisions'] = [];
  const stored = await store.list('environments');
  const previews = await expired(store, stored, families, now);
  for (const environment of stored.filter((name) => !previews.includes(name))) {
    const kept = new Set<number>();
    let until = now;
    for await (const { composition } of history(store, environment)) {
      if (until < oldest && kept.size >= KEPT_REVISIONS) break;
      kept.add(composition.revision);
      for (const [id, version] of [...releasesOf(composition), ...fallbackReleases(composition)])
        needed.add(releaseBase(id, version));
      until = Date.parse(composition.createdAt);
    }
    const newest = await currentRevision(store, environment);
    const begun = (await store.list(revisionsFolder(environment))).map(Number);
    for (const revision of begun.filter((number) => number < newest && !kept.has(number))) {
      const hasDocument = (await store.list(revisionBase(environment, revision).slice(0, -1))).includes(
        '404.html',
      );
      if (hasDocument) revisions.push({ environment, revision });
    }
  }

  const releases: Pruned['releases'] = [];
  for (const id of await store.list('slices')) {
    for (const version of await store.list(releasesFolder(id))) {
      if (needed.has(releaseBase(id, version))) continue;
      const builtAt = await builtAtOf(store, id, version);
      if (builtAt < oldest) releases.push({ id, version });
    }
  }
  return { releases, revisions, previews };
}

async function expired(
  store: Store,
  stored: readonly string[],
  families: readonly Environment[],
  now: number,
): Promise<string[]> {
  const all = families.flatMap((family) =>
    previewsIn(family, stored).map((id) => ({ since: keptSince(family, now), ...previewOf(family, id) })),
  );
  const ages = await Promise.all(
    all.map(async ({ name, since }) => {
      const composition = await currentComposition(store, name);
      return composition && Date.parse(composition.createdAt) < since ? [name] : [];
    }),
  );
  return ages.flat();
}

/** Milliseconds since 1970; one that is not whole may be on its way, and is left for now. */
async function builtAtOf(store: Store, id: string, version: string): Promise<number> {
  try {
    return Date.parse((await publishedRelease(store, id, version)).release.builtAt);
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Removes it. A release's description goes first: a cut leaves what a publish completes again. */
export async function prune(store: Store, { releases, revisions, previews }: Pruned): Promise<void> {
  for (const name of previews) {
    await store.remove(pointerKey(name));
    await store.remove(pointerKey(name).replace(/\/[^/]+$/, ''));
  }
  for (const { id, version } of releases) {
    const base = releaseBase(id, version);
    await store.remove(`${base}release.json`);
    await store.remove(base.slice(0, -1));
  }
  for (const { environment, revision } of revisions) {
    const keys = [...(await store.sizes(revisionBase(environment, revision).slice(0, -1))).keys()];
    for (const key of keys.filter((name) => !/(?:composition|record)\.json$/.test(name)))
      await store.remove(key);
  }
}
