/** Files that a deploy of one slice reads: each at most once, and only those of the current revision. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { builtRelease } from '../release/candidate';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';

const ids = ['s0', 's1', 's2'];

let place: WorkspaceWithStore;
beforeAll(async () => {
  place = await openWorkspace();
});
afterAll(() => place.close());

const build = async (id: string, version: number) => {
  const routes = [{ path: `/${id}`, title: `Page ${String(version)}`, access: 'public' }] as const;
  return builtRelease(await place.build(sliceRelease({ id, slots: [], preload: {}, routes: [...routes] })));
};

async function run(store: Store, apps: readonly string[], version: number): Promise<number> {
  const shells = version === 0 ? [await builtRelease(await place.build(shellRelease({ links: [] })))] : [];
  const candidates = [...shells, ...(await Promise.all(apps.map((id) => build(id, version))))];
  const { composition } = await deploy({
    ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
    ...{ store, candidates, author: 'Ada', reason: 'a test' },
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
  });
  return composition.revision;
}

it('reads and parses the current composition once, and none of another revision', async () => {
  await run(place.store, ids, 0);
  await run(place.store, ['s0'], 1);
  const current = await run(place.store, ['s0'], 2);
  const gets: string[] = [];
  const copies: string[] = [];
  const counting: Store = {
    ...place.store,
    get(key) {
      gets.push(key);
      return place.store.get(key);
    },
    copy(from, ...others) {
      copies.push(from);
      return place.store.copy(from, ...others);
    },
  };
  const parse = vi.spyOn(JSON, 'parse');
  expect(await run(counting, ['s0'], 3)).toBe(current + 1);
  // Documents have parts of it.
  const isWhole = (text: string) => ids.every((id) => text.includes(`"${id}":{"version"`));
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  const compositions = parsed.filter(isWhole);
  expect(compositions).toEqual([expect.stringContaining(`"revision":${String(current)},`)]);
  expect(gets.filter((key) => key.endsWith('/composition.json'))).toEqual([
    `environments/staging/revisions/${String(current)}/composition.json`,
  ]);
  // The description of the release that s0 falls back to is verified, and not needed.
  expect(gets.some((key) => /^releases\/s0\//.test(key))).toBe(true);
  expect(parsed.filter((text) => text.includes('Page 1'))).toEqual([]);
  // The current statement, and the one before for its policy; not the new one, for its proof.
  expect(parsed.filter((text) => text.includes('"slipway":{"environment"'))).toHaveLength(2);
  const ofOthers = gets.filter((key) => /^releases\/s[12]\//.test(key));
  expect(ofOthers.filter((key) => key.endsWith('/release.json'))).toHaveLength(2);
  expect(new Set(ofOthers).size).toBe(ofOthers.length);
  // Documents of the others are read only for being shared.
  expect(gets.filter((key) => /\/s[12]\.html/.test(key))).toEqual([]);
  expect(copies.filter((key) => /\/s[12]\.html$/.test(key))).toHaveLength(2);
});
