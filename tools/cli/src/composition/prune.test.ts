/**
 * Prune keeps and removes releases, by age and number. One file, because all tests prune the same kind of history.
 */
import { expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import type { Store } from '../store/store';
import { pointerKey, publicBase, releaseBase, revisionBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { sliceToCompose, testComposition, testEnvironment, writeHistory } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { settingsOf } from '../environment/settings';
import { approvalsFolder, plansFolder } from '../policy/paths';
import { writePlan } from '../policy/plan';
import { prunable, prune } from './prune';

const DAY = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00.000Z');
const numbered = (number: number) => sliceRelease({ owner: `team-${String(number)}` });
const version = (number: number) => numbered(number).version;
const market = (number: number): Composition => testComposition([sliceToCompose(numbered(number))]);

async function publish(store: Store, number: number, builtAt: number): Promise<void> {
  const release = { ...numbered(number), builtAt: new Date(builtAt).toISOString() };
  const base = releaseBase('market', release.version);
  await store.create(`${base}release.json`, Buffer.from(JSON.stringify(release)));
  await store.create(`${base}page.js`, Buffer.from('page'));
}

/** A store in which `count` revisions, a day apart, each deployed another release; the newest was deployed today. */
async function storeWith(count: number) {
  const store = memoryStore();
  const revisions = Array.from({ length: count }, (_, index) => ({
    composition: market(index + 1),
    at: now - (count - 1 - index) * DAY,
  }));
  await writeHistory(store, 'staging', revisions);
  for (let number = 1; number <= count; number += 1) await publish(store, number, now - 100 * DAY);
  const shell = shellRelease();
  await store.create(
    `${releaseBase('shell', shell.version)}release.json`,
    Buffer.from(JSON.stringify(shell)),
  );
  return store;
}

it('keeps 20 revisions, whatever their age', async () => {
  const { releases, revisions } = await prunable(await storeWith(20), [], now + 1_000 * DAY);
  expect([releases, revisions]).toEqual([[], []]);
});

it('keeps more than 20 revisions while a page of the last 30 days may use them', async () => {
  // Revision n of 40 was replaced 39 - n days ago: revisions 9 to 40 were live in the last 30 days.
  const { releases, revisions } = await prunable(await storeWith(40), [], now);
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(releases.map((release) => release.version)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => version(number)),
  );
});

it('keeps unused releases for 30 days after their build', async () => {
  const store = await storeWith(1);
  await publish(store, 98, now - 30 * DAY);
  await publish(store, 99, now - 30 * DAY - 1);
  expect((await prunable(store, [], now)).releases).toEqual([{ id: 'market', version: version(99) }]);
});

it('keeps a release whose description is not uploaded yet', async () => {
  const store = await storeWith(1);
  await store.create(`${releaseBase('market', version(99))}page.js`, Buffer.from('page'));
  expect((await prunable(store, [], now)).releases).toEqual([]);
});

it('keeps the canary and the fallback of a current composition', async () => {
  const store = memoryStore();
  const composition = testComposition([
    sliceToCompose(numbered(1), {
      canary: { percent: 5, release: numbered(2) },
      fallback: {
        version: version(3),
        base: `/slices/market/${version(3)}/`,
        release: `sha384-${'A'.repeat(64)}`,
      },
    }),
  ]);
  await writeHistory(store, 'staging', [{ composition, at: now }]);
  for (const number of [1, 2, 3, 4]) await publish(store, number, 0);
  expect((await prunable(store, [], now)).releases).toEqual([{ id: 'market', version: version(4) }]);
});

it('removes a release completely, and keeps the composition and the record of an old revision', async () => {
  const store = await storeWith(40);
  await prune(store, await prunable(store, [], now));
  expect(await store.list('releases/market')).toHaveLength(32);
  expect((await store.list(revisionBase('staging', 8).slice(0, -1))).sort()).toEqual([
    'composition.json',
    'record.json',
  ]);
  expect(await store.list(revisionBase('staging', 9).slice(0, -1))).toContain('404.html');
  expect(await prunable(store, [], now)).toMatchObject({
    releases: [],
    files: [],
    plans: [],
    revisions: [],
    previews: [],
  });
});

/** Puts a release into the public area of staging. */
const serve = (store: Store, number: number) =>
  store.create(`${publicBase('staging', 'market', version(number))}page.js`, Buffer.from('page'));
const served = async (store: Store) => (await store.list('environments/staging/public/slices/market')).sort();

it('removes files from a public area when no page of the last 30 days uses them, and keeps the releases', async () => {
  const store = await storeWith(40);
  for (let number = 1; number <= 40; number += 1) await serve(store, number);
  await serve(store, 99); // of a deploy that was interrupted before it had a revision
  const unused = await prunable(store, [], now);
  expect(unused.files.map((release) => release.version).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 99].map((number) => version(number)).sort(),
  );
  await prune(store, unused);
  expect(await served(store)).toHaveLength(32);

  // The newest 20 revisions are kept for a rollback; their pages are closed by then, except the current one's.
  const later = await prunable(store, [], now + 60 * DAY);
  expect(later.files).toHaveLength(31);
  expect(later.releases).toHaveLength(12);
});

it('never removes files under an open page: the current revision, its canary and its fallback', async () => {
  const store = memoryStore();
  const canary = { percent: 5, release: numbered(2) };
  const fallback = {
    version: version(3),
    base: `/slices/market/${version(3)}/`,
    release: `sha384-${'A'.repeat(64)}`,
  };
  const composition = testComposition([sliceToCompose(numbered(1), { canary, fallback })]);
  await writeHistory(store, 'staging', [{ composition, at: now - 1_000 * DAY }]);
  for (const number of [1, 2, 3]) await serve(store, number);
  expect((await prunable(store, [], now)).files).toEqual([]);
});

it('removes no files of an environment that is being deployed to, or was since', async () => {
  const store = await storeWith(40);
  await serve(store, 1);
  const unused = await prunable(store, [], now);
  const claim = `${revisionBase('staging', 41)}composition.json`;
  await store.create(claim, Buffer.from(JSON.stringify({ ...market(1), revision: 41 })));
  await prune(store, { ...unused, releases: [], revisions: [] });
  expect(await served(store)).toHaveLength(1);
  await store.swap(pointerKey('staging'), JSON.stringify({ revision: 40 }), JSON.stringify({ revision: 41 }));
  await prune(store, { ...unused, releases: [], revisions: [] });
  expect(await served(store)).toHaveLength(1);
});

it('finds previews that have expired, and removes them with their revisions', async () => {
  const store = memoryStore();
  const family = testEnvironment('preview', { address: 'https://{id}.preview.example', keepDays: 3 });
  await writeHistory(store, 'preview-old', [{ composition: market(1), at: now - 3 * DAY - 1 }]);
  await writeHistory(store, 'preview-new', [{ composition: market(1), at: now - 3 * DAY }]);
  await publish(store, 1, 0);
  const unused = await prunable(store, [family], now);
  expect(unused).toMatchObject({
    ...{ releases: [], files: [], plans: [], revisions: [] },
    previews: ['preview-old'],
  });
  await prune(store, unused);
  expect(await store.list('environments')).toEqual(['preview-new']);
});

it('removes the rest of a preview whose prune was interrupted, and nothing of an environment that lost its pointer', async () => {
  const store = memoryStore();
  const family = testEnvironment('preview', { address: 'https://{id}.preview.example' });
  const twice = [1, 2].map(() => ({ composition: market(1), at: now }));
  await writeHistory(store, 'preview-old', twice);
  await store.remove(pointerKey('preview-old'));
  expect(await prunable(store, [family], now)).toMatchObject({ previews: ['preview-old'] });

  await writeHistory(store, 'staging', twice);
  await store.remove(pointerKey('staging'));
  await expect(prunable(store, [family], now)).rejects.toThrow(/staging has revision 2 and no current\.json/);
});

it('removes plans that can no longer be carried out, with their approvals, and keeps those that revisions name', async () => {
  const store = memoryStore();
  const plan = (revision: number, at: number, reason: string) =>
    writePlan(store, {
      ...{ schema: 1, environment: 'staging', author: [], reason, changes: {} },
      base: { revision, sha256: '' },
      createdAt: new Date(at).toISOString(),
      composition: market(1),
      settings: settingsOf(testEnvironment('staging')),
    });
  const used = await plan(1, now - 100 * DAY, 'used');
  const replaced = await plan(2, now, 'too many revisions ago');
  const old = await plan(50, now - 30 * DAY - 1, 'old');
  const open = await plan(50, now - 30 * DAY, 'open');
  await writeHistory(
    store,
    'staging',
    Array.from({ length: 52 }, (_, index) => ({
      composition: market(1),
      at: now - (52 - index) * DAY,
      record: {
        policy: {
          approvals: [],
          isBreakGlass: false,
          documents: {},
          ...(index === 1 && { plan: used.name }),
        },
      },
    })),
  );
  for (const { sha256 } of [used, replaced, old, open])
    await store.create(`${approvalsFolder('staging', sha256)}/a.json`, Buffer.from('approval'));

  const pruned = await prunable(store, [], now);
  expect(pruned.plans.map(({ name }) => name).sort()).toEqual([replaced.name, old.name].sort());
  await prune(store, pruned);
  expect((await store.list(plansFolder('staging'))).sort()).toEqual(
    [`${used.name}.json`, `${open.name}.json`].sort(),
  );
  expect((await store.list('environments/staging/approvals')).sort()).toEqual(
    [used.sha256, open.sha256].sort(),
  );
});
