/**
 * Finds the documents that a deploy does not change. They keep the bytes of the previous revision, with its number in
 * them, so that a deploy of one slice writes only the documents of its routes and of `/` (decision 056).
 */
import pLimit from 'p-limit';
import { encodings } from '../store/objectHeaders';
import { documentName, revisionBase } from '../store/keys';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import { sha256, sha256Once } from '../trust/keys';
import { memoryOf } from '../trust/memory';
import type { Statement } from '../trust/statements';
import { type HashedFile, isCopyOf } from './copyReleaseFile';
import type { DocumentSource } from './document';
import { isSameButNumbers } from './part';
import { RECOVERY_PATH } from './startFailure';

/** Documents at a time, each with two compressed copies. */
const CONCURRENCY = 16;

export interface Documents {
  /** Every document by name, with the bytes of the previous revision if they are the same. */
  all: ReadonlyMap<string, Buffer>;
  /** The documents that differ from the previous revision only in its number. */
  same: ReadonlyMap<string, Buffer>;
  /** Those of `same` that are in the folder of the new revision already, with their copies. */
  shared: ReadonlySet<string>;
}

interface FoundDocument {
  bytes: Buffer;
  hash: string;
  isShared: boolean;
}

interface DocumentBefore extends HashedFile {
  key: string;
}

/**
 * The documents of a claimed revision. `previous`, which was verified, has those that may stay. A document is not
 * rendered if this machine has rendered the existing bytes from the same inputs, or compared them with its own
 * rendering. It is then shared immediately, so its bytes are read only for that.
 */
export async function documentsAfter(
  store: Store,
  { environment, revision }: { environment: string; revision: number },
  previous: Statement | undefined,
  sources: readonly DocumentSource[],
): Promise<Documents> {
  const memory = memoryOf(store);
  const base = revisionBase(environment, revision);
  const limit = pLimit(CONCURRENCY);
  const recall = ({ name, inputs }: DocumentSource) =>
    inputs === undefined ? undefined : memory.recall('document', name, inputs);
  const find = async (
    { name }: DocumentSource,
    known: string | undefined,
  ): Promise<FoundDocument | undefined> => {
    const before = documentBefore(environment, previous, name);
    if (!before) return undefined;
    const { key, hash } = before;
    const shared = known === hash && (await shareDocument(store, key, base + name, before));
    if (shared) return { bytes: shared, hash, isShared: true };
    const bytes = await store.get(key);
    return bytes && sha256Once(bytes) === hash ? { bytes, hash, isShared: false } : undefined;
  };
  const found = await Promise.all(
    sources.map(async (source) => {
      const known = recall(source);
      return { source, known, before: await limit(() => find(source, known)) };
    }),
  );
  const [all, same, shared] = [new Map<string, Buffer>(), new Map<string, Buffer>(), new Set<string>()];
  for (const { source, known, before } of found) {
    const { name, inputs, render } = source;
    const text = before && known === before.hash ? undefined : render();
    const isSame = before && (text === undefined || isSameButNumbers(before.bytes.toString(), text));
    const bytes = isSame ? before.bytes : Buffer.from(text ?? '');
    all.set(name, bytes);
    if (isSame) same.set(name, bytes);
    if (isSame && before.isShared) shared.add(name);
    const hash = sha256Once(bytes);
    if (inputs !== undefined && hash !== known) memory.remember(hash, 'document', name, inputs);
  }
  return { all, same, shared };
}

/** A document of the previous revision, verified by the hash in its statement. */
function documentBefore(
  environment: string,
  previous: Statement | undefined,
  name: string,
): DocumentBefore | undefined {
  // The shell of the recovery document is older, so its number has to be the newest.
  if (!previous || name === documentName(RECOVERY_PATH)) return undefined;
  const { version, targets } = previous.document.signed;
  const key = revisionBase(environment, version) + name;
  const { hashes, length = 0 } = targets[key] ?? {};
  const hash = hashes?.['sha256'];
  return hash === undefined ? undefined : { key, hash, length };
}

const COPIES = ['br', 'gzip'] as const;

/**
 * Links or copies a document of the previous revision, with its compressed copies, to another folder, if it has the
 * expected hash. Returns its bytes, or undefined if one of them is missing or altered. Compressed copies that were
 * verified before are known by their hashes.
 */
export async function shareDocument(
  store: Store,
  from: string,
  to: string,
  file: HashedFile,
): Promise<Buffer | undefined> {
  const memory = memoryOf(store);
  const share = (ending: string, accepts: (found: Buffer) => boolean) =>
    store.copy(from + ending, to + ending, accepts, { mayShare: true });
  const known = memory.recall('copies', file.hash);
  const hashes = known?.split(',');
  const found: string[] = [];
  const [bytes, ...copies] = await allEnded([
    share('', (found) => sha256Once(found) === file.hash),
    ...COPIES.map((encoding, index) =>
      share(encodings[encoding], (copy) => {
        found[index] = sha256(copy);
        return hashes?.[index] === found[index] || isCopyOf(encoding, copy, file);
      }),
    ),
  ]);
  if (bytes && copies.every((copy) => copy !== undefined)) {
    if (found.join() !== known) memory.remember(found.join(), 'copies', file.hash);
    return bytes;
  }
  await allEnded(['', ...Object.values(encodings)].map((ending) => store.remove(to + ending)));
  return undefined;
}
