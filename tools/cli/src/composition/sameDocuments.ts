/**
 * Documents that a deploy does not change: their bytes stay those of the revision before, with its number in them, so a
 * deploy of one slice writes the documents of its routes and of `/` (decision 056).
 */
import { type Encoding, encodings } from '../store/objectHeaders';
import { documentName, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';
import { type Memory, memoryOf } from '../trust/memory';
import type { Statement } from '../trust/statements';
import { isCopyOf } from './copyReleaseFile';
import type { DocumentSource } from './document';
import { isSameButNumbers } from './part';
import { RECOVERY_PATH } from './startFailure';

export interface Documents {
  /** Every document by name: those of the revision before where they are the same. */
  all: ReadonlyMap<string, Buffer>;
  /** Those that differ from the revision before only in its number. */
  same: ReadonlyMap<string, Buffer>;
}

/**
 * The documents of a revision. `previous`, which was verified, has those that stay. A document is not rendered when this
 * machine has made exactly the bytes that are there from the same inputs, or compared them with what it made.
 */
export async function documentsAfter(
  store: Store,
  environment: string,
  previous: Statement | undefined,
  sources: readonly DocumentSource[],
): Promise<Documents> {
  const memory = memoryOf(store);
  const found = await Promise.all(
    sources.map(({ name }) => documentBefore(store, environment, previous, name)),
  );
  const all = new Map<string, Buffer>();
  const same = new Map<string, Buffer>();
  const add = ({ name, inputs, render }: DocumentSource, before: StoredDocument | undefined) => {
    const known = inputs === undefined ? undefined : memory.recall('document', name, inputs);
    const text = before && known === before.hash ? undefined : render();
    const isSame = before && (text === undefined || isSameButNumbers(before.bytes.toString(), text));
    const bytes = isSame ? before.bytes : Buffer.from(text ?? '');
    all.set(name, bytes);
    if (isSame) same.set(name, bytes);
    const hash = isSame ? before.hash : sha256(bytes);
    if (inputs !== undefined && hash !== known) memory.remember(hash, 'document', name, inputs);
  };
  for (const [index, source] of sources.entries()) add(source, found[index]);
  return { all, same };
}

interface StoredDocument {
  bytes: Buffer;
  hash: string;
}

/** A document of the revision before, with the hash that its statement lists. */
async function documentBefore(
  store: Store,
  environment: string,
  previous: Statement | undefined,
  name: string,
): Promise<StoredDocument | undefined> {
  // The shell of the recovery document is older, so its number has to be the newest.
  if (!previous || name === documentName(RECOVERY_PATH)) return undefined;
  const { version, targets } = previous.document.signed;
  const key = revisionBase(environment, version) + name;
  const hash = targets[key]?.hashes['sha256'];
  const bytes = hash === undefined ? undefined : await store.get(key);
  return bytes && hash !== undefined && sha256(bytes) === hash ? { bytes, hash } : undefined;
}

/** Whether `found` is a compressed copy of these bytes. One that was decompressed before is known by its hash. */
function isKnownCopy(
  memory: Memory,
  encoding: Encoding,
  found: Buffer,
  bytes: Buffer,
  hash: string,
): boolean {
  const own = sha256(found);
  if (memory.recall('copy', encoding, hash) === own) return true;
  const isSame = isCopyOf(encoding, found, bytes);
  if (isSame) memory.remember(own, 'copy', encoding, hash);
  return isSame;
}

/** Puts a document of the revision before into another folder, with its compressed copies. False when one is missing or altered. */
export async function shareDocument(store: Store, from: string, to: string, bytes: Buffer): Promise<boolean> {
  const memory = memoryOf(store);
  const hash = sha256(bytes);
  const share = (ending: string, accepts: (found: Buffer) => boolean) =>
    store.copy(from + ending, to + ending, accepts, { mayShare: true });
  const shared = await Promise.all([
    share('', (found) => found.equals(bytes)),
    ...(['br', 'gzip'] as const).map((encoding) =>
      share(encodings[encoding], (found) => isKnownCopy(memory, encoding, found, bytes, hash)),
    ),
  ]);
  if (shared.every((one) => one !== undefined)) return true;
  await Promise.all(['', ...Object.values(encodings)].map((ending) => store.remove(to + ending)));
  return false;
}
