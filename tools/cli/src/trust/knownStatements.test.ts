/** Statements that a machine remembers: only the same bytes, in the same place, under the same roles and keys. */
import { canonicalize } from '@tufjs/canonical-json';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idOf, type KeyOwner, signerFor } from '../testing/keyOwners';
import { NOW, openSmallTrust, signedBy, type SmallTrust } from '../testing/smallTrust';
import type { TrustChain } from './chain';
import { parseSigned, serialize, signedHash } from './document';
import { recallSignedPart, recallSigners, rememberStatement } from './knownStatements';
import * as keys from './keys';
import { openMemory, useMemory } from './memory';
import { statementOf, targetsOf } from './metadata';
import { signaturesFolder, statementKey, statementPath } from './paths';
import { addSignatures } from './signatures';
import { verifyStatement } from './statements';

const [STAGING, PRODUCTION] = [statementPath('staging', 1), statementPath('production', 1)];
const key = statementKey('staging', 1);

let folder: string;
let trust: SmallTrust;
let chain: TrustChain;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-known-'));
  trust = await openSmallTrust();
  chain = await trust.chain();
  useMemory(trust.store, openMemory(folder));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const statement = (environment: string) =>
  statementOf(
    1,
    {
      ...{ environment, lineage: 'a', createdAt: NOW.toISOString(), root: 1, targets: 2 },
      previous: { revision: 0, sha256: '' },
    },
    [{ key: 'b"c', bytes: Buffer.from('d') }],
    NOW,
  );

async function remembered(environment: string, ...who: KeyOwner[]) {
  const document = await signedBy(statement(environment), ...who);
  const bytes = serialize(document);
  rememberStatement({ ...trust, chain }, statementPath(environment, 1), { bytes, document }, who.map(idOf));
  return { bytes, document };
}

it('knows who signed the same bytes, under the same path and the same targets', async () => {
  const { bytes } = await remembered('staging', 'Ada');
  expect(recallSigners(trust.store, chain, STAGING, Buffer.from(bytes))).toEqual([idOf('Ada')]);
  const altered = Buffer.from(bytes.toString().replace('"length":1', '"length":2'));
  expect(recallSigners(trust.store, chain, STAGING, altered)).toBeUndefined();
  expect(recallSigners(trust.store, chain, statementPath('staging', 2), bytes)).toBeUndefined();
  const targets = targetsOf(3, { delegations: [], keys: [], names: Buffer.from('{}') }, NOW);
  const other = { ...chain, targets: await signedBy(targets, 'admin') };
  expect(recallSigners(trust.store, other, STAGING, bytes)).toBeUndefined();
});

it('does not remember a statement that needs signatures which were added later', async () => {
  const { bytes } = await remembered('production', 'Ada');
  expect(recallSigners(trust.store, chain, PRODUCTION, bytes)).toBeUndefined();
  const both = await remembered('production', 'Ada', 'Bea');
  expect(recallSigners(trust.store, chain, PRODUCTION, both.bytes)).toEqual([idOf('Ada'), idOf('Bea')]);
});

it('has the hash of the canonical JSON', async () => {
  const { bytes } = await remembered('staging', 'Ada');
  const document = parseSigned('targets', Buffer.from(bytes), key);
  recallSignedPart(trust.store, { bytes, document });
  expect(signedHash(document.signed)).toBe(keys.sha256(canonicalize(document.signed.toJSON())));
});

it('spares the second verification its signatures, and no altered statement', async () => {
  const document = await signedBy(statement('staging'), 'Ada');
  await trust.store.create(key, serialize(document));
  const first = await verifyStatement(trust.store, chain, 'staging', 1);
  const matches = vi.spyOn(keys, 'matches');
  const again = await verifyStatement(trust.store, chain, 'staging', 1);
  expect(again).toEqual(first);
  expect(matches).not.toHaveBeenCalled();

  await trust.store.remove(key);
  await trust.store.create(key, Buffer.from(serialize(document).toString().replace('"a"', '"z"')));
  await expect(verifyStatement(trust.store, chain, 'staging', 1)).rejects.toMatchObject({
    code: 'slice_untrusted',
  });
  expect(matches).toHaveBeenCalled();
});

it('verifies one with added signatures each time', async () => {
  const document = await signedBy(statement('production'), 'Ada');
  const where = statementKey('production', 1);
  await trust.store.create(where, serialize(document));
  const added = await signerFor('Bea').sign(Buffer.from(canonicalize(document.signed.toJSON())), [
    idOf('Bea'),
  ]);
  await addSignatures(trust.store, where, added);
  const verify = () => verifyStatement(trust.store, chain, 'production', 1);
  expect((await verify()).signers).toEqual([idOf('Ada'), idOf('Bea')]);
  await trust.store.remove(signaturesFolder(where));
  await expect(verify()).rejects.toMatchObject({ code: 'slice_untrusted' });
});
