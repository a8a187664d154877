/** The documents of a revision, compared with what was approved. */
import type { Composition } from '@slipway/contracts';
import { isPartOf } from '../composition/part';
import { restFile } from '../composition/restFile';
import { revisionBase } from '../store/keys';
import { untrusted } from '../trust/document';
import type { Trust } from '../trust/open';
import { verifyFile } from '../trust/statements';
import { documentHashes, partChanges } from './parts';
import type { Past } from './past';

/** They must be those that the record describes, with parts of the composition. @throws `slice_untrusted` */
export async function verifyDocuments({ store }: Pick<Trust, 'store'>, past: Past): Promise<void> {
  const { statement, record, composition } = past;
  const base = revisionBase(composition.environment, composition.revision);
  const composed = verifyFile(
    statement,
    `${base}composition.json`,
    await store.get(`${base}composition.json`),
  );
  const keys = Object.keys(statement.document.signed.targets).filter(
    (key) => key.startsWith(base) && ![`${base}composition.json`, `${base}record.json`].includes(key),
  );
  const documents = await Promise.all(
    keys.map(async (key) => ({
      name: key.slice(base.length),
      text: Buffer.from(verifyFile(statement, key, await store.get(key))).toString(),
    })),
  );
  const found = partChanges(record.policy?.documents ?? {}, documentHashes(documents));
  const whole = JSON.parse(Buffer.from(composed).toString()) as Composition; // as written: without defaults
  const file = restFile(composition.revision, composed);
  const foreign = documents.find(
    ({ name, text }) => name.endsWith('.html') && !isPartOf(name, text, whole, file),
  );
  const altered = Object.keys(found)[0] ?? foreign?.name;
  if (altered === undefined) return;
  throw untrusted(
    `Revision ${String(composition.revision)} of ${composition.environment} has another ${altered} than its record says: roll back to an approved revision`,
  );
}
