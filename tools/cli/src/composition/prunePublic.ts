/** Finds and removes releases in public areas that no page needs any longer. */
import { publicBase, publicFolder, releasePath } from '../store/keys';
import type { Store } from '../store/store';
import { currentRevision } from './read';
import type { ReleaseRef } from './selection';
import { takeTurn } from './turns';
import { CLAIM_TIMEOUT, latestClaimedRevision } from './write';

export interface UnusedFiles extends ReleaseRef {
  environment: string;
  /** The environment's revision when this was found. */
  revision: number;
}

/** The releases in a public area except those in `needed`, a set of their paths. */
export async function unusedFiles(
  store: Store,
  environment: string,
  needed: ReadonlySet<string>,
): Promise<UnusedFiles[]> {
  const revision = await currentRevision(store, environment);
  const slices = `${publicFolder(environment)}/slices`;
  const found = await Promise.all(
    (await store.list(slices)).map(async (id) =>
      (await store.list(`${slices}/${id}`)).map((version) => ({ environment, revision, id, version })),
    ),
  );
  return found.flat().filter(({ id, version }) => !needed.has(releasePath(id, version)));
}

/**
 * Removes the files, except in environments that were deployed to in the meantime, or that have an unfinished revision.
 * A deploy waits for its turn while a release is removed, and then copies its missing files.
 */
export async function removeFiles(store: Store, files: readonly UnusedFiles[]): Promise<void> {
  for (const { environment, revision, id, version } of files) {
    const turn = await takeTurn(store, environment, CLAIM_TIMEOUT);
    try {
      const [now, claimed] = await Promise.all([
        currentRevision(store, environment),
        latestClaimedRevision(store, environment),
      ]);
      if (now !== revision || claimed > now) continue;
      await store.remove(publicBase(environment, id, version).slice(0, -1));
    } finally {
      await turn.end();
    }
  }
}
