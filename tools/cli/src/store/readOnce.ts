/**
 * A view of a store for one operation. It reads each immutable file once, so that all steps see the same bytes even if
 * an attacker alters the file in the meantime. Reads may start before their bytes are needed, because each takes a
 * round trip on a bucket. Pointers, timestamps and lists are read again each time.
 */
import { RELEASES } from './keys';
import type { Store } from './store';

const unchanging = new RegExp(
  `^(?:${RELEASES}/|environments/.+/(?:revisions|settings|plans)/|trust/(?:root|targets|names)/)`,
);
const neverChanges = (key: string) => unchanging.test(key);

/** The folder of one release, which does not change after its description is written. */
const releaseFolder = new RegExp(`^${RELEASES}/[^/]+/[^/]+$`);
/** That folder, of a key in it. */
const folderOfRelease = new RegExp(`^${RELEASES}/[^/]+/[^/]+(?=/)`);

const originals = new WeakMap<Store, Store>();

/** The store that a view shows, or the store itself. */
export const originalOf = (store: Store): Store => originals.get(store) ?? store;

/** Starts to read files and folders of releases that will probably be needed. Only a view can keep them. */
export function readAhead(store: Store, keys: readonly string[], folders: readonly string[] = []): void {
  if (!originals.has(store)) return;
  for (const key of keys) store.get(key).catch(() => undefined); // who needs it gets the error
  for (const folder of folders) store.sizes(folder).catch(() => undefined);
}

export function readOnce(store: Store): Store {
  const files = new Map<string, Promise<Buffer | undefined>>();
  const folders = new Map<string, Promise<Map<string, number>>>();

  /** A missing file is not cached: it may be written later. */
  function once<Result>(
    known: Map<string, Promise<Result>>,
    key: string,
    read: () => Promise<Result>,
    isFound: (result: Result) => boolean,
  ): Promise<Result> {
    const running = known.get(key);
    if (running) return running;
    const forget = () => {
      if (known.get(key) === result) known.delete(key);
    };
    const result = read();
    known.set(key, result);
    result.then((found) => {
      if (!isFound(found)) forget();
    }, forget);
    return result;
  }

  const forgetFile = (key: string) => {
    files.delete(key);
    const folder = folderOfRelease.exec(key)?.[0];
    if (folder !== undefined) folders.delete(folder);
  };
  /** Searches all keys, so it is too slow to call for each file that a deploy writes. */
  const forgetAllBelow = (key: string) => {
    forgetFile(key);
    for (const name of files.keys()) if (name.startsWith(`${key}/`)) files.delete(name);
    for (const name of folders.keys()) if (name === key || name.startsWith(`${key}/`)) folders.delete(name);
  };
  const changing = async <Result>(
    key: string,
    change: Promise<Result>,
    forget = forgetFile,
  ): Promise<Result> => {
    try {
      return await change;
    } finally {
      forget(key);
    }
  };

  const view: Store = {
    ...store,
    get: (key) =>
      neverChanges(key)
        ? once(
            files,
            key,
            () => store.get(key),
            (bytes) => bytes !== undefined,
          )
        : store.get(key),
    sizes: (folder) =>
      releaseFolder.test(folder)
        ? once(
            folders,
            folder,
            () => store.sizes(folder),
            (found) => found.size > 0,
          )
        : store.sizes(folder),
    async create(key, bytes, options) {
      await changing(key, store.create(key, bytes, options));
      if (neverChanges(key)) files.set(key, Promise.resolve(Buffer.from(bytes)));
    },
    copy: (from, to, accepts, options) => changing(to, store.copy(from, to, accepts, options)),
    swap: (key, from, to, folder) => changing(key, store.swap(key, from, to, folder)),
    remove: (key) => changing(key, store.remove(key), forgetAllBelow),
  };
  originals.set(view, originalOf(store));
  return view;
}
