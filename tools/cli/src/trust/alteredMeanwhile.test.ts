/** Attacks between two reads of a deploy, and a composition that names another fallback. On a folder and a bucket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedReleases } from '../composition/fallback';
import { currentRevision } from '../composition/read';
import { settingsOf } from '../environment/settings';
import { publishedRelease } from '../release/candidate';
import { releaseBase, revisionBase, settingsKey } from '../store/keys';
import type { Store } from '../store/store';
import { testEnvironment } from '../testing/compositions';
import { stores } from '../testing/stores';
import { billingRelease, firstDeploy, openSharedStore, type SharedStore } from '../testing/trust';
import { revisionFiles } from './adopt';
import { signedSettings } from './deploying';
import { statementKey } from './paths';
import { signStatement, verifyStatement } from './statements';

describe.each(stores)('on %s', (_kind, open) => {
  let shared: SharedStore;
  let billing = 0;
  const next = () => billingRelease(`team ${String((billing += 1))}`);
  beforeAll(async () => {
    shared = await openSharedStore(open);
    await firstDeploy(shared);
    await shared.deploy(['Ada', 'billing'], [next()]);
  });
  afterAll(() => shared.close());

  const verified = async () => {
    const state = await shared.verify('staging', new Date(await shared.store.now()));
    if (!state) throw new Error('nothing runs');
    return state;
  };

  it.each(['fallback', 'override'] as const)(
    'a %s with another description than the signed one, signed by a deployer',
    async (kind) => {
      const { composition, statement } = await verified();
      const { revision, createdAt } = composition;
      const [fallback] = describedReleases(composition);
      expect(fallback?.id).toBe('billing');
      const trust = await shared.open(['Ada']);
      const key = `${revisionBase('staging', revision)}composition.json`;
      const forged = structuredClone(composition);
      const slice = forged.slices['billing'];
      const release = `sha384-${'A'.repeat(64)}`;
      if (kind === 'fallback' && slice?.fallback) slice.fallback.release = release;
      if (kind === 'override' && slice?.fallback)
        forged.overrides = { billing: [{ ...slice.fallback, release }] };
      const bytes = Buffer.from(JSON.stringify(forged));
      const files = (await revisionFiles(shared.store, 'staging', revision, composition.settings)).map(
        (file) => (file.key === key ? { key, bytes } : file),
      );
      const previous = await verifyStatement(
        shared.store,
        trust.chain,
        'staging',
        statement.facts.previous.revision,
      );
      const signing = { environment: 'staging', revision, createdAt, previous, files };
      const signed = await signStatement(trust.chain, trust.signer, signing, trust.now);
      await shared.altered({ [key]: bytes, [statementKey('staging', revision)]: signed.bytes }, () =>
        expect(verified()).rejects.toMatchObject({
          code: 'slice_untrusted',
          message: expect.stringMatching(
            `lists another release.json for billing \\S+, its ${kind}, than the signed one: deploy billing again`,
          ) as string,
        }),
      );
    },
  );

  it('settings that are altered after their signature was verified never take effect', async () => {
    const { composition } = await verified();
    const key = settingsKey('staging', composition.settings ?? 0);
    const stored = JSON.parse((await shared.bytes(key)).toString()) as {
      settings: { site: { name: string } };
    };
    stored.settings.site.name = 'Evil';
    let reads = 0;
    const altering: Store = {
      ...shared.store,
      async get(name) {
        if (name === key && (reads += 1) > 1) return Buffer.from(JSON.stringify(stored));
        return shared.store.get(name);
      },
    };
    const deployed = await shared.deploy(['Ada', 'billing'], [next()], { store: altering });
    expect(reads).toBe(1);
    expect(deployed.composition.site.name).toBe(composition.site.name);
    expect((await verified()).composition.revision).toBe(deployed.composition.revision);
  });

  it('a statement covers no settings but those that the deploy used', async () => {
    const { composition, statement } = await verified();
    const trust = await shared.open(['Ada']);
    const evil = settingsOf(testEnvironment('staging', { allowOverrides: true }));
    await expect(signedSettings(trust, composition, statement, undefined, evil)).rejects.toMatchObject({
      code: 'slice_untrusted',
      message: `${settingsKey('staging', composition.settings ?? 0)} was altered while the deploy read it: find out who writes to the store, then deploy again`,
    });
  });

  it('a release whose description differed when it was read first', async () => {
    const release = next();
    await shared.deploy(['Ada', 'billing'], [release]);
    await shared.deploy(['Ada', 'billing'], [next()]);
    const before = await currentRevision(shared.store, 'staging');
    const key = `${releaseBase('billing', release.version)}release.json`;
    const other = { ...(JSON.parse((await shared.bytes(key)).toString()) as object), commit: 'f'.repeat(40) };
    const candidate = await shared.altered({ [key]: Buffer.from(JSON.stringify(other)) }, () =>
      publishedRelease(shared.store, 'billing', release.version),
    );
    const edits = { stable: new Map([['billing', release.version]]) };
    const deploying = shared.deploy(['Ada'], [], { candidates: [candidate], edits, store: shared.store });
    await expect(deploying).rejects.toMatchObject({
      code: 'slice_untrusted',
      message: expect.stringMatching(/release\.json was altered while the deploy read it/) as string,
    });
    expect(await currentRevision(shared.store, 'staging')).toBe(before);
  });
});
