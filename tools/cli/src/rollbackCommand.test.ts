/** `slipway rollback` of slices, in an environment that many teams deploy to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from './command-line/command';
import type { Environment } from './environment/environment';
import { main } from './main';
import { revisionBase } from './store/keys';
import type { Store } from './store/store';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const market = sliceRelease({ slots: [] });
const newer = sliceRelease({ slots: [], owner: 'market-2' });
const recipes = sliceRelease({
  ...{ id: 'recipes', slots: [] },
  routes: [{ path: '/recipes', title: 'Recipes', access: 'public' }],
  preload: {},
});
const why = ['--env', 'staging', '--reason', 'a test'];

let place: WorkspaceWithStore;
beforeEach(async () => {
  place = await openWorkspace();
  await place.build(shellRelease());
  await place.build(market);
  await place.text('deploy', 'shell', 'market', ...why);
});
afterEach(() => place.close());

async function running(): Promise<Record<string, string>> {
  const [staging] = await place.json<{ parts: { app: string; version: string }[] }[]>(
    'status',
    ...['--env', 'staging'],
  );
  return Object.fromEntries((staging?.parts ?? []).map(({ app, version }) => [app, version]));
}

it('returns a slice to its release before, whatever was deployed since', async () => {
  await place.build(newer);
  await place.text('deploy', 'market', ...why);
  await place.build(recipes);
  await place.text('deploy', 'recipes', ...why);
  expect(await running()).toMatchObject({ market: newer.version, recipes: recipes.version });

  await place.text('rollback', 'market', ...why);
  expect(await running()).toMatchObject({ market: market.version, recipes: recipes.version });
  await place.text('rollback', 'market', ...why);
  expect(await running(), 'the rollback is undone').toMatchObject({ market: newer.version });
});

it('returns a slice to a release from before a flag and a field that are set', async () => {
  await place.build(
    sliceRelease({
      slots: [],
      flags: { grid: { description: 'A grid' } },
      config: { size: { type: 'number', default: 10 } },
    }),
  );
  await place.text('deploy', 'market', ...why);
  await place.text('env', 'set', 'staging', 'flags.market.grid', 'true');
  await place.text('env', 'set', 'staging', 'config.market.size', '20');
  await place.text('env', 'apply', ...why);
  const notice =
    'The settings of staging do not fit market: flags.market.grid is unknown; known: none. Its pages do without it';
  expect(await place.text('rollback', 'market', ...why)).toContain(notice);
  expect(await running()).toMatchObject({ market: market.version });

  // It holds up no other slice, only a new release of market that does not fit.
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  expect(await place.text('deploy', 'other', ...why)).toContain(notice);
  await place.build(sliceRelease({ slots: [], owner: 'market-team-2' }));
  expect(await place.failure('deploy', 'market', ...why)).toContain('flags.market.grid is unknown');
  await place.text('env', 'set', 'staging', 'indexed', 'false');
  expect(await place.failure('env', 'apply', ...why)).toContain('flags.market.grid is unknown');
});

it('does not say of settings that it would restore that they are the current ones', async () => {
  await place.text('env', 'set', 'staging', 'site.name', 'Pier');
  await place.text('env', 'apply', ...why);
  const back = ['rollback', ...why, '--to', '1'];
  const planned = await place.text(...back, '--dry-run');
  expect(planned).toContain('site.name "Pier" → ');
  expect(planned).not.toContain('differs from the current settings');
  expect(await place.text(...back)).toContain('differs from the current settings, revision 1 (site)');
});

it('fails for a slice that never changed', async () => {
  await place.build(recipes);
  await place.text('deploy', 'recipes', ...why);
  expect(await place.failure('rollback', 'market', ...why)).toContain(
    'staging has no earlier revision with another release of market',
  );
  expect(await place.failure('rollback', 'recipes', ...why)).toContain(
    'Revision 1 of staging has no recipes',
  );
});

describe('a rollback while another one runs', () => {
  const conflict =
    'revision 3 runs now (a test), and nothing was rolled back. Look at slipway status; if it must still change, run slipway rollback --env staging --to <revision>';

  const rollback = async (argv: readonly string[], more: Partial<Terminal>) => {
    const ran = { out: '', error: '' };
    const streams = {
      out: (text: string) => (ran.out += text),
      error: (text: string) => (ran.error += text),
    };
    const code = await main(['rollback', ...argv], streams, { ...place.terminal, ...more });
    return { code, ...ran };
  };

  beforeEach(async () => {
    await place.build(newer);
    await place.text('deploy', 'market', ...why);
  });

  it.each([[[]], [['market']]])('that ended after this one started does not undo it (%j)', async (slices) => {
    const startedAt = performance.now();
    await place.text('rollback', ...slices, ...why);
    expect(await rollback([...slices, ...why], { startedAt })).toEqual({
      ...{ code: 4, out: '' },
      error: `slipway: Ada has changed staging since this command started: ${conflict}`,
    });
    expect(await running()).toMatchObject({ market: market.version });
    expect((await rollback(['--to', '2', ...why], { startedAt })).code, '--to names what runs').toBe(0);
    expect(await running()).toMatchObject({ market: newer.version });
  });

  it('is no rollback right after a deploy, by a clock of a bucket that is late until the next response', async () => {
    let late = 900;
    const lateStore = (store: Store): Store => ({
      ...store,
      now: async () => (await store.now()) - late,
      get: (key) => {
        if (asked > 0) late = 0;
        return store.get(key);
      },
    });
    let asked = 0;
    const workspace = {
      ...place.workspace,
      store: async (environment: Environment) => {
        const store = lateStore(await place.workspace.store(environment));
        return { ...store, now: () => ((asked += 1), store.now()) };
      },
    };
    const ran = await rollback(why, { workspace: () => workspace });
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(asked).toBeGreaterThan(1);
    expect(await running()).toMatchObject({ market: market.version });
  });

  it('that ended while this one asked for its reason does not undo it', async () => {
    const ask = async () => {
      await place.text('rollback', ...why);
      return 'late';
    };
    expect(await rollback(['--env', 'staging'], { isInteractive: true, ask })).toEqual({
      ...{ code: 4, out: '' },
      error: `slipway: Ada has just changed market in staging: ${conflict}`,
    });
    expect(await running()).toMatchObject({ market: market.version });
  });
});

it('says that the differences are unknown when the current revision cannot be verified', async () => {
  await place.build(newer);
  await place.text('deploy', 'market', ...why);
  const statement = `${revisionBase('staging', 2)}statement.json`;
  expect(await place.store.get(statement)).toBeDefined();
  await place.store.remove(statement);
  await place.store.create(statement, Buffer.from('{}'));
  const rollback = ['rollback', '--to', '1', ...why];
  const unknown =
    'every release as in revision 1: revision 2 cannot be verified, so the differences are unknown';
  const planned = await place.text(...rollback, '--dry-run');
  expect(planned).toContain(unknown);
  expect(planned).not.toContain('no changes');
  expect(await place.json(...rollback, '--dry-run')).toMatchObject({ isRecovery: true, changes: [] });
  expect(await place.text(...rollback)).toContain(unknown);
});
