/** Compressed copies in a public area that do not have the bytes of their file. A web server sends them without a check. */
import pLimit from 'p-limit';
import { encodings, isCompressible } from '../store/objectHeaders';
import type { Store } from '../store/store';
import { contains } from './copyReleaseFile';

/** Copies that are read at the same time. */
const CONCURRENCY = 16;

interface PublicFile {
  /** Keys in the store. */
  from: string;
  to: string;
  integrity: string;
}

/**
 * The files with a copy that is missing or damaged, each with a sentence about it. Reads only copies that have another size
 * than in the release, because there the copy may be the damaged one.
 */
export async function damagedCopies<File extends PublicFile>(
  store: Store,
  files: readonly File[],
  sizes: { published: ReadonlyMap<string, number>; existing: ReadonlyMap<string, number> },
): Promise<{ file: File; damage: string }[]> {
  const limit = pLimit(CONCURRENCY);
  const all = files.flatMap((file) =>
    isCompressible(file.to) ? (['br', 'gzip'] as const).map((encoding) => ({ file, encoding })) : [],
  );
  const found = await Promise.all(
    all.map(({ file, encoding }) =>
      limit(async () => {
        const key = file.to + encodings[encoding];
        const [wanted, size] = [
          sizes.published.get(file.from + encodings[encoding]),
          sizes.existing.get(key),
        ];
        if (wanted === undefined || wanted === size) return [];
        const bytes = size === undefined ? undefined : await store.get(key);
        if (bytes && contains(encoding, bytes, file.integrity)) return [];
        const damage = bytes ? `had ${String(size)} bytes instead of ${String(wanted)}` : 'was missing';
        return [{ file, damage: `${store.address}/${key} ${damage}` }];
      }),
    ),
  );
  return found.flat();
}
