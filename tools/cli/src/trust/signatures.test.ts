/** Signatures that were added to a document later: they count like its own, and cannot replace them. */
import { type Metadata, Signature } from '@tufjs/models';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { idOf, keys, type KeyOwner, signerFor } from '../testing/keyOwners';
import { NOW, openSmallTrust, signedBy, type SmallTrust } from '../testing/smallTrust';
import type { TrustChain } from './chain';
import { signedBytes } from './document';
import { shortKey } from './keys';
import { releaseOf } from './metadata';
import { signaturesFolder, statementKey, statementPath } from './paths';
import { addSignatures, hasEnough, signersEver, verifyStored, withAdded } from './signatures';

const text = { what: 'Revision 1', advice: 'roll back' };
const key = statementKey('production', 1);
const path = statementPath('production', 1);
const folder = signaturesFolder(key);

let trust: SmallTrust;
let chain: TrustChain;
let statement: ReturnType<typeof releaseOf>;

beforeEach(async () => {
  trust = await openSmallTrust();
  chain = await trust.chain();
  statement = releaseOf('a', Buffer.from('{}'), NOW);
});

const signaturesOf = (...who: KeyOwner[]) => signerFor(...who).sign(signedBytes(statement), who.map(idOf));
const add = async (...who: KeyOwner[]) => addSignatures(trust.store, key, await signaturesOf(...who));
const verify = async (...who: KeyOwner[]) =>
  verifyStored(trust.store, chain, { key, path, document: await signedBy(statement, ...who) }, text);
const rejected = (message: RegExp) => ({
  ...{ code: 'slice_untrusted', message: expect.stringMatching(message) as string },
});

describe('hasEnough', () => {
  test.each([
    [[], false],
    [['Ada'], false],
    [['Ada', 'stranger'], false],
    [['Ada', 'Bea'], true],
  ] as [KeyOwner[], boolean][])('%j suffice for production: %s', async (who, isEnough) => {
    expect(hasEnough(chain, path, await signedBy(statement, ...who))).toBe(isEnough);
  });

  test('no signature suffices for a path of no role', async () => {
    expect(hasEnough(chain, 'other', await signedBy(statement, 'Ada', 'Bea'))).toBe(false);
  });
});

test('signersEver finds whose signatures are right, and makes the signed bytes of a document once', async () => {
  const document = await signedBy(statement, 'Ada', 'Bea', 'stranger');
  const owner = (who: KeyOwner) => ({ name: who, public: keys[who].key.keyVal['public'] ?? '' });
  const names = {
    salt: '',
    keys: {
      ...{ [idOf('Ada')]: owner('Ada'), [idOf('Bea')]: owner('Bea') },
      ...{ [idOf('admin')]: owner('admin'), damaged: { name: 'x', public: 'x' } },
    },
  };
  document.signatures[idOf('Bea')] = new Signature({ keyID: idOf('Bea'), sig: '00'.repeat(64) });
  const asJson = vi.spyOn(document.signed, 'toJSON');
  expect(signersEver({ names }, document)).toEqual([idOf('Ada')]);
  expect(signersEver({ names }, await withAdded(trust.store, key, document))).toEqual([idOf('Ada')]);
  expect(asJson).not.toHaveBeenCalled();
});

describe('verifyStored', () => {
  test('counts its own signatures and added ones together', async () => {
    await add('Bea');
    expect(await verify('Ada')).toEqual([idOf('Ada'), idOf('Bea')]);
  });

  test('does not read added ones when its own suffice', async () => {
    const list = () => Promise.reject(new Error('was read'));
    const document = await signedBy(statement, 'Ada', 'Bea');
    const store = { ...trust.store, list };
    expect(await verifyStored(store, chain, { key, path, document }, text)).toHaveLength(2);
  });

  test.each([
    ['none was added', []],
    ['the same key signed twice', ['Ada']],
    ['a stranger signed', ['stranger']],
  ] as [string, KeyOwner[]][])('rejects one of two signatures when %s', async (_why, who) => {
    await add(...who);
    await expect(verify('Ada')).rejects.toMatchObject(
      rejected(/^Revision 1 has 1 of 2 valid signatures of role environment-production/),
    );
  });

  test('rejects an added signature of another document', async () => {
    const other = releaseOf('b', Buffer.from('{}'), NOW);
    await addSignatures(trust.store, key, await signerFor('Bea').sign(signedBytes(other), [idOf('Bea')]));
    await expect(verify('Ada')).rejects.toMatchObject(
      rejected(new RegExp(`the signature of key ${shortKey(idOf('Bea'))} does not match`)),
    );
  });
});

describe('withAdded', () => {
  const keyIds = async (document: Metadata<typeof statement>) =>
    Object.keys((await withAdded(trust.store, key, document)).signatures);

  test('keeps the document, and does not change its argument', async () => {
    await add('Bea');
    const document = await signedBy(statement, 'Ada');
    const all = await withAdded(trust.store, key, document);
    expect(all.signed).toBe(document.signed);
    expect(Object.keys(all.signatures)).toEqual([idOf('Ada'), idOf('Bea')]);
    expect(Object.keys(document.signatures)).toEqual([idOf('Ada')]);
  });

  test('an added signature does not replace that of the document', async () => {
    const forged = new Signature({ keyID: idOf('Ada'), sig: '00'.repeat(64) });
    await addSignatures(trust.store, key, [forged]);
    const document = await signedBy(statement, 'Ada');
    const { signatures } = await withAdded(trust.store, key, document);
    expect(signatures[idOf('Ada')]).toBe(document.signatures[idOf('Ada')]);
  });

  test.each(['not JSON', '{}', '7', '{"keyid":7,"sig":"00"}', '{"keyid":"a"}'])(
    'ignores a damaged one: %s',
    async (damaged) => {
      await add('Bea');
      trust.store.keys.set(`${folder}/00000000.json`, Buffer.from(damaged));
      expect(await keyIds(await signedBy(statement, 'Ada'))).toEqual([idOf('Ada'), idOf('Bea')]);
    },
  );

  test('ignores one that was removed after the list was read', async () => {
    await add('Bea');
    const store = { ...trust.store, get: () => Promise.resolve(undefined) };
    const document = await signedBy(statement, 'Ada');
    expect(Object.keys((await withAdded(store, key, document)).signatures)).toEqual([idOf('Ada')]);
  });
});

test('each added signature has its own file, which never changes', async () => {
  await add('Ada', 'Bea');
  expect((await trust.store.list(folder)).sort()).toEqual(
    [`${shortKey(idOf('Ada'))}.json`, `${shortKey(idOf('Bea'))}.json`].sort(),
  );
  const stored = trust.store.keys.get(`${folder}/${shortKey(keys.Ada.key.keyID)}.json`)?.toString() ?? '';
  expect(JSON.parse(stored)).toEqual({
    keyid: idOf('Ada'),
    sig: expect.stringMatching(/^[0-9a-f]{128}$/) as string,
  });
  const forged = new Signature({ keyID: idOf('Ada'), sig: '00'.repeat(64) });
  await expect(addSignatures(trust.store, key, [forged])).rejects.toMatchObject({ code: 'conflict' });
});
