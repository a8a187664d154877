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
import { allEnded } from './parallel';
import type { CreateOptions, Store } from './store';

/** Compositions: of a revision, and in the public area for pages that fetch them. */
const packed = new RegExp(
  `^environments/[^/]+/(?:revisions/\\d+/composition|public/slices/${REST}/\\d+/[0-9a-f]{16})\\.json$`,
);
const isPacked = (key: string) => packed.test(key);
const packedKey = (key: string) => key + encodings.gzip;

/** Bytes of plain files, which earlier versions wrote. */
const plainBytes = new WeakSet<Uint8Array>();

/** The name of the file that contains these bytes, or that is missing: for messages. */
export const storedName = (key: string, bytes?: Uint8Array): string =>
  isPacked(key) && !(bytes && plainBytes.has(bytes)) ? packedKey(key) : key;

/** Bytes. A file that contains more counts as damaged, and does not fill the memory. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Bytes that are not gzip are returned unchanged: they match no signed hash, and each reader reports them as altered.
 */
const unpack = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: LARGEST }).catch(() => bytes);

/** The key that code uses for a stored object. */
const plainKey = (key: string): string => {
  const plain = key.endsWith(encodings.gzip) ? key.slice(0, -encodings.gzip.length) : key;
  return isPacked(plain) ? plain : key;
};

/** A view of `store` with plain keys. */
export function packedStore(store: Store): Store {
  const getPacked = async (key: string): Promise<Buffer | undefined> => {
    const bytes = await store.get(packedKey(key));
    if (bytes) return unpack(bytes);
    const plain = await store.get(key);
    if (plain) plainBytes.add(plain);
    return plain;
  };

  const createPacked = async (key: string, bytes: Uint8Array, options: CreateOptions): Promise<void> => {
    // A deploy of an earlier version claims the plain key.
    if (options.isClaim && (await store.get(key))) throw new AppError('conflict', `${key} already exists`);
    try {
      await store.create(packedKey(key), await promisify(gzip)(bytes), options);
    } catch (error) {
      // Another version of Node may compress the same content to other bytes.
      const isSame = !options.isClaim && (await getPacked(key))?.equals(bytes);
      if (!isAppError(error) || error.code !== 'conflict' || !isSame) throw error;
    }
  };

  const copyPacked: Store['copy'] = async (from, to, accepts, options) => {
    const source = await store.get(packedKey(from));
    if (!source) return store.copy(from, to, accepts, options);
    const bytes = await unpack(source);
    if (!accepts(bytes)) return undefined;
    const isSource = (found: Buffer) => found.equals(source);
    return (await store.copy(packedKey(from), packedKey(to), isSource, options)) && bytes;
  };

  // Nearly all keys are not packed: their calls pass without another turn.
  return {
    ...store,
    get: (key) => (isPacked(key) ? getPacked(key) : store.get(key)),
    create: (key, bytes, options = {}) =>
      isPacked(key) ? createPacked(key, bytes, options) : store.create(key, bytes, options),
    copy: (from, to, accepts, options) =>
      isPacked(from) && isPacked(to)
        ? copyPacked(from, to, accepts, options)
        : store.copy(from, to, accepts, options),
    list: async (folder) => {
      const names = await store.list(folder);
      return [...new Set(names.map((name) => plainKey(`${folder}/${name}`).slice(folder.length + 1)))];
    },
    sizes: async (folder) =>
      new Map([...(await store.sizes(folder))].map(([key, size]) => [plainKey(key), size])),
    async remove(key) {
      await allEnded([store.remove(key), isPacked(key) ? store.remove(packedKey(key)) : undefined]);
    },
  };
}
