/** Writes a revision: claims its number, writes its documents, and moves the pointer last. */
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError, type Composition, isAppError, type SliceRelease } from '@slipway/contracts';
import { encodings } from '../store/objectHeaders';
import { pointerKey, revisionBase, revisionsFolder } from '../store/keys';
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';
import { type StoreFile, writeFiles } from '../store/writeFiles';
import { sha256Once } from '../trust/keys';
import { statementKey } from '../trust/paths';
import type { SignedStatement, Statement } from '../trust/statements';
import { asRevision, type CompositionContent } from './compose';
import { documentSources, type Shells } from './document';
import { favicon } from './favicon';
import { removePlanted } from './planted';
import { restFile, writeRest } from './restFile';
import { type Documents, documentsAfter, shareDocument } from './sameDocuments';
import { currentRevision } from './read';
import type { RevisionRecord } from './record';
import { WORKER_REVISION } from './siteFiles';
import { WORKER, workerRevision, workerScript } from './worker';

/** Milliseconds between two reads of the pointer, at most. */
const MAX_PAUSE = 100;

/** Documents at a time that are shared, each with two compressed copies. */
const CONCURRENCY = 16;

/** Milliseconds that a deploy may take from its revision number to its pointer. */
export const CLAIM_TIMEOUT = 3_000;

const written = new WeakMap<Composition, Buffer>();

/** The bytes of `composition.json`, serialized once: a composition is immutable. */
function bytesOf(composition: Composition): Buffer {
  const bytes = written.get(composition) ?? Buffer.from(JSON.stringify(composition));
  written.set(composition, bytes);
  return bytes;
}

/** Every revision number that was ever claimed, in any order. An interrupted deploy keeps its number. */
export async function claimedRevisions(store: Store, environment: string): Promise<number[]> {
  const names = await store.list(revisionsFolder(environment));
  return names.map(Number).filter(Number.isInteger);
}

/** The highest revision that was ever claimed, or 0. */
export const latestClaimedRevision = async (store: Store, environment: string): Promise<number> =>
  Math.max(0, ...(await claimedRevisions(store, environment)));

const compositionKey = (environment: string, revision: number) =>
  `${revisionBase(environment, revision)}composition.json`;

export interface Claim {
  /** The revision to replace; undefined for the first. */
  before: Pick<Composition, 'revision' | 'createdAt'> | undefined;
  /** Milliseconds that another deploy may take from its revision number to its pointer. */
  claimTimeout: number;
  /** Whether it has new settings, which get its number. */
  hasNewSettings?: boolean;
}

/** ISO-8601 by the store's clock, and never earlier than the previous revision: the history is in the order of time. */
async function creationTime(store: Store, before: Claim['before']): Promise<string> {
  const earliest = before ? Date.parse(before.createdAt) : 0;
  return new Date(Math.max(earliest, await store.now())).toISOString();
}

/**
 * Claims the next revision number for `content` and returns the composition with it. Waits while another deploy is
 * between its claim and its pointer, because only one of the two can succeed. After `claimTimeout` it assumes that the
 * other deploy crashed. The time starts when this process first sees the claim: times in a revision may come from a
 * wrong clock.
 * @throws `conflict` when the pointer has moved
 */
export async function claimRevision(
  store: Store,
  content: CompositionContent,
  { before, claimTimeout, hasNewSettings }: Claim,
): Promise<Composition> {
  const { environment } = content;
  const previous = before?.revision ?? 0;
  let seen = { revision: previous, at: 0 };
  for (;;) {
    const [latest, current] = await Promise.all([
      latestClaimedRevision(store, environment),
      currentRevision(store, environment),
    ]);
    if (current !== previous) {
      throw new AppError('conflict', `Another deploy changed ${environment} in the meantime: try again`);
    }
    if (latest !== seen.revision) seen = { revision: latest, at: performance.now() };
    if (latest <= previous || performance.now() - seen.at >= claimTimeout) {
      const numbered = hasNewSettings ? { ...content, settings: latest + 1 } : content;
      const composition = asRevision(numbered, latest + 1, await creationTime(store, before));
      try {
        const key = compositionKey(environment, latest + 1);
        await store.create(key, bytesOf(composition), { isClaim: true });
        return composition;
      } catch (error) {
        if (!isAppError(error) || error.code !== 'conflict') throw error;
      }
    }
    await pause(Math.random() * MAX_PAUSE);
  }
}

interface ClaimedRevision {
  composition: Composition;
  record: RevisionRecord;
  sign: (files: readonly StoreFile[]) => Promise<SignedStatement>;
}

interface RevisionToRender extends ClaimedRevision {
  shells: Shells;
  slices: readonly SliceRelease[];
  /** The revision before: documents that do not differ from its documents are shared with it. */
  previous?: Statement | undefined;
}

/** Renders the documents of a claimed composition, and stores its revision. @throws `conflict` when the pointer has moved */
export async function writeRevision(
  store: Store,
  { composition, record, sign, shells, slices, previous }: RevisionToRender,
): Promise<SignedStatement> {
  const rest = restFile(composition.revision, bytesOf(composition));
  const worker = await workerScript(store, composition, shells);
  const sources = [
    ...documentSources(composition, shells, slices, rest),
    { name: WORKER, inputs: undefined, render: () => worker },
  ];
  const { all, ...others } = await documentsAfter(store, composition, previous, sources);
  const imported = workerRevision(composition, worker, all, rest);
  const documents = [[WORKER_REVISION, imported] as const, ...(await favicon(store, shells[0])), ...all];
  return storeRevision(store, { composition, record, sign, documents, ...others });
}

interface RevisionToStore extends ClaimedRevision, Partial<Pick<Documents, 'same' | 'shared'>> {
  documents: readonly (readonly [name: string, bytes: Buffer])[];
}

/**
 * Writes the record, the documents and the signed statement of a claimed composition, then moves the pointer, unless
 * signatures are missing. `same` are the unchanged documents of the previous revision, `shared` those that are already
 * in the new folder. Returns the statement.
 * @throws `conflict` when the pointer has moved
 */
export async function storeRevision(
  store: Store,
  { composition, record, sign, documents, same = new Map(), shared = new Set() }: RevisionToStore,
): Promise<SignedStatement> {
  const base = revisionBase(composition.environment, composition.revision);
  const bytes = bytesOf(composition);
  const named = [['record.json', Buffer.from(JSON.stringify(record))] as const, ...documents];
  const files = named.map(([name, bytes]) => ({ key: base + name, bytes }));
  const composed = { key: `${base}composition.json`, bytes };
  const statement = await sign([composed, ...files]);
  const signed = { key: statementKey(composition.environment, composition.revision), bytes: statement.bytes };
  const kept = [...shared].flatMap((name) => [name, ...Object.values(encodings).map((one) => name + one)]);
  const own = new Set(['composition.json', ...kept].map((name) => base + name));
  await removePlanted(store, base.slice(0, -1), own);
  const before = revisionBase(composition.environment, record.previous);
  const write = async () => {
    const limit = pLimit(CONCURRENCY);
    const isShared = new Set([...shared].map((name) => base + name));
    const share = async ([name, text]: [string, Buffer]) => {
      const file = { hash: sha256Once(text), length: text.length };
      if (await shareDocument(store, before + name, base + name, file)) isShared.add(base + name);
    };
    await allEnded([...same].filter(([name]) => !shared.has(name)).map((document) => limit(share, document)));
    const others = files.filter(({ key }) => !isShared.has(key));
    await writeFiles(store, new Map(), others, { effort: 'fast', isOwnFolder: true });
  };
  await allEnded([
    write(),
    store.create(signed.key, signed.bytes),
    writeRest(store, composition.environment, composition.revision, bytes, record.previous),
  ]);
  if (statement.missing === 0) await movePointer(store, composition, record.previous);
  return statement;
}

/** @throws `conflict` when it is not at `previous`, 0 for none */
export async function movePointer(
  store: Store,
  { environment, revision }: Pick<Composition, 'environment' | 'revision'>,
  previous: number,
): Promise<void> {
  const key = pointerKey(environment);
  const swap = (from: string | undefined) =>
    store.swap(key, from, JSON.stringify({ revision }), revisionBase(environment, revision));
  try {
    await swap(previous === 0 ? undefined : JSON.stringify({ revision: previous }));
  } catch (error) {
    if (previous === 0 || (await currentRevision(store, environment)) !== previous) throw error;
    // Written by hand, it may name the revision in other bytes, such as with a line break.
    await swap((await store.get(key))?.toString());
  }
}
