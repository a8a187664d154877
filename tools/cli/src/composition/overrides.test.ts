/** Releases that the settings offer beside those that run: signed by their team, checked, and public only where listed. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SliceRelease } from '@slipway/contracts';
import { settingsOf } from '../environment/settings';
import { builtRelease } from '../release/candidate';
import { publish } from '../release/publish';
import { publicBase, releaseBase } from '../store/keys';
import { testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from '../testing/trust';
import { publishSigned } from '../trust/publishing';
import { prunable, prune } from './prune';

let shared: SharedStore;
beforeEach(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
});
afterEach(() => shared.close());

const other = billingRelease('another team');
const publishAs = async (who: KeyOwner, release: SliceRelease) =>
  publishSigned(await shared.open([who]), await builtRelease(await shared.build(release)));
const list = (...overrides: string[]) =>
  shared.deploy(['Ada'], [], { edits: {}, settings: settingsOf(testEnvironment('staging', { overrides })) });
const nameOf = ({ id, version }: SliceRelease) => `${id}@${version}`;
const isPublic = async (environment: string, { id, version }: SliceRelease) =>
  (await shared.store.get(`${publicBase(environment, id, version)}page.js`)) !== undefined;

it('a listed release is public in this environment only, and a pruned store keeps it', async () => {
  await publishAs('billing', other);
  await firstDeploy(shared, 'production', ['Ada', 'Bea']);
  expect(await isPublic('staging', other)).toBe(false);

  const { composition } = await list(nameOf(other));
  expect(composition.overrides).toEqual({
    billing: [expect.objectContaining({ version: other.version })],
  });
  expect([await isPublic('staging', other), await isPublic('production', other)]).toEqual([true, false]);
  expect(composition.slices['billing']?.version).not.toBe(other.version);

  await prune(shared.store, await prunable(shared.store, [], (await shared.store.now()) + 90 * 86_400_000));
  expect((await shared.verify('staging'))?.composition.overrides).toEqual(composition.overrides);
  expect(await isPublic('staging', other)).toBe(true);

  expect((await list()).composition.overrides).toBeUndefined();
});

it('a listed release that its team has not signed is rejected, and stays private', async () => {
  await publish(shared.store, await builtRelease(await shared.build(other)));
  await expect(list(nameOf(other))).rejects.toMatchObject({ code: 'slice_untrusted' });
  expect(await isPublic('staging', other)).toBe(false);
});

it('a listed release whose file was altered is rejected, and stays private', async () => {
  await publishAs('billing', other);
  const key = `${releaseBase('billing', other.version)}page.js`;
  await shared.altered({ [key]: Buffer.from('evil') }, () =>
    expect(list(nameOf(other))).rejects.toThrow(/overrides lists billing@\w+: .*page\.js/),
  );
  expect(await isPublic('staging', other)).toBe(false);
});

it('new settings are rejected for what cannot run here; a deploy that makes it impossible leaves it out', async () => {
  await expect(list('billing@ffffffffffffffff', nameOf({ ...other, id: 'shell' }))).rejects.toThrow(
    /overrides lists billing@f+, and \S+ has no such release of a slice[^]*overrides lists shell@/,
  );
  const { requires } = other;
  const needy = sliceRelease({ ...other, version: '', requires: { ...requires, extra: '^1.0.0' } });
  await publishAs('billing', needy);
  const why = `overrides lists ${nameOf(needy)}: billing needs extra ^1.0.0, which the shell does not share`;
  await expect(list(nameOf(needy))).rejects.toThrow(why);

  const shell = shellRelease();
  const richer = shellRelease({ provides: { ...shell.provides, extra: '1.0.0' } });
  await shared.deploy(['Ada', 'platform'], [richer]);
  expect((await list(nameOf(needy))).composition.overrides).toBeDefined();
  expect((await shared.deploy(['Ada', 'platform'], [shell])).composition.overrides).toBeUndefined();
});
