/** The evidence of releases in a shared store: what an attacker with write access, or another team, puts there is rejected. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dsse } from '@sigstore/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtRelease, publishedRelease } from '../release/candidate';
import { type Envelope, PROVENANCE, SBOM } from '../release/evidence';
import { releaseBase } from '../store/keys';
import { statementOf, withEvidence } from '../testing/evidence';
import { shellRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  keys,
  marketRelease,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
  signerFor,
} from '../testing/trust';
import { delegationsIn } from './metadata';
import { writeTargets } from './initialize';
import { publishSigned, verifyChosen } from './publishing';
import { signStoredRelease } from './signing';
import { verifyEvidence } from './provenance';

const market = withEvidence(marketRelease());
const billing = withEvidence(billingRelease());
const keyOf = ({ id, version }: { id: string; version: string }, name: string) =>
  releaseBase(id, version) + name;
const untrusted = (message: RegExp) => ({
  code: 'slice_untrusted',
  message: expect.stringMatching(message) as string,
});

let shared: SharedStore;
beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await shared.deploy(['Ada', 'platform', 'market', 'billing'], [shellRelease(), market, billing]);
});
afterAll(() => shared.close());

/** The verification at the start of a deploy of the published release to another environment. */
const chosen = async () =>
  verifyChosen(await shared.open(['Ada']), [await publishedRelease(shared.store, market.id, market.version)]);

const envelope = async () =>
  JSON.parse((await shared.bytes(keyOf(market, PROVENANCE))).toString()) as Envelope;
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const withProvenance = (value: unknown, attack: () => Promise<unknown>) =>
  shared.altered({ [keyOf(market, PROVENANCE)]: bytesOf(value) }, attack);

async function signedBy(who: KeyOwner, statement: string): Promise<Envelope> {
  const payload = Buffer.from(statement);
  const payloadType = 'application/vnd.in-toto+json';
  const signatures = await signerFor(who).sign(dsse.preAuthEncoding(payloadType, payload));
  return {
    ...{ payloadType, payload: payload.toString('base64') },
    signatures: signatures.map(({ keyID, sig }) => ({
      keyid: keyID,
      sig: Buffer.from(sig, 'hex').toString('base64'),
    })),
  };
}

describe('the provenance of a release', () => {
  it('is published as a statement that the key of its team signed', async () => {
    const { payload, signatures } = await envelope();
    expect(Buffer.from(payload, 'base64').toString()).toBe(statementOf(market));
    expect(signatures.map(({ keyid }) => keyid)).toEqual([keys.market.key.keyID]);
    await expect(chosen()).resolves.toBeUndefined();
  });

  it('is not part of what an environment serves', async () => {
    const served = await shared.store.sizes('environments');
    expect([...served.keys()].filter((key) => key.endsWith(PROVENANCE) || key.endsWith(SBOM))).toEqual([]);
  });

  it('is rejected when its statement was altered, also with a signature of the team', async () => {
    const altered = statementOf(market).replace('builder:test', 'builder:other');
    await withProvenance(await signedBy('market', altered), () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/it was altered, or belongs to another release/)),
    );
  });

  it('is rejected when it belongs to another release', async () => {
    const other = await shared.bytes(keyOf(billing, PROVENANCE));
    await shared.altered({ [keyOf(market, PROVENANCE)]: other }, () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/belongs to another release/)),
    );
  });

  it('is rejected with the signature of another team, and with none', async () => {
    const ours = await envelope();
    await withProvenance(await signedBy('billing', statementOf(market)), () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/no valid signature of role slice-market/)),
    );
    await withProvenance({ ...ours, signatures: [] }, () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/signed by no key/)),
    );
    const [signature] = (await signedBy('billing', statementOf(market))).signatures;
    const forged = { keyid: keys.market.key.keyID, sig: signature?.sig ?? '' };
    await withProvenance({ ...ours, signatures: [forged] }, () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/no valid signature of role slice-market/)),
    );
  });

  it('is rejected when it was removed, or when its bill of materials was altered', async () => {
    await shared.altered({ [keyOf(market, PROVENANCE)]: undefined }, () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/provenance\.json .* is missing/)),
    );
    await shared.altered({ [keyOf(market, SBOM)]: bytesOf({ bomFormat: 'CycloneDX' }) }, () =>
      expect(chosen()).rejects.toMatchObject(untrusted(/sbom\.json .* was altered/)),
    );
  });

  const { 'page.js': page, ...others } = market.files;
  const altered = { size: 1, integrity: `sha384-${'A'.repeat(64)}` };
  it.each([
    ['misses a file', others, /does not name the file page\.js/],
    ['has another hash', { ...others, 'page.js': altered }, /names another hash for page\.js/],
    ['has one file more', { ...market.files, 'more.js': page ?? altered }, /names the file more\.js/],
  ])('is rejected in a build when its list of files %s', async (_case, files, message) => {
    const other = statementOf({ ...market, files });
    const dist = await shared.build(withEvidence(marketRelease(), other));
    writeFileSync(join(dist, PROVENANCE), other);
    const trust = await shared.open(['market']);
    await expect(verifyChosen(trust, [await builtRelease(dist)])).rejects.toMatchObject(untrusted(message));
  });
});

describe('after the key of a team was replaced', () => {
  it('a release is deployed again once its new key has signed it', async () => {
    const admin = await shared.open(['admin']);
    const delegations = delegationsIn(admin.chain.targets.signed).map((role) =>
      role.name === 'slice-market' ? { ...role, keyIds: [keys.stranger.key.keyID] } : role,
    );
    await writeTargets(
      shared.store,
      admin.chain,
      signerFor('admin'),
      { delegations, keys: Object.values(keys).map(({ key }) => key), owners: {} },
      admin.now,
    );
    await expect(chosen()).rejects.toMatchObject(untrusted(/slice-market/));
    const stranger = await shared.open(['stranger']);
    await signStoredRelease(stranger, market.id, market.version);
    await expect(chosen()).resolves.toBeUndefined();
    const published = await publishedRelease(shared.store, market.id, market.version);
    expect(await verifyEvidence(stranger.chain, published)).toMatchObject({
      provenance: {
        statement: { predicate: { runDetails: { builder: { id: 'urn:slipway:builder:test' } } } },
      },
    });
    expect(await publishSigned(stranger, published)).toBe(false);
  });
});
