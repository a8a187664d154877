/** Attacks on the roots and the targets of a store, and the role that decides about a path. One file: all share one store. */
import { beforeEach, describe, expect, test } from 'vitest';
import { NOW, openSmallTrust, signedBy, type SmallTrust } from '../testing/smallTrust';
import { idOf, keys } from '../testing/keyOwners';
import {
  latestRoot,
  loadChain,
  roleOf,
  topRole,
  type TrustChain,
  verifyDelegated,
  verifyTargets,
  versionsIn,
} from './chain';
import { parseSigned, serialize } from './document';
import { releaseOf, rootOf, targetsOf } from './metadata';
import { rolesIn } from './initialize';
import { namesKey, releasePath, rootKey, statementPath, targetsKey } from './paths';

let trust: SmallTrust;
let chain: TrustChain;

beforeEach(async () => {
  trust = await openSmallTrust();
  chain = await trust.chain();
});

const untrusted = (message: RegExp) => ({
  ...{ code: 'slice_untrusted', message: expect.stringMatching(message) as string },
});
const put = (key: string, bytes: Uint8Array) => trust.store.keys.set(key, Buffer.from(bytes));
const newRoots = { root: { keys: [keys.Ada.key, keys.Bea.key], threshold: 2 } };

describe('roots', () => {
  test('are followed from the pinned one to the newest', async () => {
    await trust.rotate(newRoots, ['rootOne', 'rootTwo', 'Ada', 'Bea']);
    await trust.rotate({}, ['Ada', 'Bea']);
    expect((await trust.chain()).root.signed.version).toBe(3);
  });

  const second = (...who: Parameters<typeof signedBy>[1][]) =>
    signedBy(rootOf(2, { ...rolesIn(trust.pinned), ...newRoots }, NOW), ...who);

  test.each([
    ['the keys before', ['Ada', 'Bea'], /0 of 2 valid signatures of role root/],
    ['enough of the keys before', ['rootOne', 'Ada', 'Bea'], /1 of 2 valid signatures of role root/],
    ['its own keys', ['rootOne', 'rootTwo', 'Ada'], /1 of 2 valid signatures of role root/],
  ] as const)('are rejected without %s', async (_missing, who, message) => {
    put(rootKey(2), serialize(await second(...who)));
    await expect(trust.chain()).rejects.toMatchObject(untrusted(message));
    await expect(trust.chain()).rejects.toMatchObject(untrusted(/^Root 2 \(trust\/root\/2\.json\)/));
  });

  test('are rejected under another number', async () => {
    const third = await signedBy(rootOf(3, rolesIn(trust.pinned), NOW), 'rootOne', 'rootTwo');
    put(rootKey(2), serialize(third));
    await expect(trust.chain()).rejects.toMatchObject(
      untrusted(/Root 2 .* says version 3: the root chain was altered/),
    );
  });

  test('are rejected when one between them is missing', async () => {
    await trust.rotate(newRoots, ['rootOne', 'rootTwo', 'Ada', 'Bea']);
    await trust.rotate({}, ['Ada', 'Bea']);
    trust.store.keys.delete(rootKey(2));
    await expect(trust.chain()).rejects.toMatchObject(
      untrusted(
        /trust\/root\/3\.json exists, and trust\/root\/2\.json is missing: the root chain was altered/,
      ),
    );
  });

  test('that are added while they are read are followed too', async () => {
    const next = await second('rootOne', 'rootTwo', 'Ada', 'Bea');
    let reads = 0;
    const store = {
      ...trust.store,
      get: async (key: string) => {
        // The first look was before the rotation, the list after it.
        if (key === rootKey(2) && (reads += 1) === 1) {
          put(rootKey(2), serialize(next));
          return undefined;
        }
        return trust.store.get(key);
      },
      list: async (folder: string) => {
        await Promise.resolve();
        return trust.store.list(folder);
      },
    };
    expect((await loadChain(store, trust.pinned)).root.signed.version).toBe(2);
  });

  test('other files beside them do not count', async () => {
    for (const name of ['9.json.bak', '09.json', 'x9.json', '0.json', '1234567890123456.json'])
      put(`trust/root/${name}`, Buffer.from('{}'));
    expect(await versionsIn(trust.store, 'trust/root')).toBe(1);
    expect((await trust.chain()).root.signed.version).toBe(1);
    expect(await versionsIn(trust.store, 'nothing')).toBe(0);
  });

  test('without a role are rejected', () => {
    const root = parseSigned('root', serialize(trust.pinned), 'root');
    expect(topRole(root, 'root')).toEqual({
      name: 'root',
      keyIds: [idOf('rootOne'), idOf('rootTwo')],
      threshold: 2,
    });
    delete (root.signed.roles as Record<string, unknown>)['timestamp'];
    expect(() => topRole(root, 'timestamp')).toThrow(/The root has no role timestamp/);
  });

  test('are read one after the other', async () => {
    const read: number[] = [];
    const found = await latestRoot((version) => {
      read.push(version);
      return Promise.resolve(undefined);
    }, trust.pinned);
    expect(found).toBe(trust.pinned);
    expect(read).toEqual([2]);
  });
});

describe('targets', () => {
  const edit = () => ({
    delegations: [],
    keys: [],
    names: trust.store.keys.get(namesKey(2)) ?? Buffer.alloc(0),
  });

  test('are the newest ones, with the owners of the keys', () => {
    expect(chain.targets.signed.version).toBe(2);
    expect(chain.names.keys[idOf('Ada')]?.name).toBe('Ada');
  });

  test('are rejected with another signature', async () => {
    put(targetsKey(3), serialize(await signedBy(targetsOf(3, edit(), NOW), 'Ada')));
    await expect(trust.chain()).rejects.toMatchObject(
      untrusted(/^Targets 3 \(trust\/targets\/3\.json\) has 0 of 1 valid signatures of role targets/),
    );
  });

  test('are rejected under another number', async () => {
    put(targetsKey(9), serialize(await signedBy(targetsOf(3, edit(), NOW), 'admin')));
    await expect(trust.chain()).rejects.toMatchObject(
      untrusted(/^trust\/targets\/9\.json says version 3: the delegations were altered/),
    );
  });

  test('of a proof have any number', async () => {
    const bytes = serialize(await signedBy(targetsOf(3, edit(), NOW), 'admin'));
    expect(verifyTargets(chain.root, bytes).signed.version).toBe(3);
  });

  test('must be there', async () => {
    trust.store.keys.delete(targetsKey(1));
    trust.store.keys.delete(targetsKey(2));
    await expect(trust.chain()).rejects.toMatchObject(untrusted(/memory\/trust\/targets has no targets/));
  });

  test.each([
    ['are missing', undefined],
    ['were altered', Buffer.from('{"salt":"","keys":{}}')],
  ])('are rejected when the names %s', async (_how, bytes) => {
    if (bytes) put(namesKey(2), bytes);
    else trust.store.keys.delete(namesKey(2));
    await expect(trust.chain()).rejects.toMatchObject(
      untrusted(/^trust\/names\/2\.json is not the one that targets 2 lists/),
    );
  });
});

describe('roleOf', () => {
  test.each([
    [releasePath('billing', '1'), 'slice-billing'],
    [releasePath('market', '1'), 'slices'],
    [statementPath('staging', 7), 'environment-staging'],
    [statementPath('other', 7), undefined],
    ['names.json', undefined],
  ])('%s is decided by %s', (path, name) => {
    expect(roleOf(chain, path)?.name).toBe(name);
    // Again, from memory.
    expect(roleOf(chain, path)?.name).toBe(name);
  });

  test('has the keys and the threshold of the role', () => {
    expect(roleOf(chain, statementPath('production', 1))).toEqual({
      ...{ name: 'environment-production', threshold: 2, keyIds: [idOf('Ada'), idOf('Bea')] },
    });
  });

  test('is undefined for targets without delegations', () => {
    const targets = { ...chain.targets, signed: releaseOf('a', Buffer.from('{}'), NOW) };
    expect(roleOf({ targets: targets as TrustChain['targets'] }, 'a')).toBeUndefined();
  });
});

describe('verifyDelegated', () => {
  const text = { what: 'The release', advice: 'publish it again' };
  const path = releasePath('billing', '1');
  const release = releaseOf(path, Buffer.from('{}'), NOW);

  test('returns the keys that signed', async () => {
    expect(verifyDelegated(chain, path, await signedBy(release, 'billing'), text)).toEqual([idOf('billing')]);
  });

  test.each([
    [
      'platform',
      /is signed by key [0-9a-f]{8} of role slices, which may not sign it, instead of role slice-billing: publish it again$/,
    ],
    [
      'stranger',
      /^The release has 0 of 1 valid signatures of role slice-billing; key [0-9a-f]{8} is not in that role/,
    ],
  ] as const)('rejects a signature of %s', async (who, message) => {
    const document = await signedBy(release, who);
    expect(() => verifyDelegated(chain, path, document, text)).toThrow(message);
  });

  test('rejects a document without a signature', async () => {
    const document = await signedBy(release);
    expect(() => verifyDelegated(chain, path, document, text)).toThrow(
      /0 of 1 valid signatures of role slice-billing: publish/,
    );
  });

  test('rejects one signature of a role that needs two', async () => {
    const statement = releaseOf('a', Buffer.from('{}'), NOW);
    const production = statementPath('production', 1);
    const one = await signedBy(statement, 'Ada');
    expect(() => verifyDelegated(chain, production, one, text)).toThrow(/1 of 2 valid signatures/);
    const both = await signedBy(statement, 'Ada', 'Bea');
    expect(verifyDelegated(chain, production, both, text)).toEqual([idOf('Ada'), idOf('Bea')]);
  });

  test('accepts a signature beside that of a stranger', async () => {
    const document = await signedBy(release, 'platform', 'billing');
    expect(verifyDelegated(chain, path, document, text)).toEqual([idOf('billing')]);
  });

  test('rejects a path of no role', async () => {
    const document = await signedBy(release, 'admin');
    expect(() => verifyDelegated(chain, 'other/path', document, text)).toThrow(
      'The release: no role may sign other/path: publish it again',
    );
  });
});
