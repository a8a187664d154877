/** The history reads revisions in blocks: in a bucket, each read takes a round trip. */
import { expect, it } from 'vitest';
import { pointerKey, revisionBase } from '../store/keys';
import { readOnce } from '../store/readOnce';
import { testComposition } from '../testing/compositions';
import { memoryStore } from '../testing/memoryStore';
import { wholeHistory } from './wholeHistory';

it('reads the revisions before the first one at the same time, and each once', async () => {
  const store = memoryStore();
  for (let revision = 1; revision <= 20; revision += 1) {
    const files = {
      'composition.json': { ...testComposition([]), revision },
      'record.json': {
        author: 'Ada',
        reason: 'a test',
        previous: revision - 1,
        changes: [],
        settings: [],
        since: {},
      },
    };
    for (const [name, file] of Object.entries(files))
      await store.create(revisionBase('staging', revision) + name, Buffer.from(JSON.stringify(file)));
  }
  await store.create(pointerKey('staging'), Buffer.from('{"revision":20}'));
  const read: string[] = [];
  const counting = readOnce({
    ...store,
    get: (key) => {
      if (key.endsWith('record.json')) read.push(key);
      return store.get(key);
    },
  });
  const numbers: number[] = [];
  for await (const one of wholeHistory(counting, 'staging')) {
    if (numbers.length === 0) expect(read).toHaveLength(16);
    if ('damage' in one) throw new Error(one.damage);
    numbers.push(one.composition.revision);
  }
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
  expect(read).toHaveLength(20);
});
