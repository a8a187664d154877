/** A prune keeps what it has read of earlier revisions for the next one, and finds the same with it and without it. */
import { expect, it } from 'vitest';
import type { Store } from '../store/store';
import { pointerKey, publicBase, pruneKey, releaseBase, REST, revisionBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { prunable, prune } from './prune';
import { unknownRecord } from './record';

const DAY = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');
const numbered = (number: number) => sliceRelease({ owner: `team-${String(number)}` });
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Deploys release n as revision n on a day, with its files and documents. It falls back to the previous release. */
async function deploy(store: Store, revision: number, day: number): Promise<void> {
  const { version } = numbered(revision);
  const before = numbered(revision - 1).version;
  const fallback = {
    version: before,
    base: `/slices/market/${before}/`,
    release: `sha384-${'A'.repeat(64)}`,
  };
  const createdAt = new Date(start + day * DAY).toISOString();
  const composition = testComposition([sliceToCompose(numbered(revision), { fallback })]);
  const base = revisionBase('staging', revision);
  await Promise.all([
    store.create(
      `${releaseBase('market', version)}release.json`,
      json({ ...numbered(revision), builtAt: createdAt }),
    ),
    store.create(`${publicBase('staging', 'market', version)}page.js`, Buffer.from('page')),
    store.create(`${publicBase('staging', REST, String(revision))}rest.json`, json({})),
    store.create(`${base}composition.json`, json({ ...composition, revision, createdAt })),
    store.create(`${base}record.json`, json({ ...unknownRecord, previous: revision - 1 })),
    store.create(`${base}404.html`, Buffer.from('not found')),
  ]);
  const pointer = await store.get(pointerKey('staging'));
  await store.swap(pointerKey('staging'), pointer?.toString(), JSON.stringify({ revision }));
}

/** A store with a deploy on each day. */
async function storeWith(days: number) {
  const store = memoryStore();
  const { version } = shellRelease();
  await store.create(`${releaseBase('shell', version)}release.json`, json(shellRelease()));
  for (let day = 1; day <= days; day += 1) await deploy(store, day, day);
  return store;
}

/** The result of a prune on a day, and the number of compositions that it reads. */
async function prunableOn(store: Store, day: number) {
  const read = new Set<number>();
  const get = (key: string) => {
    const revision = /revisions\/(\d+)\/composition/.exec(key)?.[1];
    if (revision !== undefined) read.add(Number(revision));
    return store.get(key);
  };
  const unused = await prunable({ ...store, get }, [], start + day * DAY);
  const { uses: _uses, ...found } = unused;
  return { unused, found, read: read.size };
}

it('reads the revisions since the last prune, and the newest 20', async () => {
  const store = await storeWith(28);
  const { unused, read } = await prunableOn(store, 28);
  expect(read).toBe(28);
  expect(await store.get(pruneKey('staging'))).toBeUndefined(); // it may be a dry run
  await prune(store, unused);
  expect((await prunableOn(store, 28)).read).toBe(21); // the one behind them ends the reading
  for (let day = 29; day <= 50; day += 1) await deploy(store, day, day);
  expect((await prunableOn(store, 50)).read).toBe(24); // 28 to 50, and the one behind them
});

it('finds the same as a prune that reads everything', async () => {
  const store = await storeWith(1);
  const removed = { releases: 0, files: 0, revisions: 0 };
  let revision = 1;
  for (let day = 2; day <= 120; day += 1) {
    if (day < 60 || day > 95) await deploy(store, (revision += 1), day);
    if (day % 4 > 0) continue;
    const { unused, found } = await prunableOn(store, day);
    const kept = await store.get(pruneKey('staging'));
    await store.remove(pruneKey('staging'));
    expect((await prunableOn(store, day)).found).toEqual(found);
    if (kept) await store.create(pruneKey('staging'), kept);
    await prune(store, unused);
    removed.releases += unused.releases.length;
    removed.files += unused.files.length;
    removed.revisions += unused.revisions.length;
  }
  expect(removed).toEqual({ releases: 57, files: 115, revisions: 58 });
});

it('lists no folder of a revision again whose documents a prune has removed', async () => {
  const store = await storeWith(60);
  await prune(store, (await prunableOn(store, 60)).unused);
  const listed: string[] = [];
  const list = (folder: string) => {
    listed.push(folder);
    return store.list(folder);
  };
  await prunable({ ...store, list }, [], start + 61 * DAY);
  const folders = listed.filter((folder) => /revisions\/\d+$/.test(folder));
  expect(folders).toEqual([revisionBase('staging', 29).slice(0, -1)]);
});

it.each([
  ['damaged', () => Buffer.from('{')],
  [
    'of another history',
    (bytes: Buffer) => json({ ...(JSON.parse(bytes.toString()) as object), createdAt: '2025-01-01' }),
  ],
  [
    'of revisions that a backup does not have',
    (bytes: Buffer) => json({ ...(JSON.parse(bytes.toString()) as object), revision: 29 }),
  ],
])('reads everything again when the file is %s', async (_, changed) => {
  const store = await storeWith(28);
  await prune(store, (await prunableOn(store, 28)).unused);
  const kept = (await store.get(pruneKey('staging'))) ?? Buffer.alloc(0);
  await store.remove(pruneKey('staging'));
  await store.create(pruneKey('staging'), changed(kept));
  expect((await prunableOn(store, 28)).read).toBe(28);
});

it('leaves the file of another prune that ended first', async () => {
  const store = await storeWith(28);
  const { unused } = await prunableOn(store, 28);
  await prune(store, unused);
  const kept = await store.get(pruneKey('staging'));
  const late = { ...unused, uses: unused.uses.map((used) => ({ ...used, next: '{}' })) };
  await prune(store, late);
  expect(await store.get(pruneKey('staging'))).toEqual(kept);
});
