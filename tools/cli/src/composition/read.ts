/** Reads an environment's revisions from its store. */
import * as v from 'valibot';
import { AppError, type Composition, isAppError, parseComposition } from '@slipway/contracts';
import { pointerKey, revisionBase, revisionsFolder } from '../store/keys';
import { storedName } from '../store/packedStore';
import { parsedOnce } from '../store/parsedOnce';
import type { Store } from '../store/store';
import { proofKey, timestampKey } from '../trust/paths';
import { parseRecord, type RevisionRecord, unknownRecord } from './record';

export interface Revision {
  composition: Composition;
  record: RevisionRecord;
}

/** The composition in these bytes. @throws `invalid_input`, and an error for text that is not JSON */
export const compositionIn = parsedOnce(parseComposition);
/** The record in these bytes. @throws `invalid_input`, and an error for text that is not JSON */
export const recordIn = parsedOnce(parseRecord);

const pointerSchema = v.object({ revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/**
 * The newest revision with a record, when it replaced another one or the environment has a proof, which is written after
 * the pointer: then the environment had a pointer. A first deploy that was interrupted, or lacks a signature, left neither.
 */
async function revisionWithoutPointer(store: Store, environment: string): Promise<number | undefined> {
  const claimed = (await store.list(revisionsFolder(environment))).map(Number).filter(Number.isInteger);
  for (const revision of claimed.sort((one, other) => other - one)) {
    const key = `${revisionBase(environment, revision)}record.json`;
    const record = await store.get(key);
    if (!record) continue;
    const replacedOne = parseStored(record, key, recordIn).previous > 0;
    const hadPointer = replacedOne || (await store.get(proofKey(environment))) !== undefined;
    return hadPointer ? revision : undefined;
  }
  return undefined;
}

/** Whether something removed the pointer of an environment that ran something. */
export const hasLostPointer = async (store: Store, environment: string): Promise<boolean> =>
  !(await store.get(pointerKey(environment))) &&
  (await revisionWithoutPointer(store, environment)) !== undefined;

/**
 * The number of the current revision, or 0 before the first deploy.
 * @throws `slice_untrusted` for a pointer that was damaged or removed
 */
export async function currentRevision(store: Store, environment: string): Promise<number> {
  const key = pointerKey(environment);
  const pointer = await store.get(key);
  if (!pointer) {
    const hasTimestamp = (await store.get(timestampKey(environment))) !== undefined;
    const newest = await revisionWithoutPointer(store, environment);
    if (!hasTimestamp && newest === undefined) return 0;
    const left = newest === undefined ? 'a timestamp' : `revision ${String(newest)}`;
    throw new AppError(
      'slice_untrusted',
      `${environment} has ${left} and no current.json: the pointer was removed. Restore it from a backup, or write the number of the newest signed revision into ${key}, such as {"revision":${String(newest ?? 41)}}, then run slipway doctor`,
    );
  }
  try {
    return v.parse(pointerSchema, JSON.parse(pointer.toString())).revision;
  } catch (cause) {
    throw new AppError(
      'slice_untrusted',
      `${key} is not a pointer such as {"revision":41}: it was altered. Restore it from a backup, or write the number of the newest signed revision into it`,
      { cause },
    );
  }
}

/** @throws `invalid_input` with what to do */
function parseStored<Type>(
  bytes: Buffer,
  key: string,
  parse: (bytes: Uint8Array, what: string) => Type,
): Type {
  const file = storedName(key, bytes);
  try {
    return parse(bytes, file);
  } catch (cause) {
    const reason = isAppError(cause) ? cause.message : `${file} is not JSON`;
    throw new AppError(
      'invalid_input',
      `${reason}: it was altered. Restore it from a backup, or roll back to another revision with slipway rollback --to`,
      { cause },
    );
  }
}

/** @throws `not_found`, `invalid_input` */
export async function readComposition(
  store: Store,
  environment: string,
  revision: number,
  parse: (bytes: Uint8Array, file: string) => Composition = compositionIn,
): Promise<Composition> {
  const key = `${revisionBase(environment, revision)}composition.json`;
  const bytes = await store.get(key);
  if (!bytes) {
    throw new AppError(
      'not_found',
      `${environment} has no revision ${String(revision)}: slipway history --env ${environment} lists them`,
    );
  }
  return parseStored(bytes, key, parse);
}

/** @throws `not_found`, `invalid_input` */
export async function readRevision(
  store: Store,
  environment: string,
  revision: number,
  parse: (bytes: Uint8Array, file: string) => Composition = compositionIn,
): Promise<Revision> {
  const key = `${revisionBase(environment, revision)}record.json`;
  const [composition, record] = await Promise.all([
    readComposition(store, environment, revision, parse),
    store.get(key),
  ]);
  return { composition, record: record ? parseStored(record, key, recordIn) : unknownRecord };
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

/** The revisions that were live, newest first: `from` or the current one, the one it replaced, and so on. */
export async function* history(store: Store, environment: string, from?: number): AsyncGenerator<Revision> {
  for (let revision = from ?? (await currentRevision(store, environment)); revision > 0;) {
    const read = await readRevision(store, environment, revision);
    yield read;
    revision = read.record.previous;
  }
}
