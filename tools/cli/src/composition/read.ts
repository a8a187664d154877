/** Reads an environment's revisions from its store. */
import { AppError, type Composition, parseComposition } from '@slipway/contracts';
import { pointerKey, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { parseRecord, type RevisionRecord, unknownRecord } from './record';

export interface Revision {
  composition: Composition;
  record: RevisionRecord;
}

/** The number of the current revision, or 0 before the first deploy. */
export async function currentRevision(store: Store, environment: string): Promise<number> {
  const pointer = await store.get(pointerKey(environment));
  return pointer ? (JSON.parse(pointer.toString()) as { revision: number }).revision : 0;
}

/** @throws `not_found`, `invalid_input` */
export async function readComposition(
  store: Store,
  environment: string,
  revision: number,
): Promise<Composition> {
  const key = `${revisionBase(environment, revision)}composition.json`;
  const bytes = await store.get(key);
  if (!bytes) {
    throw new AppError(
      'not_found',
      `${environment} has no revision ${String(revision)}: slipway history --env ${environment} lists them`,
    );
  }
  return parseComposition(JSON.parse(bytes.toString()), key);
}

/** @throws `not_found`, `invalid_input` */
export async function readRevision(store: Store, environment: string, revision: number): Promise<Revision> {
  const key = `${revisionBase(environment, revision)}record.json`;
  const [composition, record] = await Promise.all([
    readComposition(store, environment, revision),
    store.get(key),
  ]);
  return { composition, record: record ? parseRecord(JSON.parse(record.toString()), key) : unknownRecord };
}

/** The current composition, or undefined before the first deploy. @throws `invalid_input` */
export async function currentComposition(
  store: Store,
  environment: string,
): Promise<Composition | undefined> {
  const revision = await currentRevision(store, environment);
  return revision === 0 ? undefined : readComposition(store, environment, revision);
}

/** The current revision with its record, or undefined before the first deploy. @throws `invalid_input` */
export async function readCurrent(store: Store, environment: string): Promise<Revision | undefined> {
  const revision = await currentRevision(store, environment);
  return revision === 0 ? undefined : readRevision(store, environment, revision);
}

/** The revisions that were live, newest first: the current one, the one it replaced, and so on. */
export async function* history(store: Store, environment: string): AsyncGenerator<Revision> {
  for (let revision = await currentRevision(store, environment); revision > 0;) {
    const read = await readRevision(store, environment, revision);
    yield read;
    revision = read.record.previous;
  }
}
