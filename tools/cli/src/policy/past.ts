/** Earlier revisions, read by the hashes that later statements contain, and what changed between them. */
import type { Composition } from '@slipway/contracts';
import { recordIn } from '../composition/read';
import type { RevisionRecord } from '../composition/record';
import { parseSettings } from '../composition/settings';
import type { Policy } from '../environment/policy';
import type { Settings } from '../environment/settings';
import { revisionBase, settingsKey } from '../store/keys';
import { originalOf } from '../store/readOnce';
import type { Store } from '../store/store';
import { signedHash, untrusted } from '../trust/document';
import { recallSignedPart } from '../trust/knownStatements';
import { memoryOf } from '../trust/memory';
import { statementKey } from '../trust/paths';
import { recalledComposition } from '../trust/recalledComposition';
import { parseStatement, type Statement, verifyFile } from '../trust/statements';
import { changesOfRevision, type PartChanges, partsOfRevision, type RevisionContent } from './parts';
import { MAX_REVISIONS } from './plan';

/** A revision whose files have the hashes of its statement. */
export interface Past {
  composition: Composition;
  record: RevisionRecord;
  settings: Settings | undefined;
  /** Whether the store has lost its settings. */
  isIncomplete: boolean;
  statement: Statement;
  sha256: string;
}

export const statementHash = ({ document }: Pick<Statement, 'document'>): string =>
  signedHash(document.signed);

type Files = Pick<Past, 'composition' | 'record' | 'settings' | 'isIncomplete'>;

/** By the hash of the statement, which lists the hash of each file: in an opened store they are read once. */
const known = new WeakMap<Store, Map<string, Files>>();
const MAX_KNOWN = 100;

/** @throws `slice_untrusted` when a file differs from the statement; `not_found` */
export async function pastOf(store: Store, environment: string, statement: Statement): Promise<Past> {
  const sha256 = statementHash(statement);
  const files = known.get(originalOf(store))?.get(sha256) ?? (await readFiles(store, environment, statement));
  if (!files.isIncomplete) remember(originalOf(store), sha256, files);
  return { ...files, statement, sha256 };
}

function remember(store: Store, hash: string, files: Files): void {
  const revisions = known.get(store) ?? new Map<string, Files>();
  known.set(store, revisions);
  revisions.set(hash, files);
  const [oldest] = revisions.keys();
  if (revisions.size > MAX_KNOWN && oldest !== undefined) revisions.delete(oldest);
}

async function readFiles(store: Store, environment: string, statement: Statement): Promise<Files> {
  const base = revisionBase(environment, statement.document.signed.version);
  const verified = async (name: string) => verifyFile(statement, base + name, await store.get(base + name));
  const [composed, recorded] = await Promise.all([verified('composition.json'), verified('record.json')]);
  const composition = recalledComposition(memoryOf(store), composed, `${base}composition.json`);
  const record = recordIn(recorded, `${base}record.json`);
  if (composition.settings === undefined)
    return { composition, record, settings: undefined, isIncomplete: false };
  const key = settingsKey(environment, composition.settings);
  const stored = await store.get(key);
  const settings = stored && parseSettings(verifyFile(statement, key, stored), key).settings;
  return { composition, record, settings, isIncomplete: !stored };
}

/** The revision that a statement continues; undefined for the first one. @throws `slice_untrusted` when it was altered */
export async function replacedBy(
  store: Store,
  environment: string,
  { facts }: Statement,
): Promise<Past | undefined> {
  const { revision, sha256: expected } = facts.previous;
  return revision === 0 ? undefined : pastWith(store, environment, revision, expected);
}

export const pastWith = async (
  store: Store,
  environment: string,
  revision: number,
  expected: string,
): Promise<Past> => pastOf(store, environment, await statementWith(store, environment, revision, expected));

export async function statementWith(
  store: Store,
  environment: string,
  revision: number,
  expected: string,
): Promise<Statement> {
  const key = statementKey(environment, revision);
  const bytes = await store.get(key);
  const parsed = bytes && parseStatement(bytes, environment, revision);
  if (parsed) recallSignedPart(store, { bytes, document: parsed.document });
  if (!parsed || statementHash(parsed) !== expected) {
    throw untrusted(
      `${key} is not the statement that later revisions continue, so their policy is unknown: restore it from a backup`,
    );
  }
  return { ...parsed, signers: [] };
}

/** Reads only the settings: they say what the policy is also when other files of the revision were altered. */
export async function statedPolicy(
  store: Store,
  environment: string,
  statement: Statement,
): Promise<Policy | undefined> {
  const folder = settingsKey(environment, 0).replace('0.json', '');
  const key = Object.keys(statement.document.signed.targets).find((name) => name.startsWith(folder));
  if (key === undefined) return undefined;
  return parseSettings(verifyFile(statement, key, await store.get(key)), key).settings.policy;
}

/**
 * Whether the revision that a statement continues had no policy: read from its settings only, which is less than
 * `replacedBy` reads. False also when they cannot be verified.
 */
export async function hadNoPolicy(store: Store, environment: string, { facts }: Statement): Promise<boolean> {
  const { revision, sha256: expected } = facts.previous;
  if (revision === 0) return false;
  try {
    const statement = await statementWith(store, environment, revision, expected);
    return (await statedPolicy(store, environment, statement)) === undefined;
  } catch {
    return false; // reading all of it says what is wrong
  }
}

const contentOf = ({ composition, record, settings }: Past): RevisionContent => ({
  ...{ composition, settings, documents: record.policy?.documents ?? {} },
});

/** The parts of a revision, each with its hash. */
export const partsOfPast = (past: Past) => partsOfRevision(contentOf(past));

export const changesSince = (before: Past | undefined, after: Past): PartChanges =>
  changesOfRevision(before && contentOf(before), contentOf(after));

/** The parts that revisions after `base` up to `newest` have changed; undefined when `base` is not in their history. */
export async function movedSince(
  store: Store,
  environment: string,
  base: { revision: number; sha256: string },
  newest: Past | undefined,
  changes: PartChanges,
): Promise<string[] | undefined> {
  const moved = new Set<string>();
  let at = newest;
  for (let steps = 0; at && steps < MAX_REVISIONS; steps += 1) {
    if (at.sha256 === base.sha256) return [...moved].filter((part) => part in changes);
    const before = await replacedBy(store, environment, at.statement);
    for (const part of Object.keys(changesSince(before, at))) moved.add(part);
    at = before;
  }
  return at || base.revision !== 0 ? undefined : [...moved].filter((part) => part in changes);
}
