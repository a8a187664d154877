/**
 * Compositions are stored compressed only, as `composition.json.gz`: most of a deploy's bytes are hashes in them. Code uses
 * the plain key and the plain bytes, which statements sign; web servers send the compressed file. Stores of earlier versions
 * have plain files, which are read as before (decision 091).
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError, isAppError } from '@slipway/contracts';
import { REST } from './keys';
import { encodings } from './objectHeaders';
import type { Store } from './store';

/** Of a revision, and in the public area for pages that fetch it. */
const packed = new RegExp(
  `^environments/[^/]+/(?:revisions/\\d+/composition|public/slices/${REST}/\\d+/[0-9a-f]{16})\\.json$`,
);
const isPacked = (key: string) => packed.test(key);
const packedKey = (key: string) => key + encodings.gzip;

/** Bytes. A file that contains more counts as damaged, and does not fill the memory. */
const LARGEST = 64 * 1024 * 1024;

/** Bytes that are no gzip are returned as they are: they match no signed hash, and each reader reports them as altered. */
const unpack = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: LARGEST }).catch(() => bytes);

/** The name under which code knows a stored key. */
const plainKey = (key: string): string => {
  const plain = key.endsWith(encodings.gzip) ? key.slice(0, -encodings.gzip.length) : key;
  return isPacked(plain) ? plain : key;
};

/** A view of `store` with plain keys. */
export function packedStore(store: Store): Store {
  const get = async (key: string): Promise<Buffer | undefined> => {
    if (!isPacked(key)) return store.get(key);
    const bytes = await store.get(packedKey(key));
    return bytes ? unpack(bytes) : store.get(key);
  };

  return {
    ...store,
    get,

    async create(key, bytes, options = {}) {
      if (!isPacked(key)) return store.create(key, bytes, options);
      // A deploy of an earlier version claims the plain key.
      if (options.isClaim && (await store.get(key))) throw new AppError('conflict', `${key} already exists`);
      try {
        await store.create(packedKey(key), await promisify(gzip)(bytes), options);
      } catch (error) {
        // Another version of Node may compress the same content to other bytes.
        const isSame = !options.isClaim && (await get(key))?.equals(bytes);
        if (!isAppError(error) || error.code !== 'conflict' || !isSame) throw error;
      }
    },

    async copy(from, to, accepts, options) {
      const source = isPacked(from) && isPacked(to) ? await store.get(packedKey(from)) : undefined;
      if (!source) return store.copy(from, to, accepts, options);
      const bytes = await unpack(source);
      if (!accepts(bytes)) return undefined;
      const copied = await store.copy(
        packedKey(from),
        packedKey(to),
        (found) => found.equals(source),
        options,
      );
      return copied && bytes;
    },

    list: async (folder) => {
      const names = await store.list(folder);
      return [...new Set(names.map((name) => plainKey(`${folder}/${name}`).slice(folder.length + 1)))];
    },
    sizes: async (folder) =>
      new Map([...(await store.sizes(folder))].map(([key, size]) => [plainKey(key), size])),

    async remove(key) {
      await Promise.all([store.remove(key), isPacked(key) ? store.remove(packedKey(key)) : undefined]);
    },
  };
}
