/**
 * Attacks on a shared store: an attacker with write access, a team, or a deployer puts something there that was not approved.
 * Nothing of it is deployed or served, and each refusal names the document, the role and what to do.
 */
import { Metadata, Signature, type Targets } from '@tufjs/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentRevision, readComposition } from '../composition/read';
import { type SelectionEdits, selectionOf } from '../composition/selection';
import { pointerKey, releaseBase, revisionBase } from '../store/keys';
import { storeKinds } from '../testing/stores';
import {
  billingRelease,
  chainOf,
  firstDeploy,
  keys,
  marketRelease,
  openSharedStore,
  type Person,
  type SharedStore,
  signerFor,
} from '../testing/trust';
import { verifyingStore } from './serving';
import { freshState } from './deploying';
import { parseSigned, serialize, signDocument, signedBytes } from './document';
import { rolesIn, writeRoot, writeTargets } from './initialize';
import { delegationsIn, releaseOf, rootOf } from './metadata';
import {
  namesKey,
  releasePath,
  rootKey,
  signedReleaseKey,
  statementKey,
  targetsKey,
  timestampKey,
} from './paths';
import { verifyChosen } from './publishing';
import { addSignatures } from './signatures';
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

describe.each(storeKinds)('on %s', (_kind, open) => {
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

  const signedBy = async (key: string, who: Person, edit: (targets: Targets) => Targets = (same) => same) => {
    const { signed } = parseSigned('targets', await shared.bytes(key), key);
    return serialize(await signDocument(edit(signed), signerFor(who), [keys[who].key.keyID]));
  };
  const withoutSignatures = async (key: string) =>
    serialize(new Metadata(parseSigned('targets', await shared.bytes(key), key).signed));

  it('accepts what was signed by the right keys', async () => {
    const state = await shared.verify('staging', now);
    expect(state?.composition.revision).toBe(2);
    expect(state?.record.author).toBe('Ada');
  });

  describe('refuses to serve and to deploy onto', () => {
    const base = revisionBase('staging', 2);
    const statement = statementKey('staging', 2);
    const signature = signedReleaseKey('market', market.version);

    it.each<[string, () => Promise<Record<string, Uint8Array | undefined>>, RegExp]>([
      [
        'an unsigned revision',
        async () => ({ [statement]: await withoutSignatures(statement) }),
        /Revision 2 of staging has 0 of 1 valid signatures of role environment-staging: roll back/,
      ],
      [
        'a revision without a statement',
        () => Promise.resolve({ [statement]: undefined }),
        /Revision 2 of staging is not signed \(.*statement\.json is missing\)/,
      ],
      [
        'a wrongly signed revision',
        async () => {
          const document = parseSigned('targets', await shared.bytes(statement), '');
          document.sign(() => new Signature({ keyID: keys.Ada.key.keyID, sig: '00'.repeat(64) }));
          return { [statement]: serialize(document) };
        },
        /the signature of key [0-9a-f]{8} does not match/,
      ],
      [
        'a revision signed by a stranger',
        async () => ({ [statement]: await signedBy(statement, 'stranger') }),
        /key [0-9a-f]{8} is not in that role/,
      ],
      [
        'a revision signed by a slice team',
        async () => ({ [statement]: await signedBy(statement, 'market') }),
        /is signed by key [0-9a-f]{8} of role slice-market, which may not sign it, instead of role environment-staging/,
      ],
      [
        'an altered composition',
        async () => ({
          [`${base}composition.json`]: Buffer.from(
            (await shared.bytes(`${base}composition.json`))
              .toString()
              .replace('"allowOverrides":false', '"allowOverrides":true'),
          ),
        }),
        /composition\.json differs from the hash that key [0-9a-f]{8} signed/,
      ],
      [
        'an altered record, such as another author',
        async () => ({
          [`${base}record.json`]: Buffer.from(
            (await shared.bytes(`${base}record.json`)).toString().replace('"author":"Ada"', '"author":"Bea"'),
          ),
        }),
        /record\.json differs from the hash/,
      ],
      [
        'the statement of another revision',
        async () => ({ [statement]: await shared.bytes(statementKey('staging', 1)) }),
        /is the statement of revision 1 of staging: it was moved here/,
      ],
      [
        'an unsigned release',
        () => Promise.resolve({ [signature]: undefined }),
        /The release market [0-9a-f]{8} is not signed: a key of role slice-market has to sign it: slipway trust sign market@/,
      ],
      [
        'a release signed by another team',
        async () => ({ [signature]: await signedBy(signature, 'billing') }),
        /The release market [0-9a-f]{8} is signed by key [0-9a-f]{8} of role slice-billing, which may not sign it, instead of role slice-market/,
      ],
      [
        'the signature of another slice',
        async () => ({ [signature]: await shared.bytes(signedReleaseKey('billing', billing.version)) }),
        /role slice-market/,
      ],
      [
        'the signature of another release of the slice',
        async () => ({
          [signature]: await signedBy(signature, 'market', () =>
            releaseOf(releasePath('market', 'ffff'), Buffer.from('x'), now),
          ),
        }),
        /has the signature of releases\/market\/ffff/,
      ],
      [
        'swapped files between slices',
        async () => ({
          [descriptionKey('market', market.version)]: await shared.bytes(
            descriptionKey('billing', billing.version),
          ),
        }),
        /The release market [0-9a-f]{8} has another release\.json than the signed one/,
      ],
      [
        'a damaged statement',
        () => Promise.resolve({ [statement]: Buffer.from('{"signed":{}}') }),
        /is not signed metadata/,
      ],
      [
        'altered delegations',
        async () => ({ [targetsKey(2)]: await withoutSignatures(targetsKey(2)) }),
        /Targets 2 .* has 0 of 1 valid signatures of role targets/,
      ],
      [
        'older delegations',
        () => Promise.resolve({ [targetsKey(2)]: undefined }),
        /signed under targets 2, and the store shows targets 1: the trust metadata was rolled back/,
      ],
      [
        'altered names',
        async () => ({
          [namesKey(2)]: Buffer.from(
            (await shared.bytes(namesKey(2))).toString().replace('"name":"Ada"', '"name":"CEO"'),
          ),
        }),
        /names\/2\.json is not the one that targets 2 lists, so no author can be named/,
      ],
      [
        'a timestamp of a stranger',
        async () => {
          const { signed } = parseSigned('timestamp', await shared.bytes(timestampKey('staging')), '');
          return {
            [timestampKey('staging')]: serialize(
              await signDocument(signed, signerFor('stranger'), [keys.stranger.key.keyID]),
            ),
          };
        },
        /The timestamp of staging .* has 0 of 1 valid signatures of role timestamp.*slipway trust renew/,
      ],
      [
        'a replayed older revision',
        () => Promise.resolve({ [pointerKey('staging')]: Buffer.from('{"revision":1}') }),
        /staging shows revision 1, and its timestamp says 2: an older state was put back/,
      ],
      [
        'a removed pointer',
        () => Promise.resolve({ [pointerKey('staging')]: undefined }),
        /has a timestamp and no current\.json/,
      ],
      [
        'an altered root chain',
        async () => {
          const { signed } = parseSigned('root', await shared.bytes(rootKey(1)), '');
          const forged = rootOf(
            2,
            { ...rolesIn(new Metadata(signed)), root: { keys: [keys.stranger.key], threshold: 1 } },
            now,
          );
          return {
            [rootKey(2)]: serialize(
              await signDocument(forged, signerFor('stranger'), [keys.stranger.key.keyID]),
            ),
          };
        },
        /Root 2 .* has 0 of 2 valid signatures of role root.*the root chain was altered/,
      ],
      [
        'a root that only one of two keys signed',
        async () => {
          const { signed } = parseSigned('root', await shared.bytes(rootKey(1)), '');
          const next = rootOf(2, rolesIn(new Metadata(signed)), now);
          return {
            [rootKey(2)]: serialize(await signDocument(next, signerFor('rootOne'), [keys.rootOne.key.keyID])),
          };
        },
        /Root 2 .* has 1 of 2 valid signatures of role root/,
      ],
      [
        'a root with a skipped version',
        async () => {
          const { signed } = parseSigned('root', await shared.bytes(rootKey(1)), '');
          const next = rootOf(3, rolesIn(new Metadata(signed)), now);
          const both = [keys.rootOne.key.keyID, keys.rootTwo.key.keyID];
          return { [rootKey(2)]: serialize(await signDocument(next, signerFor('rootOne', 'rootTwo'), both)) };
        },
        /says version 3/,
      ],
    ])('%s', async (_attack, changes, message) => {
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

  it('refuses a release whose signature is by another team or a stranger, or missing, before it writes anything', async () => {
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

  it('refuses a deploy with a key of no deployer, and below the threshold keeps the revision from becoming current', async () => {
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

  it('serves after the timestamp expired, with a warning, and refuses deploys', async () => {
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
        /The timestamp of staging expired .* keeps being served, and deploys are refused/,
      ),
    ]);
    await expect(freshState(await shared.open(['Ada'], late), 'staging')).rejects.toMatchObject(
      untrusted(/The timestamp of staging expired at .*check the job that runs slipway trust renew/),
    );
  });

  const trustOptions = async () => {
    const root = parseSigned('root', await shared.bytes(rootKey(1)), '');
    return { ...shared.workspace.trust, home: shared.freshHome(), pinnedRoot: () => root };
  };

  it('refuses a deploy when the root, the targets or the signature of a release expired', async () => {
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

  it('refuses what a revoked key signed, until another key of the role signs it again', async () => {
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
    await expect(
      writeRoot(shared.store, chain, signerFor('stranger', 'rootOne'), roles, now),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    await writeRoot(shared.store, chain, signerFor('stranger', 'rootOne', 'rootTwo'), roles, now);
    expect((await shared.open([], now, home)).chain.root.signed.version).toBe(2);
    await shared.altered({ [rootKey(2)]: undefined }, () =>
      expect(shared.open([], now, home)).rejects.toMatchObject(
        untrusted(/The store shows root 1, and this machine has verified 2: the store was rolled back/),
      ),
    );
  });
});
