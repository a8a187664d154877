/** Finds the revision of a time, compared with a walk over the whole history, and the number of reads for it. */
import { beforeEach, expect, it } from 'vitest';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { sliceToCompose, testComposition, writeHistory } from '../testing/compositions';
import { openFolderStore, type StoreForTest } from '../testing/stores';
import { revisionAt } from './historyAt';
import { history } from './read';
import type { RevisionRecord } from './record';

const HOUR = 3_600_000;
const start = Date.parse('2026-11-01T00:00:00.000Z');
const composition = testComposition([sliceToCompose()]);
let opened: StoreForTest;
let store: Store;

beforeEach(async () => {
  opened = await openFolderStore();
  ({ store } = opened);
  return () => opened.close();
});

/** The answer of a walk from the pointer backwards. */
async function walked(time: number): Promise<number | undefined> {
  for await (const {
    composition: { revision, createdAt },
  } of history(store, 'staging')) {
    if (Date.parse(createdAt) <= time) return revision;
  }
  return undefined;
}

it('finds nothing before the first deploy, and the current revision now', async () => {
  expect(await revisionAt(store, 'staging', start)).toBeUndefined();
  await writeHistory(store, 'staging', [{ composition, at: start }]);
  expect(await revisionAt(store, 'staging', start - 1)).toBeUndefined();
  expect(await revisionAt(store, 'staging', start)).toMatchObject({
    composition: { revision: 1 },
    until: undefined,
  });
});

it('agrees with the history at every moment, among numbers of interrupted deploys', async () => {
  // Every third number was never current; some of them have a record, a damaged composition, or none of it.
  let previous = 0;
  const revisions = Array.from({ length: 41 }, (_, index) => {
    const record: Partial<RevisionRecord> = { previous };
    if (index % 3 !== 1 || index === 40) previous = index + 1;
    return { composition, at: start + Math.floor(index / 2) * HOUR, record };
  });
  await writeHistory(store, 'staging', revisions);
  await store.remove(`${revisionBase('staging', 5)}record.json`);
  await store.remove(`${revisionBase('staging', 8)}composition.json`);
  await store.create(`${revisionBase('staging', 8)}composition.json`, Buffer.from('{"half":'));

  for (let time = start - HOUR; time < start + 22 * HOUR; time += HOUR / 2) {
    const found = await revisionAt(store, 'staging', time);
    expect(found?.composition.revision, new Date(time).toISOString()).toBe(await walked(time));
    if (found?.until !== undefined) expect(Date.parse(found.until)).toBeGreaterThan(time);
  }
});

it('reads a few objects of a long history', async () => {
  const revisions = Array.from({ length: 500 }, (_, index) => ({ composition, at: start + index * HOUR }));
  await writeHistory(store, 'staging', revisions);
  let reads = 0;
  const counted = { ...store, get: (key: string) => ((reads += 1), store.get(key)) };
  expect((await revisionAt(counted, 'staging', start + 123.5 * HOUR))?.composition.revision).toBe(124);
  expect(reads).toBeLessThan(20);
});
