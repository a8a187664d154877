/** A version that is published again: compared with the build, and written again where it is damaged. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore } from '../testing/memoryStore';
import { sliceRelease, writeBuild } from '../testing/releases';
import { builtRelease, type Candidate, findRelease } from './candidate';
import { integrityOf } from './integrity';
import { publish } from './publish';

const { version } = sliceRelease();
const BASE = `releases/market/${version}/`;
let dist: string;
let store: ReturnType<typeof memoryStore>;
let build: Candidate;

beforeEach(async () => {
  store = memoryStore('the store');
  dist = await writeBuild(await mkdtemp(join(tmpdir(), 'slipway-dist-')), sliceRelease());
  build = await builtRelease(dist);
});
afterEach(() => rm(dist, { recursive: true }));

const stored = () => new Map(store.keys);

async function published(): Promise<Candidate> {
  const found = await findRelease(store, 'market', version);
  if (!found) throw new Error('nothing is published');
  return found;
}

it('signs the description that it writes, and says that it sent something', async () => {
  const sign = vi.fn(() => Promise.resolve());
  expect(await publish(store, build, undefined, sign)).toBe(true);
  expect(sign).toHaveBeenCalledExactlyOnceWith(store.keys.get(`${BASE}release.json`));
  expect(JSON.parse(store.keys.get(`${BASE}release.json`)?.toString() ?? '')).toEqual(build.release);
});

it('writes the description of a candidate that has none as a file', async () => {
  const read = (path: string) => (path === 'release.json' ? Promise.resolve(undefined) : build.read(path));
  await publish(store, { ...build, read });
  expect(JSON.parse(store.keys.get(`${BASE}release.json`)?.toString() ?? '')).toEqual(build.release);
});

it('sends only what an interrupted publish has not sent', async () => {
  await publish(store, build);
  const whole = stored();
  store.keys.delete(`${BASE}release.json`);
  store.keys.delete(`${BASE}page.js`);
  const create = vi.spyOn(store, 'create');
  expect(await publish(store, build)).toBe(true);
  expect(create.mock.calls.map(([key]) => key)).toEqual([`${BASE}page.js`, `${BASE}release.json`]);
  expect(stored()).toEqual(whole);
});

it('rejects a version that has other files (D5)', async () => {
  await publish(store, build);
  const before = stored();
  const files = {
    ...build.release.files,
    'page.js': { size: 4, integrity: integrityOf(Buffer.from('pace')) },
  };
  const other = { ...build, release: { ...build.release, files } } as Candidate;
  await expect(publish(store, other)).rejects.toMatchObject({
    code: 'conflict',
    message: `the store already has market ${version} with other files, and a published version never changes: build market again`,
  });
  expect(stored()).toEqual(before);
});

it('sends and reads nothing when the store has all of it', async () => {
  await publish(store, build);
  const create = vi.spyOn(store, 'create');
  const remove = vi.spyOn(store, 'remove');
  expect(await publish(store, build)).toBe(false);
  const candidate = await published();
  const read = vi.spyOn(candidate, 'read');
  expect(await publish(store, candidate)).toBe(false);
  for (const call of [create, remove, read]) expect(call).not.toHaveBeenCalled();
});

it.each([
  ['a missing file', (keys: Map<string, Buffer>) => keys.delete(`${BASE}page.js`)],
  ['an altered file', (keys: Map<string, Buffer>) => keys.set(`${BASE}page.js`, Buffer.from('pace'))],
  ['an altered copy', (keys: Map<string, Buffer>) => keys.set(`${BASE}page.js.br`, Buffer.from('pace'))],
])('replaces %s by that of the build', async (_what, damage) => {
  await publish(store, build);
  const whole = stored();
  damage(store.keys);
  expect(await publish(store, build)).toBe(true);
  expect(stored()).toEqual(whole);
});

it('does not repair from another store: there is no build to compare with', async () => {
  await publish(store, build);
  const copy = { ...(await published()), read: () => Promise.reject(new Error('it is not read')) };
  store.keys.delete(`${BASE}page.js`);
  expect(await publish(store, copy)).toBe(false);
  expect(store.keys.has(`${BASE}page.js`)).toBe(false);
});

it('replaces a damaged description by that of the build, and not by that of a store', async () => {
  await publish(store, build);
  const whole = stored();
  const copy = await published();
  store.keys.set(`${BASE}release.json`, Buffer.from('{'));
  await expect(publish(store, copy)).rejects.toMatchObject({ code: 'invalid_input' });
  store.keys.set(`${BASE}leftover.js`, Buffer.from('x'));
  expect(await publish(store, build)).toBe(true);
  expect(stored()).toEqual(whole);
});

it('passes on a store that cannot be read, and removes nothing', async () => {
  await publish(store, build);
  const before = stored();
  const down = {
    ...store,
    get: () => Promise.reject(Object.assign(new Error('down'), { code: 'unavailable' })),
  };
  await expect(publish(down, build)).rejects.toThrow('down');
  expect(stored()).toEqual(before);
});

it('does not repair with a build that was changed', async () => {
  await publish(store, build);
  store.keys.delete(`${BASE}page.js`);
  await writeFile(join(dist, 'page.js'), 'pace');
  await expect(publish(store, build)).rejects.toThrow(/page\.js was changed after the build: build it again/);
  expect(store.keys.has(`${BASE}page.js`)).toBe(false);
});
