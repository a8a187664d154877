/** Makes the documents that are signed: roots, targets with their delegations, releases, statements of revisions, timestamps. */
import { type Key, MetaFile, Root, TargetFile, Targets, Timestamp } from '@tufjs/models';
import type { StoreFile } from '../store/writeFiles';
import { sha256, sha256Once } from './keys';
import type { Role } from './document';
import type { TopRole } from './chain';

const DAY = 86_400_000;

/** Days until a document expires. docs/runbook.md says what happens then. */
export const lifetimes = { root: 365, targets: 365, release: 730, statement: 365, timestamp: 7 } as const;

/** An ISO-8601 time without the fraction of its seconds, for documents of TUF and for messages. */
export const wholeSeconds = (time: string): string => time.replace(/\.\d+/, '');

export const expiry = (kind: keyof typeof lifetimes, now: Date): string =>
  wholeSeconds(new Date(now.getTime() + lifetimes[kind] * DAY).toISOString());

export interface KeyedRole {
  keys: readonly Key[];
  threshold: number;
}

/** A role of the targets: what it may sign, and the keys. */
export interface Delegation extends Role {
  paths: readonly string[];
}

/** The fields of every document. */
const head = (kind: keyof typeof lifetimes, version: number, now: Date) => ({
  ...{ specVersion: '1.0.31', version },
  expires: expiry(kind, now),
});

export function rootOf(version: number, roles: Readonly<Record<TopRole, KeyedRole>>, now: Date): Root {
  const roleJson = ({ keys, threshold }: KeyedRole) => ({
    keyids: keys.map(({ keyID }) => keyID),
    threshold,
  });
  const keys = Object.values(roles).flatMap((role) => role.keys);
  return Root.fromJSON({
    ...new Root(head('root', version, now)).toJSON(),
    keys: Object.fromEntries(keys.map((key) => [key.keyID, key.toJSON()])),
    roles: {
      ...Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, roleJson(role)])),
      // TUF's snapshot lists versions of all metadata. Here each environment's statement does that for its revision.
      snapshot: roleJson(roles.timestamp),
    },
  });
}

/** A role that matches fewer names decides first. */
const byReach = (one: Delegation, other: Delegation) => reach(one) - reach(other);
const reach = ({ paths }: Delegation) => Math.max(...paths.map(reachOf));
const reachOf = (pattern: string) => {
  const name = pattern.split('/')[1] ?? '';
  return name === '*' ? 2 : name.includes('*') ? 1 : 0;
};

export function targetsOf(
  version: number,
  {
    delegations,
    keys,
    names,
  }: { delegations: readonly Delegation[]; keys: readonly Key[]; names: Uint8Array },
  now: Date,
): Targets {
  const used = new Set(delegations.flatMap(({ keyIds }) => keyIds));
  return Targets.fromJSON({
    ...new Targets({
      ...head('targets', version, now),
      targets: { 'names.json': targetFile({ key: 'names.json', bytes: names }) },
    }).toJSON(),
    delegations: {
      keys: Object.fromEntries(
        keys.filter(({ keyID }) => used.has(keyID)).map((key) => [key.keyID, key.toJSON()]),
      ),
      roles: [...delegations].sort(byReach).map(({ name, keyIds, threshold, paths }) => ({
        ...{ name, threshold, terminating: true },
        ...{ keyids: [...keyIds], paths: [...paths] },
      })),
    },
  });
}

/** The delegations of existing targets, to edit. */
export const delegationsIn = (targets: Targets): Delegation[] =>
  Object.values(targets.delegations?.roles ?? {}).map(({ name, keyIDs, threshold, paths }) => ({
    ...{ name, threshold, keyIds: keyIDs, paths: paths ?? [] },
  }));

export const targetFile = ({ key, bytes }: StoreFile): TargetFile =>
  new TargetFile({ path: key, length: bytes.length, hashes: { sha256: sha256Once(bytes) } });

const targetFiles = (files: readonly StoreFile[]) =>
  Object.fromEntries(files.map((file) => [file.key, targetFile(file)]));

/** `description` is the `release.json`, which lists the hash of every file. */
export const releaseOf = (path: string, description: Uint8Array, now: Date): Targets =>
  new Targets({
    ...head('release', 1, now),
    targets: targetFiles([{ key: path, bytes: description }]),
  });

/** The facts of a statement beside the hashes. */
export interface StatementFacts {
  environment: string;
  /** The same for all revisions of an environment, from its first one on; another after it was removed and made again. */
  lineage: string;
  /** ISO-8601 UTC. */
  createdAt: string;
  /** The revision it replaces, 0 for none, and the hash of that statement's signed part. */
  previous: { revision: number; sha256: string };
  /** The versions of the trust metadata when it was signed: nothing older is accepted with it. */
  root: number;
  targets: number;
}

export const statementOf = (
  revision: number,
  facts: StatementFacts,
  files: readonly StoreFile[],
  now: Date,
  expires = expiry('statement', now),
): Targets =>
  new Targets({
    ...head('statement', revision, now),
    expires,
    targets: targetFiles(files),
    unrecognizedFields: { slipway: { ...facts, previous: { ...facts.previous } } },
  });

export interface TimestampFacts {
  environment: string;
  root: number;
  targets: number;
}

/** `statement` is the signed part of the current revision's statement. */
export const timestampOf = (
  version: number,
  facts: TimestampFacts,
  { revision, statement }: { revision: number; statement: Uint8Array },
  now: Date,
): Timestamp =>
  new Timestamp({
    ...head('timestamp', version, now),
    snapshotMeta: new MetaFile({
      version: revision,
      length: statement.length,
      hashes: { sha256: sha256(statement) },
    }),
    unrecognizedFields: { slipway: { ...facts } },
  });
