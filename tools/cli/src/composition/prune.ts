/**
 * Finds and removes what a store no longer needs: unused releases, files in public areas, documents of old revisions,
 * plans that were never carried out, expired previews.
 */
import type { Store } from '../store/store';
import { type Environment } from '../environment/environment';
import { keptSince, previewOf, previewsIn } from '../environment/previews';
import {
  pointerKey,
  releaseBase,
  releasePath,
  RELEASES,
  releasesFolder,
  revisionBase,
  revisionsFolder,
} from '../store/keys';
import { publishedRelease } from '../release/candidate';
import { timestampKey } from '../trust/paths';
import { currentComposition, hasLostPointer } from './read';
import { removePlans, type UnusedPlan, unusedPlans } from './prunePlans';
import { removeFiles, unusedFiles, type UnusedFiles } from './prunePublic';
import { keepUses, readUses, type Uses } from './pruneUses';
import { compositionSettings } from './settings';
import { isAppError } from '@slipway/contracts';

/** An open tab may keep using an earlier composition for this long, which is also the maximal age of a session. */
const KEPT_DAYS = 30;
const DAY = 86_400_000;

export interface Pruned {
  releases: { id: string; version: string }[];
  /** Releases in the public area of an environment that no page of the last 30 days uses; a rollback copies them again. */
  files: UnusedFiles[];
  /** Revisions whose documents are removed. Their compositions and records stay in the history. */
  revisions: { environment: string; revision: number }[];
  /** Plans that were never carried out, and can no longer be. */
  plans: UnusedPlan[];
  /** Expired previews, by their names in the store. */
  previews: string[];
  /** The needs of each environment, for the next prune. */
  uses: readonly Uses[];
}

/**
 * Everything that can be removed at `time`, which is now by the store's clock when it is left out. Considers every
 * environment in the store, also those without a file in this workspace.
 */
export async function prunable(
  store: Store,
  families: readonly Environment[] = [],
  time?: number,
): Promise<Pruned> {
  const now = time ?? (await store.now());
  const oldest = now - KEPT_DAYS * DAY;
  const uses: Uses[] = [];
  const revisions: Pruned['revisions'] = [];
  const files: Pruned['files'] = [];
  const plans: Pruned['plans'] = [];
  const stored = await store.list('environments');
  const previews = await expired(store, stored, families, now);
  for (const environment of stored.filter((name) => !previews.includes(name))) {
    const used = await readUses(store, environment, oldest, now);
    uses.push(used);
    files.push(...(await unusedFiles(store, environment, used.ofPages)));
    plans.push(...(await unusedPlans(store, environment, oldest)));
    const newest = Math.max(0, ...used.revisions);
    const claimed = (await store.list(revisionsFolder(environment))).map(Number);
    const isOld = (number: number) =>
      number < newest && number >= used.cleared && !used.revisions.has(number);
    for (const revision of claimed.filter(isOld)) {
      const hasDocument = (await store.list(revisionBase(environment, revision).slice(0, -1))).includes(
        '404.html',
      );
      if (hasDocument) revisions.push({ environment, revision });
    }
  }

  const releases: Pruned['releases'] = [];
  for (const id of await store.list(RELEASES)) {
    for (const version of await store.list(releasesFolder(id))) {
      if (uses.some(({ releases: needed }) => needed.has(releasePath(id, version)))) continue;
      const builtAt = await builtAtOf(store, id, version);
      if (builtAt < oldest) releases.push({ id, version });
    }
  }
  return { releases, files, revisions, plans, previews, uses };
}

async function expired(
  store: Store,
  stored: readonly string[],
  families: readonly Environment[],
  now: number,
): Promise<string[]> {
  const all = families.flatMap((family) => previewsIn(family, stored).map((id) => previewOf(family, id)));
  const ages = await Promise.all(
    all.map(async (preview) => {
      const { name } = preview;
      // An interrupted prune removed its pointer first.
      if (await hasLostPointer(store, name)) return [name];
      const composition = await currentComposition(store, name);
      const { settings } = (await compositionSettings(store, composition)) ?? {};
      const since = keptSince(settings ?? preview, now);
      return composition && Date.parse(composition.createdAt) < since ? [name] : [];
    }),
  );
  return ages.flat();
}

/** Milliseconds since 1970. A release without its description may still be uploading, and is never old. */
async function builtAtOf(store: Store, id: string, version: string): Promise<number> {
  try {
    return Date.parse((await publishedRelease(store, id, version)).release.builtAt);
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Removes them. A release's description goes first, so that an interrupted prune leaves what a publish can complete. */
export async function prune(
  store: Store,
  { releases, files, revisions, plans, previews, uses }: Pruned,
): Promise<void> {
  await store.removeLeftovers();
  await removeFiles(store, files);
  await removePlans(store, plans);
  for (const name of previews) {
    await store.remove(timestampKey(name));
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
    for (const key of keys.filter(
      (name) => !/\/(?:composition|record|statement)\.json$|\/statement\.signatures\//.test(name),
    ))
      await store.remove(key);
  }
  for (const used of uses) await keepUses(store, used);
}
