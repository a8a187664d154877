/** Compares the documents of a revision with its record, whose hashes were approved. */
import { revisionBase } from '../store/keys';
import { untrusted } from '../trust/document';
import type { Trust } from '../trust/open';
import { readerOf, verifyFile } from '../trust/statements';
import { documentHashes, partChanges } from './parts';
import type { Past } from './past';

/** The documents of a revision must be those that its record describes. @throws `slice_untrusted` */
export async function verifyDocuments({ store }: Trust, past: Past): Promise<void> {
  const { statement, record, composition } = past;
  const base = revisionBase(composition.environment, composition.revision);
  const composed = await readerOf(store, statement)('composition.json');
  const keys = Object.keys(statement.document.signed.targets).filter(
    (key) => key.startsWith(base) && ![`${base}composition.json`, `${base}record.json`].includes(key),
  );
  const documents = await Promise.all(
    keys.map(async (key) => ({
      name: key.slice(base.length),
      text: Buffer.from(verifyFile(statement, key, await store.get(key))).toString(),
    })),
  );
  const found = partChanges(record.policy?.documents ?? {}, documentHashes(documents, composed));
  const [altered] = Object.keys(found);
  if (altered === undefined) return;
  throw untrusted(
    `Revision ${String(composition.revision)} of ${composition.environment} has another ${altered} than its record says: roll back to an approved revision`,
  );
}
