/** Verifies a delta before a server sends it: it must be that of its file to an earlier file of the public area. */
import { deltaKey, deltaOf, fileOfDelta, laterFiles } from '../store/delta';
import type { Store } from '../store/store';
import { untrusted } from './document';

/** Reads and verifies a file of the public area. */
type Read = (key: string) => Promise<Buffer | undefined>;

const address = /^(?<area>environments\/[^/]+\/public)(?<path>\/slices\/(?<id>[^/]+)\/.+)$/;

/** Folders that are searched for an earlier file. Those of compositions are revisions, the newest first. */
const MOST_FOLDERS = 50;

/** The keys at which the earlier files of a file may be. */
async function keysOfEarlier(store: Store, file: string): Promise<string[]> {
  const { area = '', path = '', id = '' } = address.exec(file)?.groups ?? {};
  const pattern = laterFiles(path);
  if (pattern === undefined) return [];
  const folder = `/slices/${id}`;
  const keys: string[] = [];
  const versions = (await store.list(area + folder)).sort((a, b) => Number(b) - Number(a));
  for (const version of versions.slice(0, MOST_FOLDERS)) {
    const paths = (await store.list(`${area}${folder}/${version}`)).map(
      (name) => `${folder}/${version}/${name}`,
    );
    keys.push(...paths.filter((one) => laterFiles(one) === pattern).map((one) => area + one));
  }
  return keys;
}

/** Undefined when there is no delta, or its earlier file was removed. @throws `slice_untrusted` */
export async function verifiedDelta(store: Store, key: string, read: Read): Promise<Buffer | undefined> {
  const file = fileOfDelta(key);
  const bytes = await store.get(key);
  const plain = file === undefined ? undefined : await read(file);
  if (!bytes || file === undefined || !plain) return undefined;
  for (const one of await keysOfEarlier(store, file)) {
    const earlier = await store.get(one);
    if (!earlier || deltaKey(file, earlier) !== key) continue;
    if ((await deltaOf(earlier, plain)).equals(bytes)) return bytes;
    throw untrusted(`${key} is no delta of its file: it was altered, or made by another version. Remove it`);
  }
  return undefined;
}
