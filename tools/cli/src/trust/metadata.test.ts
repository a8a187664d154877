/** The documents that are signed: when they expire, which role decides first, and which keys they list. */
import { describe, expect, test } from 'vitest';
import { keys } from '../testing/keyOwners';
import { sha256 } from './keys';
import {
  type Delegation,
  delegationsIn,
  expiry,
  releaseOf,
  rootOf,
  statementOf,
  targetsOf,
  timestampOf,
} from './metadata';

const now = new Date('2026-11-24T12:00:00.500Z');
const bytes = Buffer.from('{}');
const id = (owner: keyof typeof keys) => keys[owner].key.keyID;

test.each([
  ['root', '2027-11-24T12:00:00Z'],
  ['targets', '2027-11-24T12:00:00Z'],
  ['release', '2028-11-23T12:00:00Z'],
  ['statement', '2027-11-24T12:00:00Z'],
  ['timestamp', '2026-12-01T12:00:00Z'],
] as const)('a %s expires at %s', (kind, expires) => {
  expect(expiry(kind, now)).toBe(expires);
});

test('a root has its roles, the keys of all of them, and the timestamp role in place of a snapshot', () => {
  const only = (owner: keyof typeof keys) => ({ keys: [keys[owner].key], threshold: 1 });
  const root = rootOf(
    3,
    {
      root: { keys: [keys.rootOne.key, keys.rootTwo.key], threshold: 2 },
      ...{ targets: only('admin'), timestamp: only('platform') },
    },
    now,
  );
  expect(root).toMatchObject({ version: 3, specVersion: '1.0.31', expires: '2027-11-24T12:00:00Z' });
  expect(root.roles['root']).toMatchObject({ keyIDs: [id('rootOne'), id('rootTwo')], threshold: 2 });
  expect(root.roles['targets']).toMatchObject({ keyIDs: [id('admin')], threshold: 1 });
  expect(root.roles['snapshot']?.keyIDs).toEqual([id('platform')]);
  expect(root.roles['timestamp']?.keyIDs).toEqual([id('platform')]);
  expect(Object.keys(root.keys).sort()).toEqual(
    [id('rootOne'), id('rootTwo'), id('admin'), id('platform')].sort(),
  );
  expect(root.keys[id('rootOne')]?.keyVal).toEqual(keys.rootOne.key.keyVal);
});

describe('targets', () => {
  const delegation = (name: string, paths: string[], ...owners: (keyof typeof keys)[]): Delegation => ({
    ...{ name, paths, threshold: 1, keyIds: owners.map(id) },
  });
  const delegations = [
    delegation('all', ['releases/*/*/release.json'], 'admin'),
    delegation('some', ['releases/team-*/*/release.json', 'releases/one/*/release.json'], 'platform'),
    delegation('one', ['releases/one/*/release.json'], 'market', 'billing'),
    delegation('other', ['releases/other/*/release.json'], 'market'),
  ];
  const all = [keys.admin.key, keys.platform.key, keys.market.key, keys.billing.key, keys.stranger.key];
  const made = targetsOf(2, { delegations, keys: all, names: bytes }, now);

  test('ask the role that matches fewer names first, and stop there', () => {
    const roles = Object.values(made.delegations?.roles ?? {});
    expect(roles.map(({ name }) => name)).toEqual(['one', 'other', 'some', 'all']);
    expect(roles.every(({ terminating }) => terminating)).toBe(true);
    expect(roles[0]).toMatchObject({ keyIDs: [id('market'), id('billing')], threshold: 1 });
    expect(delegationsIn(made).map(({ name }) => name)).toEqual(['one', 'other', 'some', 'all']);
    expect(delegationsIn(made)[0]).toEqual(delegations[2]);
  });

  test('do not change the order of the list that they are made of', () => {
    expect(delegations.map(({ name }) => name)).toEqual(['all', 'some', 'one', 'other']);
  });

  test('have the keys of their roles, and no others', () => {
    expect(Object.keys(made.delegations?.keys ?? {}).sort()).toEqual(
      [id('admin'), id('platform'), id('market'), id('billing')].sort(),
    );
  });

  test('cover the names by their hash', () => {
    expect(made.targets['names.json']).toMatchObject({ length: 2, hashes: { sha256: sha256(bytes) } });
    expect(made).toMatchObject({ version: 2, expires: '2027-11-24T12:00:00Z' });
  });

  test('without delegations have none to edit', () => {
    expect(delegationsIn(releaseOf('a.json', bytes, now))).toEqual([]);
  });
});

test('a release covers its description by length and hash', () => {
  const release = releaseOf('releases/a/1/release.json', bytes, now);
  expect(release).toMatchObject({ version: 1, expires: '2028-11-23T12:00:00Z' });
  expect(release.targets).toMatchObject({
    'releases/a/1/release.json': { length: 2, hashes: { sha256: sha256(bytes) } },
  });
});

describe('a statement', () => {
  const facts = {
    ...{ environment: 'staging', lineage: 'l', createdAt: '2026-11-24T12:00:00.000Z', root: 1, targets: 2 },
    previous: { revision: 6, sha256: 'h' },
  };
  const files = [
    { key: 'a', bytes },
    { key: 'b', bytes: Buffer.from('[]') },
  ];

  test('covers each file and its facts, and has the number of the revision', () => {
    const statement = statementOf(7, facts, files, now);
    expect(statement).toMatchObject({ version: 7, expires: '2027-11-24T12:00:00Z' });
    expect(Object.keys(statement.targets)).toEqual(['a', 'b']);
    expect(statement.targets['b']?.hashes).toEqual({ sha256: sha256('[]') });
    expect(statement.unrecognizedFields).toEqual({ slipway: facts });
  });

  test('can expire with another one', () => {
    expect(statementOf(7, facts, files, now, '2026-12-01T00:00:00Z').expires).toBe('2026-12-01T00:00:00Z');
  });
});

test('a timestamp names the current revision by the hash of its statement', () => {
  const facts = { environment: 'staging', root: 1, targets: 2 };
  const made = timestampOf(4, facts, { revision: 7, statement: bytes }, now);
  expect(made).toMatchObject({ version: 4, expires: '2026-12-01T12:00:00Z' });
  expect(made.snapshotMeta).toMatchObject({ version: 7, length: 2, hashes: { sha256: sha256(bytes) } });
  expect(made.unrecognizedFields).toEqual({ slipway: facts });
});
