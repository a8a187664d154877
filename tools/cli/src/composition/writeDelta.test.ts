/** A delta that cannot be made is not written, and no deploy fails for it. */
import { expect, it, vi } from 'vitest';
import { memoryStore } from '../testing/memoryStore';
import * as delta from '../store/delta';
import { writeDelta } from './deltas';

const text = 'a text that both have in common. '.repeat(40);
const [earlier, bytes] = [Buffer.from(`${text}1`), Buffer.from(`${text}2`)];

it('writes a delta that has fewer bytes than the other copies', async () => {
  const store = memoryStore();
  await writeDelta(store, 'page.js', bytes, earlier, bytes.length);
  expect([...store.keys.keys()]).toEqual([delta.deltaKey('page.js', earlier)]);
  const other = memoryStore();
  await writeDelta(other, 'page.js', bytes, earlier, 10);
  expect([...other.keys.keys()]).toEqual([]);
});

it('writes nothing, and does not fail, when the delta cannot be made', async () => {
  const store = memoryStore();
  // As for a file that the library has no memory for.
  const length = vi.spyOn(bytes, 'byteLength', 'get').mockReturnValue(2 ** 40);
  try {
    await writeDelta(store, 'page.js', bytes, earlier, bytes.length);
  } finally {
    length.mockRestore();
  }
  expect([...store.keys.keys()]).toEqual([]);
});
