/** The files of a release: present, of the right size, and unchanged when the release is new. */
import { expect, it, vi } from 'vitest';
import type { Candidate } from '../release/candidate';
import type { Store } from '../store/store';
import { memoryStore } from '../testing/memoryStore';
import { shellRelease, sliceFiles, sliceRelease } from '../testing/releases';
import { fileAlarms, fileFailures, ownerOf, watchedReleases } from './files';

function candidate(changes: Record<string, string | undefined> = {}, store?: Store): Candidate {
  const contents: Record<string, string | undefined> = { ...sliceFiles, ...changes };
  const present = Object.entries(contents).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    release: sliceRelease(),
    place: 'the store',
    repair: 'publish it again',
    ...(store && { store }),
    read: vi.fn((path: string) => {
      const text = contents[path];
      return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
    }),
    sizes: () => Promise.resolve(new Map(present.map(([path, text]) => [path, text.length]))),
    transferSize: () => Promise.resolve(0),
  };
}

it.each([true, false])('accepts complete files (new: %s)', async (isNew) => {
  expect(await fileFailures(candidate(), isNew)).toEqual([]);
});

it.each([true, false])('reports missing files and other sizes (new: %s)', async (isNew) => {
  expect(await fileFailures(candidate({ 'page.js': 'longer page', 'slot.js': undefined }), isNew)).toEqual([
    'market: page.js in the store has 11 bytes instead of 4: publish it again',
    'market: slot.js in the store is missing: publish it again',
  ]);
});

it('hashes the files of a new release', async () => {
  expect(await fileFailures(candidate({ 'page.js': 'pace' }), true)).toEqual([
    'market: page.js in the store was changed after the build: publish it again',
  ]);
});

it('reads no file of a running release', async () => {
  const running = candidate({ 'page.js': 'pace' });
  expect(await fileFailures(running, false)).toEqual([]);
  expect(running.read).not.toHaveBeenCalled();
});

it('gives each of many running releases its turn', () => {
  const running = Array.from({ length: 30 }, (_, index) => index);
  expect(watchedReleases(running.slice(0, 5), 7)).toHaveLength(5);
  expect(watchedReleases([], 7)).toEqual([]);
  const seen = [1, 2, 3, 4, 5].flatMap((revision) => watchedReleases(running, revision));
  expect(new Set(seen).size).toBe(30);
  expect(watchedReleases(running, 3)).toHaveLength(12);
});

it('starts with the next release in the next revision, and goes around', () => {
  const running = Array.from({ length: 14 }, (_, index) => index);
  expect(watchedReleases(running, 0)).toEqual(running.slice(0, 12));
  expect(watchedReleases(running, 1)).toEqual([12, 13, ...running.slice(0, 10)]);
});

it('rejects files of other types, before it looks for them', async () => {
  const one = candidate();
  const files = { ...one.release.files, 'page.exe': { size: 1, integrity: 'sha384-x' } };
  const sizes = vi.fn(one.sizes);
  const release = { ...one.release, files } as Candidate['release'];
  const failures = await fileFailures({ ...one, sizes, release }, true);
  expect(failures).toEqual([expect.stringMatching(/^market: .*page\.exe/)]);
  expect(sizes).not.toHaveBeenCalled();
});

it('reports a file of a new release that cannot be read', async () => {
  const gone = { ...candidate(), read: () => Promise.resolve(undefined) };
  expect(await fileFailures(gone, true)).toHaveLength(Object.keys(sliceFiles).length);
});

it('damage of a release that runs names its owner, and stops nothing else', async () => {
  const store = memoryStore();
  const damaged = candidate({ 'page.js': undefined }, store);
  const { id, version } = damaged.release;
  expect(await fileAlarms([damaged], [{ id, version }])).toEqual([
    'market: page.js in the store is missing: publish it again (its owner is market-team)',
  ]);
  expect(await fileAlarms([damaged], [{ id, version: 'another' }])).toEqual([]);
  expect(await fileAlarms([damaged], [{ id: 'another', version }])).toEqual([]);
  expect(await fileAlarms([candidate({ 'page.js': 'pace' }, store)], [{ id, version }])).toEqual([]);
  // A damaged build is a failure.
  expect(await fileAlarms([candidate({ 'page.js': undefined })], [{ id, version }])).toEqual([]);
  expect(ownerOf({ ...damaged, release: shellRelease() })).toBe('shell');
});
