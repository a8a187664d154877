/**
 * The file with the rest of the composition: the bytes of `composition.json` in the public area, which the statement of
 * the revision covers. Its path contains its hash, so browsers keep it, and open pages of earlier revisions find theirs.
 */
import { AppError } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import { publicFolder, REST, restPath, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256Once } from '../trust/keys';
import { writeDelta } from './deltas';
import type { RestFile } from './part';

export const restFile = (revision: number, composition: Uint8Array): RestFile => ({
  path: restPath(revision, sha256Once(composition)),
  integrity: integrityOf(composition),
});

const restFolder = (environment: string, revision: number) =>
  `${publicFolder(environment)}/slices/${REST}/${String(revision)}`;

/**
 * Writes it for a revision that was claimed, and its delta to that of the revision `previous`. Nothing else is beside it,
 * which a web server would serve.
 */
export async function writeRest(
  store: Store,
  environment: string,
  revision: number,
  bytes: Buffer,
  previous: number,
): Promise<void> {
  await store.remove(restFolder(environment, revision));
  const key = publicFolder(environment) + restPath(revision, sha256Once(bytes));
  const source = `${revisionBase(environment, revision)}composition.json`;
  const shared = await store.copy(source, key, (found) => found.equals(bytes), { mayShare: true });
  if (!shared) throw new AppError('conflict', `${source} was altered while the deploy ran: deploy again`);
  const before = `${revisionBase(environment, previous)}composition.json`;
  const earlier = previous === 0 ? undefined : await store.get(before);
  if (earlier) await writeDelta(store, key, bytes, earlier, bytes.length);
}
