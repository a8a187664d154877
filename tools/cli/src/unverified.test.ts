/**
 * `status`, `history` and `diff` verify what they show: an entry that was altered in the store is not shown as if it were
 * valid.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseBase, revisionBase } from './store/keys';
import { openFolderStore } from './testing/stores';
import { testWorkspace } from './testing/workspace';
import { billingRelease, firstDeploy, openSharedStore, type SharedStore } from './testing/trust';
import { statementKey } from './trust/paths';

let shared: SharedStore;
const compositionOf = (revision: number) => `${revisionBase('staging', revision)}composition.json`;
const recordOf = (revision: number) => `${revisionBase('staging', revision)}record.json`;
const status = (...more: string[]) => shared.as([], 'status', '--env', 'staging', ...more);
const history = (...more: string[]) => shared.as([], 'history', '--env', 'staging', ...more);
/** The stored text with another release of billing. */
const swapped = async (key: string) => {
  const text = (await shared.bytes(key)).toString();
  const [one, other] = [billingRelease('two'), billingRelease('three')];
  const found = text.includes(other.version) ? other : one;
  return Buffer.from(text.replaceAll(found.version, found === one ? other.version : one.version));
};
interface Row {
  revision: number;
  unverified?: string;
}
const unverifiedRows = async () =>
  (JSON.parse((await history('--json')).out) as Row[]).filter(({ unverified }) => unverified !== undefined);

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
  await shared.deploy(['Bea', 'billing'], [billingRelease('two')]);
  await shared.deploy(['Bea', 'billing'], [billingRelease('three')]);
});
afterAll(() => shared.close());

it('show nothing of it while nothing was altered', async () => {
  expect(await status()).toMatchObject({ code: 0, out: expect.not.stringContaining('verified') as string });
  expect(await unverifiedRows()).toEqual([]);
});

describe('what runs', () => {
  it.each([
    ['composition', async () => ({ [compositionOf(3)]: await swapped(compositionOf(3)) }), /altered/],
    ['record', async () => ({ [recordOf(3)]: await swapped(recordOf(3)) }), /altered/],
    ['statement', () => ({ [statementKey('staging', 3)]: undefined }), /is not signed/],
  ])('with another %s is shown, and marked', async (_what, changes, reason) => {
    await shared.altered(await changes(), async () => {
      const shown = await status();
      expect(shown.code).toBe(5);
      expect(shown.out).toMatch(/^revision +3 not verified$/m);
      expect(shown.out).toMatch(/^billing +[0-9a-f]{8}/m);
      expect(shown.out).toMatch(new RegExp(`^staging is not verified: .*${reason.source}`, 'm'));
      expect(JSON.parse((await status('--json')).out)).toMatchObject([
        { revision: 3, unverified: expect.stringMatching(reason) as string },
      ]);
      expect(await unverifiedRows()).toMatchObject([
        { revision: 3, unverified: expect.stringMatching(reason) as string },
      ]);
      expect((await history()).out).toMatch(new RegExp(`^3 .*\n {4}not verified: .*${reason.source}`));
      const compared = await shared.as([], 'diff', 'staging@1', 'staging', '--json');
      expect(compared.code).toBe(5);
      expect(JSON.parse(compared.out)).toMatchObject({
        unverified: [{ name: 'staging', reason: expect.stringMatching(reason) as string }],
      });
    });
  });

  it('with a release that its team did not sign is marked', async () => {
    const key = `${releaseBase('billing', billingRelease('three').version)}release.signed.json`;
    await shared.altered({ [key]: undefined }, async () => {
      expect((await status()).out).toMatch(/^staging is not verified: .*billing/m);
      expect(await unverifiedRows()).toMatchObject([{ revision: 3 }]);
    });
  });
});

it('an earlier revision that was altered is marked, and no other one', async () => {
  const again = (...argv: string[]) => shared.slipway(...argv, '--env', 'staging');
  await status(); // this machine has verified what runs
  await shared.altered({ [compositionOf(2)]: await swapped(compositionOf(2)) }, async () => {
    expect(await again('status')).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('verified') as string,
    });
    const rows = JSON.parse((await again('history', '--json')).out) as Row[];
    expect(rows.map(({ revision, unverified }) => [revision, unverified !== undefined])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
    const { createdAt } = JSON.parse((await shared.bytes(compositionOf(2))).toString()) as {
      createdAt: string;
    };
    expect((await again('history', '--at', createdAt)).out).toMatch(/^ {2}not verified: .*altered/m);
    const compared = await shared.slipway('diff', 'staging@2', 'staging@1');
    expect(compared.code).toBe(5);
    expect(compared.out).toMatch(/^billing .*\n\nstaging@2 is not verified: .*altered/m);
    expect(await shared.slipway('diff', 'staging@1', 'staging')).toMatchObject({ code: 0 });
  });
});

it('a machine that sees the store for the first time verifies the history before, as for a deploy', async () => {
  await shared.altered({ [recordOf(2)]: undefined }, async () => {
    expect(await status()).toMatchObject({
      code: 5,
      out: expect.stringMatching(
        /^staging is not verified: .*revisions\/2\/record\.json is missing/m,
      ) as string,
    });
    const compared = await shared.as([], 'diff', 'staging@3', 'staging');
    expect(compared).toMatchObject({
      code: 5,
      out: expect.stringMatching(/are the same\n\nstaging is/) as string,
    });
  });
});

it('a machine without the pinned root compares, and says that nothing was verified: that is no finding', async () => {
  const stranger = testWorkspace(shared.store.address, {});
  expect(await stranger.text('diff', 'staging@1', 'staging')).toMatch(
    /^billing .*\n\nstaging is not verified: No root is pinned/m,
  );
  stranger.remove();
});
