/**
 * Attacks on a shared store: an attacker with write access, a team, or a deployer puts something there that was not approved.
 * Nothing of it is deployed or served, and each rejection names the document, the role and what to do.
 * One file: all attacks share one store.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentRevision, readComposition } from '../composition/read';
import { type SelectionEdits, selectionOf } from '../composition/selection';
import { pointerKey, publicFolder, releaseBase, revisionBase } from '../store/keys';
import { restOf } from '../testing/attacks/byHand';
import { metadataAttacks } from '../testing/attacks/metadata';
import { stores } from '../testing/stores';
import {
  billingRelease,
  chainOf,
  firstDeploy,
  keys,
  marketRelease,
  openSharedStore,
  type SharedStore,
  signerFor,
} from '../testing/trust';
import { verifyingStore } from './serving';
import { freshState } from './deploying';
import { parseSigned, signedBytes } from './document';
import { rolesIn, writeRoot, writeTargets } from './initialize';
import { delegationsIn } from './metadata';
import { rootKey, statementKey, timestampKey } from './paths';
import { verifyChosen } from './publishing';
import { addSignatures } from './signatures';
import type { Signer } from './signer';
import { renewTimestamp } from './timestamps';
import { publishedRelease } from '../release/candidate';

const DAY = 86_400_000;
const market = marketRelease();
const billing = billingRelease();
const descriptionKey = (id: string, version: string) => `${releaseBase(id, version)}release.json`;
const untrusted = (message: RegExp) => ({
  code: 'slice_untrusted',
  message: expect.stringMatching(message) as string,
});

describe.each(stores)('on %s', (_kind, open) => {
  let shared: SharedStore;
  let now: Date;

  beforeAll(async () => {
    shared = await openSharedStore(open);
    await firstDeploy(shared);
    await shared.deploy(['Ada', 'billing'], [billingRelease('team-e2')]);
    now = new Date(await shared.store.now());
    const trust = await shared.open(['admin'], now);
    const state = await shared.verify('staging', now);
    if (state) await renewTimestamp(trust, 'staging', state.statement);
  });
  afterAll(() => shared.close());

  it('accepts what was signed by the right keys', async () => {
    const state = await shared.verify('staging', now);
    expect(state?.composition.revision).toBe(2);
    expect(state?.record.author).toBe('Ada');
  });

  describe('neither serves nor deploys onto', () => {
    it.each(metadataAttacks(() => ({ shared, now })))('%s', async (_attack, changes, message) => {
      await shared.altered(await changes(), async () => {
        await expect(shared.verify('staging', now)).rejects.toMatchObject(untrusted(message));
        const deploying = shared.deploy(['Ada', 'billing'], [billingRelease('team-e9')]);
        await expect(deploying).rejects.toMatchObject({ code: 'slice_untrusted' });
      });
      expect(await currentRevision(shared.store, 'staging')).toBe(2);
    });

    it('a replayed older state with the timestamp of then, on a machine that has seen the newer one', async () => {
      const home = shared.freshHome();
      await shared.verify('staging', now, home);
      const older = {
        [pointerKey('staging')]: Buffer.from('{"revision":1}'),
        [timestampKey('staging')]: undefined,
      };
      await shared.altered(older, () =>
        expect(shared.verify('staging', now, home)).rejects.toMatchObject(
          untrusted(/staging shows revision 1 .* and this machine has verified revision 2/),
        ),
      );
    });
  });

  it('a rollback of everything to a signed revision repairs an altered one', async () => {
    const key = `${revisionBase('staging', 2)}composition.json`;
    await shared.altered({ [key]: Buffer.from('{}') }, async () => {
      const rollbackTo = await readComposition(shared.store, 'staging', 1);
      const back = (edits: SelectionEdits) => shared.deploy(['Ada'], [], { rollbackTo, edits });
      const one = new Map([['billing', billing.version]]);
      await expect(back({ stable: one })).rejects.toMatchObject({ code: 'slice_untrusted' });
      expect((await back({ base: selectionOf(rollbackTo) })).composition.revision).toBe(3);
      expect((await shared.verify('staging', now))?.composition.slices['billing']?.version).toBe(
        billing.version,
      );
    });
  });

  it('rejects a release whose signature is by another team or a stranger, or missing, before it writes anything', async () => {
    const next = billingRelease('team-e8');
    for (const who of [['Ada'], ['Ada', 'market'], ['Ada', 'stranger']] as const) {
      await expect(shared.deploy(who, [next])).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(
          /No key here may sign a release of billing: role slice-billing has [0-9a-f]{8}, and this machine has .*slipway trust add/,
        ) as string,
      });
    }
    expect(await shared.store.get(descriptionKey('billing', next.version))).toBeUndefined();
  });

  it('rejects a deploy with a key of no deployer, and below the threshold keeps the revision from becoming current', async () => {
    await expect(shared.deploy(['market'], [])).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(
        /No key here may sign a revision of staging: role environment-staging/,
      ) as string,
    });
    const pending = await firstDeploy(shared, 'production', ['Ada']);
    expect(pending.missing).toBe(1);
    expect(await currentRevision(shared.store, 'production')).toBe(0);
    const both = await firstDeploy(shared, 'production', ['Ada', 'Bea']);
    expect(both.missing).toBe(0);
    expect((await shared.verify('production', now))?.record.author).toBe('Ada and Bea');
  });

  it('names the owner of the key as the author, whatever a variable says', async () => {
    const { record } = await shared.deploy(['Bea', 'billing'], [billingRelease('team-e5')]);
    expect(record.author).toBe('Bea');
    await shared.deploy(['Ada'], [], {
      edits: { stable: new Map([['billing', billingRelease('team-e2').version]]) },
    });
  });

  it('serves after the timestamp expired, with a warning, and rejects deploys', async () => {
    const late = new Date(now.getTime() + 8 * DAY);
    const warnings: string[] = [];
    const serving = verifyingStore(
      { ...shared.store },
      {
        trust: await trustOptions(),
        environment: (name) => ({ name, root: undefined }),
        warn: (message) => warnings.push(message),
        now: () => late.getTime(),
      },
    );
    const pointer = await serving.get(pointerKey('staging'));
    expect(JSON.parse(pointer?.toString() ?? '')).toMatchObject({
      revision: await currentRevision(shared.store, 'staging'),
    });
    expect(warnings).toEqual([
      expect.stringMatching(
        /The timestamp of staging expired at [^.]*Z: it keeps being served, and deploys are rejected/,
      ),
    ]);
    await expect(freshState(await shared.open(['Ada'], late), 'staging')).rejects.toMatchObject(
      untrusted(/The timestamp of staging expired at [^.]*Z, .*check the job that runs slipway trust renew/),
    );
  });

  const trustOptions = async () => {
    const root = parseSigned('root', await shared.bytes(rootKey(1)), '');
    return { ...shared.workspace.trust, home: shared.freshHome(), pinnedRoot: () => root };
  };

  it('rejects a deploy when the root, the targets or the signature of a release expired', async () => {
    const years = async (count: number) => shared.open(['Ada'], new Date(now.getTime() + count * 366 * DAY));
    await expect(freshState(await years(1), 'staging')).rejects.toMatchObject(
      untrusted(/The root expired at .*trust renew --role root/),
    );
    const late = await years(3);
    const chosen = await publishedRelease(late.store, 'market', market.version);
    await expect(verifyChosen(late, [chosen])).rejects.toMatchObject(
      untrusted(/The signature of market [0-9a-f]{8} expired at .*slipway trust sign market@/),
    );
  });

  it('serves the composition that pages of a signed revision fetch, and no other file beside it', async () => {
    const serving = verifyingStore(
      { ...shared.store },
      {
        trust: await trustOptions(),
        environment: (name) => ({ name, root: undefined }),
        warn: () => undefined,
      },
    );
    const folder = publicFolder('staging');
    const [earlier, now] = [await restOf(shared.store, 1), await restOf(shared.store, 2)];
    for (const path of [earlier, now, `${now}.gz`])
      expect(await serving.get(folder + path), path).toEqual(await shared.store.get(folder + path));
    const planted = `${folder}/slices/_rest/2/0123456789abcdef.json`;
    const composed = await shared.bytes(folder + now);
    const attacks = {
      [folder + now]: await shared.bytes(folder + earlier),
      [`${folder}${now}.gz`]: gzipSync('{}'),
      [planted]: composed,
      [`${folder}/slices/_rest/77/0123456789abcdef.json`]: composed,
    };
    await shared.altered(attacks, async () => {
      for (const key of Object.keys(attacks)) expect(await serving.get(key), key).toBeUndefined();
    });
  });

  it('serves the signed description of a release, and no other one beside it', async () => {
    const serving = verifyingStore(
      { ...shared.store },
      {
        trust: await trustOptions(),
        environment: (name) => ({ name, root: undefined }),
        warn: () => undefined,
      },
    );
    const keys = [...(await shared.store.sizes(`${publicFolder('staging')}/slices`)).keys()];
    const signed = keys.filter((key) => key.endsWith('.signed.json'));
    expect(signed.length).toBeGreaterThan(1);
    for (const key of signed) expect(await serving.get(key), key).toEqual(await shared.store.get(key));
    const [one = '', other = ''] = signed;
    const attacks = {
      [one]: Buffer.from('{"description":"{}","signed":"{}"}'),
      [other]: await shared.bytes(one),
      [one.replace(/release\.[0-9a-f]{16}/, 'release.0123456789abcdef')]: await shared.bytes(one),
    };
    await shared.altered(attacks, async () => {
      for (const key of Object.keys(attacks)) expect(await serving.get(key), key).toBeUndefined();
    });
  });

  it('keeps serving the revision before when a new one cannot be verified, and never an altered document', async () => {
    const warnings: string[] = [];
    const serving = verifyingStore(
      { ...shared.store },
      {
        trust: await trustOptions(),
        environment: (name) => ({ name, root: undefined }),
        warn: (message) => warnings.push(message),
      },
    );
    const revision = await currentRevision(shared.store, 'staging');
    const document = `${revisionBase('staging', revision)}market.html`;
    await serving.get(pointerKey('staging'));
    await shared.altered(
      { [document]: Buffer.from('<script>'), [`${document}.br`]: Buffer.from('x') },
      async () => {
        expect(await serving.get(document)).toBeUndefined();
        expect(await serving.get(`${document}.br`)).toBeUndefined();
      },
    );
    expect((await serving.get(document))?.toString()).toContain('<!doctype html>');
    const forged = {
      [pointerKey('staging')]: Buffer.from(JSON.stringify({ revision: revision + 1 })),
      [`${revisionBase('staging', revision + 1)}composition.json`]: await shared.bytes(
        `${revisionBase('staging', revision)}composition.json`,
      ),
    };
    await shared.altered(forged, async () => {
      const pointer = await serving.get(pointerKey('staging'));
      expect(JSON.parse(pointer?.toString() ?? '')).toEqual({ revision });
      expect(warnings.at(-1)).toMatch(/is not signed .*staging keeps serving revision/);
    });
  });

  it('rejects what a revoked key signed, until another key of the role signs it again', async () => {
    const chain = await chainOf(shared.store);
    const revoked = keys.Ada.key.keyID;
    const before = delegationsIn(chain.targets.signed);
    const delegations = before.map((role) => ({
      ...role,
      threshold: 1,
      keyIds: role.keyIds.filter((keyId) => keyId !== revoked),
    }));
    await writeTargets(shared.store, chain, signerFor('admin'), { delegations }, now);
    await expect(shared.verify('staging', now)).rejects.toMatchObject(
      untrusted(
        /Revision \d+ of staging has 0 of 1 valid signatures of role environment-staging; key [0-9a-f]{8} is not in that role/,
      ),
    );
    await expect(shared.deploy(['Ada'], [])).rejects.toMatchObject({ code: 'forbidden' });
    const key = statementKey('staging', await currentRevision(shared.store, 'staging'));
    const { signed } = parseSigned('targets', await shared.bytes(key), key);
    await addSignatures(shared.store, key, await signerFor('Bea').sign(signedBytes(signed)));
    expect((await shared.verify('staging', now))?.record.author).toBe('Bea');
  });

  it('follows a root that the keys before and after signed, and rejects its removal', async () => {
    const home = shared.freshHome();
    const chain = await chainOf(shared.store);
    const roles = { ...rolesIn(chain.root), root: { keys: [keys.stranger.key], threshold: 1 } };
    const write = (signer: Signer) => writeRoot({ store: shared.store, chain, signer, now }, roles);
    await expect(write(signerFor('stranger', 'rootOne'))).rejects.toMatchObject({ code: 'forbidden' });
    await write(signerFor('stranger', 'rootOne', 'rootTwo'));
    expect((await shared.open([], now, home)).chain.root.signed.version).toBe(2);
    await shared.altered({ [rootKey(2)]: undefined }, () =>
      expect(shared.open([], now, home)).rejects.toMatchObject(
        untrusted(/The store shows root 1, and this machine has verified 2: the store was rolled back/),
      ),
    );
  });
});
