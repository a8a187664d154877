/**
 * A rollback after `canary --finish` goes to the release from before the canary, and keeps other changes; one of a revision that
 * also aborted a canary undoes the rest.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { beforeCanaries } from './beforeCanaries';
import { currentComposition, readCurrent } from './read';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from '../testing/workspace';

const STABLE = sliceRelease().version;
const newer = sliceRelease({ owner: 'newer-team' });
const NEWER = newer.version;
const why = ['--reason', 'a try'];

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;

const canary = (...argv: string[]) => place.text('canary', ...argv, '--env', 'staging', ...why);
const composition = () => currentComposition(place.store, 'staging');
const market = async () => (await composition())?.slices['market'];

beforeAll(async () => {
  prepared = await prepareWorkspace(async ({ build, text }) => {
    await build(shellRelease());
    await build(sliceRelease());
    await text('deploy', 'shell', 'market', '--env', 'staging', ...why);
    await build(newer);
  });
});
beforeEach(() => {
  place = prepared.reset();
});
afterAll(() => prepared.close());

const rollBack = async (...argv: string[]) => {
  await place.text('rollback', ...argv, '--env', 'staging', ...why);
  return market();
};
const steps = async () => {
  await canary('market', '--percent', '10');
  await canary('market', '--percent', '50');
};
const deployOther = async () => {
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  await place.text('deploy', 'other', '--env', 'staging', ...why);
};

it.each([[['market']], [[]]])('goes to the release before the canary, and back: %j', async (slices) => {
  await steps();
  await canary('market', '--finish');
  const back = await rollBack(...slices);
  expect(back).toMatchObject({ version: STABLE });
  expect(back).not.toHaveProperty('canary');
  const again = await rollBack(...slices);
  expect(again).toMatchObject({ version: NEWER });
  expect(again).not.toHaveProperty('canary');
});

it.each([[['market']], [['market', 'other']], [[]]])(
  'keeps what was deployed while the canary ran: %j',
  async (slices) => {
    await steps();
    await deployOther();
    await canary('market', '--percent', '60');
    await canary('market', '--finish');
    const back = await rollBack(...slices);
    expect(back).toMatchObject({ version: STABLE });
    expect(back).not.toHaveProperty('canary');
    expect((await composition())?.slices).toHaveProperty('other');
  },
);

it('reads no further than the revision before the canary', async () => {
  await deployOther();
  const before = (await composition())?.revision;
  await steps();
  await canary('market', '--finish');
  const undone = await readCurrent(place.store, 'staging');
  if (!undone) throw new Error('staging runs nothing');
  expect(await beforeCanaries(place.store, 'staging', undone, ['market'])).toBe(before);
});

it('goes to the revision that --to names, with its canary', async () => {
  await steps();
  await canary('market', '--finish');
  expect(await rollBack('--to', '3')).toMatchObject({ version: STABLE, canary: { percent: 50 } });
});

it.each([[['market']], [[]]])('after an abort, undoes the change before the canary: %j', async (slices) => {
  await place.text('deploy', 'market', '--env', 'staging', ...why);
  await place.build(sliceRelease({ owner: 'newest-team' }));
  await steps();
  await canary('market', '--abort');
  const back = await rollBack(...slices);
  expect(back).toMatchObject({ version: STABLE });
  expect(back).not.toHaveProperty('canary');
});

it.each([[['market']], [[]]])(
  'an aborted canary of the first release does not return: %j',
  async (slices) => {
    await steps();
    await canary('market', '--abort');
    const before = (await composition())?.revision;
    const { code, error } = await place.slipway('rollback', ...slices, '--env', 'staging', ...why);
    expect([code, error]).toEqual([3, expect.stringContaining('staging has no earlier revision')]);
    expect((await composition())?.revision).toBe(before);
  },
);

it('a canary that runs is ended, and its end is not undone', async () => {
  await place.text('deploy', 'market', '--env', 'staging', ...why);
  await place.build(sliceRelease({ owner: 'newest-team' }));
  await canary('market', '--percent', '10');
  const ended = await rollBack('market');
  expect(ended).toMatchObject({ version: NEWER });
  expect(ended).not.toHaveProperty('canary');
  expect(await rollBack('market')).toMatchObject({ version: STABLE });
});

it('undoes what came with an abort, and leaves the canary ended', async () => {
  await deployOther();
  await place.build(newer);
  await steps();
  // Back to the first revision: no canary, and no other slice.
  await rollBack('--to', '1');
  expect((await composition())?.slices).not.toHaveProperty('other');
  const back = await rollBack();
  expect(back).toMatchObject({ version: STABLE });
  expect(back).not.toHaveProperty('canary');
  expect((await composition())?.slices).toHaveProperty('other');
});

it('undoes another change, and leaves a canary ended that ran at the time', async () => {
  await steps();
  await deployOther();
  await canary('market', '--abort');
  const back = await rollBack();
  expect((await composition())?.slices).not.toHaveProperty('other');
  expect(back).not.toHaveProperty('canary');
});
