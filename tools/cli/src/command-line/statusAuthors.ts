/** The authors that `slipway status` shows: proven by signatures. */
import type { Revision } from '../composition/read';
import type { Since } from '../composition/record';
import type { Change } from '../composition/selection';
import type { Authors } from '../trust/reading';

/** Replaces the names in the record by the owners of the keys that signed. */
export async function withAuthors(revision: Revision, authors: Authors | undefined): Promise<Revision> {
  const { since } = revision.record;
  const proven = async (kind: Change['kind'], entries: Readonly<Record<string, Since>>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(entries).map(
          async ([app, entry]) => [app, (await authors?.since({ kind, app }, entry)) ?? entry] as const,
        ),
      ),
    );
  const [stable, canaries] = await Promise.all([
    proven('stable', since.stable),
    proven('canary', since.canaries),
  ]);
  return { ...revision, record: { ...revision.record, since: { stable, canaries } } };
}
