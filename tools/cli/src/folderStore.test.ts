/** What is put once never changes; a pointer moves for one of two. */
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderStore } from './folderStore';
import type { Store } from './store';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-store-'));
  store = folderStore(folder);
});

describe('folderStore', () => {
  it('creates a key once, takes the same bytes again, refuses others', async () => {
    await store.create('a/b.js', Buffer.from('one'));
    await store.create('a/b.js', Buffer.from('one'));
    await expect(store.create('a/b.js', Buffer.from('two'))).rejects.toMatchObject({ code: 'conflict' });
    expect((await store.get('a/b.js'))?.toString()).toBe('one');
  });

  it('leaves nothing beside what it wrote', async () => {
    await store.create('a/b.js', Buffer.from('one'));
    await store.create('a/b.js', Buffer.from('two')).catch(() => undefined);
    await store.swap('a/pointer', undefined, '1');
    expect((await readdir(join(folder, 'a'))).sort()).toEqual(['b.js', 'pointer']);
  });

  it('moves a pointer only from the value it has', async () => {
    await store.swap('pointer', undefined, '1');
    await expect(store.swap('pointer', undefined, '2')).rejects.toMatchObject({ code: 'conflict' });
    await store.swap('pointer', '1', '2');
    expect((await store.get('pointer'))?.toString()).toBe('2');
  });

  it('lets one of twenty move a pointer at the same time', async () => {
    await store.swap('pointer', undefined, 'start');
    const moves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => store.swap('pointer', 'start', String(index))),
    );
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each(['../outside', 'a/../../outside', '/etc/passwd', 'a\0b'])('refuses the key %j', async (key) => {
    await expect(store.get(key)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('has nothing where nothing was put', async () => {
    expect(await store.get('missing/file.js')).toBeUndefined();
    expect(await store.list('missing')).toEqual([]);
  });
});
