/** Files of a published release that are not what its description lists. */
import pLimit from 'p-limit';
import { contains } from '../composition/copyReleaseFile';
import { encodings, isCompressible } from '../store/objectHeaders';
import type { Store } from '../store/store';
import type { StoreFile } from '../store/writeFiles';

/** Files that are read at the same time. */
const CONCURRENCY = 16;

/**
 * The keys in the store whose bytes are not those of the build: missing or altered files, and altered compressed copies. A
 * release without copies is complete.
 */
export async function damagedKeys(
  store: Store,
  files: readonly (StoreFile & { integrity: string })[],
): Promise<string[]> {
  const limit = pLimit(CONCURRENCY);
  const isDamaged = (key: string, isRight: (bytes: Buffer | undefined) => boolean) =>
    limit(async () => (isRight(await store.get(key)) ? [] : [key]));
  const found = files.flatMap(({ key, bytes, integrity }) => [
    isDamaged(key, (stored) => stored?.equals(bytes) ?? false),
    ...(isCompressible(key) ? (['br', 'gzip'] as const) : []).map((encoding) =>
      isDamaged(
        key + encodings[encoding],
        (stored) => stored === undefined || contains(encoding, stored, integrity),
      ),
    ),
  ]);
  return (await Promise.all(found)).flat();
}
