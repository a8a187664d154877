/** Canaries from the command line: starting, growing, finishing and aborting one, and what they must not affect. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { shortVersion } from './command-line/text';
import { currentComposition } from './composition/read';
import { shellRelease, sliceRelease } from './testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from './testing/workspace';

const STABLE = sliceRelease().version;
const newer = sliceRelease({ owner: 'newer-team' });
const NEWER = newer.version;
const why = ['--reason', 'a try'];

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;

const canary = (...argv: string[]) => place.text('canary', ...argv, '--env', 'staging', ...why);
/** The error of a command that fails and changes nothing. */
const failure = async (...argv: string[]): Promise<string> => {
  const before = await composition();
  const error = await place.failure(...argv);
  expect(await composition()).toEqual(before);
  return error;
};
const composition = () => currentComposition(place.store, 'staging');
const market = async (): Promise<Composition['slices'][string] | undefined> =>
  (await composition())?.slices['market'];

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

it('starts from a build, grows by its name, and finishes', async () => {
  expect(await canary('market', '--percent', '10', '--dry-run')).toMatch(/nothing was written/);
  expect(await canary('market', '--percent', '10')).toContain(
    `market canary none → ${shortVersion(NEWER)} 10%`,
  );
  expect(await market()).toMatchObject({
    version: STABLE,
    canary: { percent: 10, release: { version: NEWER, base: `/slices/market/${NEWER}/` } },
  });
  expect(await place.text('status')).toMatch(
    new RegExp(`^market canary +${shortVersion(NEWER)} 10% \\d+[sm] Ada$`, 'm'),
  );

  const now = new Date(await place.store.now()).toISOString();
  expect(await place.text('history', '--env', 'staging', '--at', now)).toMatch(
    new RegExp(
      `^ {2}market {9}${shortVersion(STABLE)} {2}90% of visitors {3}since .*\\n {2}market canary +${shortVersion(NEWER)} {2}10% of visitors {3}since .*, Ada`,
      'm',
    ),
  );

  await place.build(sliceRelease({ owner: 'third-team' }));
  expect(await canary('market', '--percent', '50')).toContain(
    `${shortVersion(NEWER)} 10% → ${shortVersion(NEWER)} 50%`,
  );

  await canary('market', '--finish');
  expect(await market()).toMatchObject({ version: NEWER });
  expect(await market()).not.toHaveProperty('canary');
  expect(await place.text('history', '--env', 'staging', '--limit', '1')).toMatch(
    new RegExp(
      `market ${shortVersion(STABLE)} → ${shortVersion(NEWER)}\n +market canary ${shortVersion(NEWER)} 50% → none`,
    ),
  );
});

it('ends a canary that is named as it was started, and no other one', async () => {
  const other = `market@${shortVersion(STABLE)}`;
  await canary('market', '--percent', '10');
  expect(await failure('canary', other, '--abort', '--env', 'staging', ...why)).toContain('has no canary');
  await canary(`market@${shortVersion(NEWER)}`, '--finish');
  expect(await market()).toMatchObject({ version: NEWER });
});

it('aborts, and a rollback with --to restores the canary of that revision', async () => {
  await canary('market', '--percent', '10');
  await canary('market', '--abort');
  expect(await market()).toMatchObject({ version: STABLE });
  expect(await market()).not.toHaveProperty('canary');

  await place.text('rollback', 'market', '--env', 'staging', '--to', '2', ...why);
  expect(await market()).toMatchObject({ canary: { percent: 10 } });
  await place.text('rollback', '--env', 'staging', '--to', '1', ...why);
  expect(await market()).not.toHaveProperty('canary');
});

it('stays when other slices are deployed, and prune keeps its release', async () => {
  const old = { builtAt: '2020-01-01T00:00:00.000Z' };
  await place.build({ ...newer, ...old });
  await canary('market', '--percent', '10');
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  await place.text('deploy', 'other', '--env', 'staging', ...why);
  expect(await market()).toMatchObject({ canary: { percent: 10 } });
  await place.text('prune', '--env', 'staging');
  expect(await place.store.list('releases/market')).toContain(NEWER);
});

it('is not promoted, only the stable release is', async () => {
  place.writeEnvironment('production');
  await canary('market', '--percent', '10');
  await place.text('promote', '--all', '--from', 'staging', '--to', 'production', ...why);
  const production = await currentComposition(place.store, 'production');
  expect(production?.slices['market']).toMatchObject({ version: STABLE });
  expect(production?.slices['market']).not.toHaveProperty('canary');
});

it('blocks a deploy or removal of its slice until it ends', async () => {
  await canary('market', '--percent', '10');
  await place.build(sliceRelease({ owner: 'third-team' }));
  expect(await failure('deploy', 'market', '--env', 'staging', ...why)).toContain(
    `market has a canary in staging (${shortVersion(NEWER)}, 10%): first run slipway canary market --env staging --finish or --abort`,
  );
  expect(await failure('deploy', 'market', '--remove', '--env', 'staging', ...why)).toMatch(/has a canary/);
});

it.each([
  [['market', '--percent', '0'], /whole number from 1 to 99/],
  [['market', '--percent', 'ten'], /whole number from 1 to 99/],
  [['market'], /Pass exactly one of --percent, --auto, --finish and --abort/],
  [['market', '--finish', '--abort'], /exactly one of/],
  [['market', '--finish'], /market has no canary in staging/],
  [[`market@${shortVersion(STABLE)}`, '--percent', '10'], /is already the stable release in staging/],
  [['shell', '--percent', '10'], /is already the stable release in staging/],
])('rejects %j', async (argv, message) => {
  expect(await failure('canary', ...argv, '--env', 'staging', ...why)).toMatch(message);
});

it.each([
  [
    { routes: [{ path: '/bazaar', title: 'Bazaar', access: 'public' as const }] },
    /different routes or slots/,
  ],
  [{ contract: 2 }, /is built for contract 2/],
  [{ requires: { vue: '^3.0.0' } }, /needs vue/],
])('rejects an incompatible canary: %j', async (difference, message) => {
  await place.build(sliceRelease({ owner: 'fourth-team', ...difference }));
  expect(await failure('canary', 'market', '--percent', '10', '--env', 'staging', ...why)).toMatch(message);
});

it('starts, judges by name, finishes and aborts a canary of the shell; documents have both in templates', async () => {
  const shellWith = (contracts: number[]) =>
    shellRelease({ contracts, chooser: 'before-paint.js', handlesStart: true });
  const [first, second] = [shellWith([1]).version, shellWith([1, 2]).version];
  await place.build(shellWith([1]));
  await place.text('deploy', 'shell', '--env', 'staging', ...why);
  await place.build(shellWith([1, 2]));
  expect(await canary('shell', '--percent', '10')).toContain(
    `shell canary none → ${shortVersion(second)} 10%`,
  );
  const running = await composition();
  expect(running?.shell).toMatchObject({
    version: first,
    canary: { percent: 10, release: { version: second } },
  });
  const key = `environments/staging/revisions/${String(running?.revision)}/index.html`;
  const html = (await place.store.get(key))?.toString() ?? '';
  const [stable = '', newer = ''] = ['stable', 'canary'].map(
    (side) => new RegExp(`<template id="slipway-shell-${side}">([^]*?)</template>`).exec(html)?.[1],
  );
  expect(stable).toContain(`<script defer src="/slices/shell/${first}/main.js"`);
  expect(newer).toContain(`<script defer src="/slices/shell/${second}/main.js"`);
  expect(newer).not.toContain(first);
  const outside = html.replace(/<template[^]*<\/template>/, '');
  expect(outside.match(/<script(?! type)[^>]*src="([^"]*)"/g)).toHaveLength(1); // it chooses
  expect(await place.text('status')).toMatch(/^shell canary +\S+ 10% /m);

  await canary('shell', '--abort');
  expect((await composition())?.shell).not.toHaveProperty('canary');
  await canary(`shell@${shortVersion(second)}`, '--percent', '10');
  await canary('shell', '--finish');
  expect((await composition())?.shell).toMatchObject({ version: second, fallback: { version: first } });
  await place.build(shellRelease({ contracts: [1, 4] }));
  expect(await failure('canary', 'shell', '--percent', '10', '--env', 'staging', ...why)).toMatch(
    /was built before a shell could have a canary/,
  );
  await place.build(shellRelease({ contracts: [1, 3], chooser: 'before-paint.js', routes: [] }));
  expect(await failure('canary', 'shell', '--percent', '10', '--env', 'staging', ...why)).toMatch(
    /has different routes/,
  );
});

it('rejects a canary of a slice that the environment does not run', async () => {
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  expect(await failure('canary', 'other', '--percent', '10', '--env', 'staging', ...why)).toMatch(
    /staging does not run other yet: slipway deploy other --env staging/,
  );
});
