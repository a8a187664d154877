/**
 * Writes the deltas of a deploy, from the running releases of a slice to its new release. A browser that has the
 * earlier file fetches the delta; others fetch the file (decision 104). `restFile.ts` writes the delta of the
 * composition.
 */
import pLimit from 'p-limit';
import { deltaKey, deltaOf, laterFiles } from '../store/delta';
import { publicBase, releasePath } from '../store/keys';
import { encodings } from '../store/objectHeaders';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import type { ReleaseRef } from './selection';

/** Files at a time, with up to five requests each. */
const CONCURRENCY = 8;

interface NewRelease extends ReleaseRef {
  /** By path. */
  files: Readonly<Record<string, unknown>>;
}

/** Writes a file, replacing an existing one of unknown origin. */
async function replace(store: Store, key: string, bytes: Buffer): Promise<void> {
  await store.remove(key);
  await store.create(key, bytes);
}

/** Writes the delta of a file to `earlier`, if it has fewer bytes than `most`. A deploy does not depend on it. */
export async function writeDelta(
  store: Store,
  key: string,
  bytes: Buffer,
  earlier: Buffer,
  most: number,
): Promise<void> {
  const delta = await deltaOf(earlier, bytes).catch(() => undefined);
  if (delta && delta.length < most) await replace(store, deltaKey(key, earlier), delta);
}

/** Writes the delta of a file of a release, unless its Brotli copy is smaller. */
async function compareFiles(store: Store, key: string, earlierKey: string): Promise<void> {
  const [bytes, earlier, compressed] = await Promise.all([
    store.get(key),
    store.get(earlierKey),
    store.get(key + encodings.br),
  ]);
  if (!bytes || !earlier) return; // a prune may run
  await writeDelta(store, key, bytes, earlier, (compressed ?? bytes).length);
}

/**
 * Writes the deltas of the releases in `added` to those in `running`, whose files are all in the public area. `written`
 * remembers them for another attempt of the same deploy.
 */
export async function writeDeltas(
  store: Store,
  environment: string,
  added: readonly NewRelease[],
  running: readonly ReleaseRef[],
  written: Set<string>,
): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  const nameOf = ({ release, earlier }: (typeof pairs)[number]) =>
    `${release.id} ${release.version} ${earlier.version}`;
  const pairs = added.flatMap((release) =>
    running
      .filter(({ id, version }) => id === release.id && version !== release.version)
      .map((earlier) => ({ release, earlier })),
  );
  const ofPair = async ({ release: { id, version, files }, earlier }: (typeof pairs)[number]) => {
    const folder = publicBase(environment, id, earlier.version);
    const known = new Map<string, string>();
    for (const path of await store.list(folder.slice(0, -1))) {
      const pattern = laterFiles(releasePath(id, earlier.version) + path);
      if (pattern !== undefined) known.set(pattern, folder + path);
    }
    await allEnded(
      Object.keys(files).map(async (path) => {
        const earlierKey = known.get(laterFiles(releasePath(id, version) + path) ?? '');
        if (earlierKey === undefined) return;
        const key = publicBase(environment, id, version) + path;
        await limit(() => compareFiles(store, key, earlierKey));
      }),
    );
  };
  const missing = pairs.filter((pair) => !written.has(nameOf(pair)));
  await allEnded(missing.map(ofPair));
  for (const pair of missing) written.add(nameOf(pair));
}
