/**
 * Documents that a deploy does not change: their bytes stay those of the revision before, with its number in them, so a
 * deploy of one slice writes the documents of its routes and of `/` (decision 056).
 */
import { encodings } from '../store/objectHeaders';
import { documentName, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';
import type { Statement } from '../trust/statements';
import { isCopyOf } from './copyReleaseFile';
import { isSameButNumbers } from './part';
import { RECOVERY_PATH } from './startFailure';

/** Document to the bytes of the revision before, for those that differ only in its number. `previous` was verified. */
export async function sameDocuments(
  store: Store,
  environment: string,
  previous: Statement | undefined,
  documents: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer>> {
  if (!previous) return new Map();
  const { version, targets } = previous.document.signed;
  const base = revisionBase(environment, version);
  const found = await Promise.all(
    [...documents].map(async ([name, bytes]) => {
      if (name === documentName(RECOVERY_PATH)) return []; // its shell is older, so its number has to be the newest
      const expected = targets[base + name]?.hashes['sha256'];
      const before = expected === undefined ? undefined : await store.get(base + name);
      const isSame =
        before && sha256(before) === expected && isSameButNumbers(before.toString(), bytes.toString());
      return isSame ? [[name, before] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Puts a document of the revision before into another folder, with its compressed copies. False when one is missing or altered. */
export async function shareDocument(store: Store, from: string, to: string, bytes: Buffer): Promise<boolean> {
  const share = (ending: string, accepts: (found: Buffer) => boolean) =>
    store.copy(from + ending, to + ending, accepts, { mayShare: true });
  const shared = await Promise.all([
    share('', (found) => found.equals(bytes)),
    ...(['br', 'gzip'] as const).map((encoding) =>
      share(encodings[encoding], (found) => isCopyOf(encoding, found, bytes)),
    ),
  ]);
  if (shared.every((one) => one !== undefined)) return true;
  await Promise.all(['', ...Object.values(encodings)].map((ending) => store.remove(to + ending)));
  return false;
}
