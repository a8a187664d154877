/** The keys that a view of a store keeps, and when it reads again. */
import { expect, it, vi } from 'vitest';
import { memoryStore } from '../testing/memoryStore';
import { originalOf, readAhead, readOnce } from './readOnce';

const key = 'releases/market/1/release.json';
const folder = 'releases/market/1';
const text = async (bytes: Promise<Buffer | undefined>) => (await bytes)?.toString();

it('shows the first bytes of a file that never changes, also after it was altered', async () => {
  const store = memoryStore();
  await store.create(key, Buffer.from('one'));
  const view = readOnce(store);
  expect(await text(view.get(key))).toBe('one');
  store.keys.set(key, Buffer.from('two'));
  expect(await text(view.get(key))).toBe('one');
  expect(await text(store.get(key))).toBe('two');
  expect(originalOf(view)).toBe(store);
  expect(originalOf(store)).toBe(store);
});

it('reads pointers, missing files and failed reads again', async () => {
  const store = memoryStore();
  const view = readOnce(store);
  const pointer = 'environments/staging/current.json';
  await store.swap(pointer, undefined, '1');
  expect(await text(view.get(pointer))).toBe('1');
  await store.swap(pointer, '1', '2');
  expect(await text(view.get(pointer))).toBe('2');

  expect(await view.get(key)).toBeUndefined();
  expect((await view.sizes(folder)).size).toBe(0);
  await store.create(key, Buffer.from('one'));
  vi.spyOn(store, 'get').mockRejectedValueOnce(new Error('no network'));
  await expect(view.get(key)).rejects.toThrow('no network');
  expect(await text(view.get(key))).toBe('one');
  expect((await view.sizes(folder)).size).toBe(1);
});

it('sees its own writes and removals', async () => {
  const view = readOnce(memoryStore());
  await view.create(key, Buffer.from('one'));
  expect((await view.sizes(folder)).get(key)).toBe(3);
  await view.create(`${folder}/page.js`, Buffer.from('page'));
  expect((await view.sizes(folder)).size).toBe(2);
  await view.remove(folder);
  expect(await view.get(key)).toBeUndefined();
  expect((await view.sizes(folder)).size).toBe(0);
});

it('starts reads before they are needed, and only in a view', async () => {
  const store = memoryStore();
  await store.create(key, Buffer.from('one'));
  const get = vi.spyOn(store, 'get');
  readAhead(store, [key], [folder]);
  expect(get).not.toHaveBeenCalled();
  const view = readOnce(store);
  readAhead(view, [key, 'releases/market/1/missing.json'], [folder]);
  expect(await text(view.get(key))).toBe('one');
  expect(get).toHaveBeenCalledTimes(2);
});
