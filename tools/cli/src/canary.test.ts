/** A canary from the command line: begun, grown, finished, aborted, and in nobody's way. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { currentComposition } from './composition/read';
import { shellRelease, sliceRelease } from './testing/releases';
import { type StoreForTest, storeKinds } from './testing/stores';
import { testWorkspace, type TestWorkspace } from './testing/workspace';

const STABLE = sliceRelease().version;
const NEWER = '1a2b3c4d000000b2';
const why = ['--reason', 'a try'];

let opened: StoreForTest;
let place: TestWorkspace;

const text = async (...argv: string[]): Promise<string> => {
  const ran = await place.slipway(...argv);
  expect(ran).toMatchObject({ code: 0, error: '' });
  return ran.out;
};
const canary = (...argv: string[]) => text('canary', ...argv, '--env', 'staging', ...why);
const refused = async (...argv: string[]): Promise<string> => {
  const before = await runs();
  const ran = await place.slipway(...argv);
  expect(ran.code).not.toBe(0);
  expect(await runs()).toEqual(before);
  return ran.error;
};
const runs = () => currentComposition(opened.store, 'staging');
const market = async (): Promise<Composition['slices'][string] | undefined> =>
  (await runs())?.slices['market'];

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  place = testWorkspace(opened.address);
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await text('deploy', 'shell', 'market', '--env', 'staging', ...why);
  await place.build(sliceRelease({ version: NEWER }));
});
afterEach(async () => {
  place.remove();
  await opened.close();
});

it('begins with a build, grows with its name alone, and is finished', async () => {
  expect(await canary('market', '--percent', '10', '--dry-run')).toMatch(/nothing was written/);
  expect(await canary('market', '--percent', '10')).toContain('market canary none → 1a2b3c4d 10%');
  expect(await market()).toMatchObject({
    version: STABLE,
    canary: { percent: 10, release: { version: NEWER, base: `/slices/market/${NEWER}/` } },
  });
  expect(await text('status')).toMatch(/^market canary +1a2b3c4d 10% \d+[sm] Ada$/m);

  await place.build(sliceRelease({ version: '00000000000000b3' }));
  expect(await canary('market', '--percent', '50')).toContain('1a2b3c4d 10% → 1a2b3c4d 50%');

  await canary('market', '--finish');
  expect(await market()).toMatchObject({ version: NEWER });
  expect(await market()).not.toHaveProperty('canary');
  expect(await text('history', '--env', 'staging', '--limit', '1')).toMatch(
    /market 00000000 → 1a2b3c4d\n +market canary 1a2b3c4d 50% → none/,
  );
});

it('is aborted, and a rollback brings it back or takes it away as it was', async () => {
  await canary('market', '--percent', '10');
  await canary('market', '--abort');
  expect(await market()).toMatchObject({ version: STABLE });
  expect(await market()).not.toHaveProperty('canary');

  await text('rollback', 'market', '--env', 'staging', ...why);
  expect(await market()).toMatchObject({ canary: { percent: 10 } });
  await text('rollback', '--env', 'staging', '--to', '1', ...why);
  expect(await market()).not.toHaveProperty('canary');
});

it('stays while other slices are deployed, and is kept by prune', async () => {
  const old = { builtAt: '2020-01-01T00:00:00.000Z' };
  await place.build(sliceRelease({ ...old, version: NEWER }));
  await canary('market', '--percent', '10');
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  await text('deploy', 'other', '--env', 'staging', ...why);
  expect(await market()).toMatchObject({ canary: { percent: 10 } });
  await text('prune', '--env', 'staging');
  expect(await opened.store.list('slices/market')).toContain(NEWER);
});

it('is not promoted: what everyone gets is', async () => {
  place.writeEnvironment('production');
  await canary('market', '--percent', '10');
  await text('promote', '--all', '--from', 'staging', '--to', 'production', ...why);
  const production = await currentComposition(opened.store, 'production');
  expect(production?.slices['market']).toMatchObject({ version: STABLE });
  expect(production?.slices['market']).not.toHaveProperty('canary');
});

it('holds what it is compared with: a deploy of the slice waits for its end', async () => {
  await canary('market', '--percent', '10');
  await place.build(sliceRelease({ version: '00000000000000b3' }));
  expect(await refused('deploy', 'market', '--env', 'staging', ...why)).toMatch(
    /market has a canary in staging \(1a2b3c4d, 10 %\): first slipway canary market --env staging --finish, or --abort/,
  );
  expect(await refused('deploy', 'market', '--remove', '--env', 'staging', ...why)).toMatch(/has a canary/);
});

it.each([
  [['market', '--percent', '0'], /whole number from 1 to 99/],
  [['market', '--percent', 'ten'], /whole number from 1 to 99/],
  [['market'], /Say --percent, --finish or --abort: one of them/],
  [['market', '--finish', '--abort'], /one of them/],
  [['market', '--finish'], /market has no canary in staging/],
  [['market@0000', '--percent', '10'], /is what everyone gets in staging already/],
  [['shell', '--percent', '10'], /The shell has no canary/],
])('refuses %j', async (argv, words) => {
  expect(await refused('canary', ...argv, '--env', 'staging', ...why)).toMatch(words);
});

it.each([
  [{ routes: [{ path: '/bazaar', title: 'Bazaar', access: 'public' as const }] }, /other routes or slots/],
  [{ contract: 2 }, /speaks contract 2/],
  [{ requires: { vue: '^3.0.0' } }, /needs vue/],
])('refuses one that does not fit: %j', async (difference, words) => {
  await place.build(sliceRelease({ version: '00000000000000b4', ...difference }));
  expect(await refused('canary', 'market', '--percent', '10', '--env', 'staging', ...why)).toMatch(words);
});

it('does not run a slice that the environment does not run', async () => {
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  expect(await refused('canary', 'other', '--percent', '10', '--env', 'staging', ...why)).toMatch(
    /staging does not run other yet: slipway deploy other --env staging/,
  );
});
