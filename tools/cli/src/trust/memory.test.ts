/** The memory of a machine: for its own code only, without interrupted lines. */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOnce } from '../store/readOnce';
import { memoryStore } from '../testing/memoryStore';
import { memoryOf, openMemory, useMemory } from './memory';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-memory-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The memory of another process. */
async function openLater(code?: string) {
  vi.resetModules();
  const { openMemory } = await import('./memory');
  return openMemory(folder, code);
}

it('gives later processes of the same code what was saved', async () => {
  const first = await openLater('code-1');
  first.remember('yes', 'release', 'a');
  expect((await openLater('code-1')).recall('release', 'a')).toBeUndefined();
  first.save();
  const second = await openLater('code-1');
  expect(second.recall('release', 'a')).toBe('yes');
  expect(second.recall('release', 'b')).toBeUndefined();
  expect(second.recall('releasea')).toBeUndefined();
  second.remember('other', 'release', 'a');
  second.save();
  expect((await openLater('code-1')).recall('release', 'a')).toBe('other');
});

it('gives other code nothing, and removes what that does not use', async () => {
  const first = await openLater('code-1');
  first.remember('yes', 'a');
  first.save();
  const other = await openLater('code-2');
  expect(other.recall('a')).toBeUndefined();
  other.remember('yes', 'b');
  other.save();
  expect(readdirSync(folder)).toEqual(['memory.code-2']);
});

it('writes nothing for code that may change under the same name', async () => {
  const memory = await openLater();
  memory.remember('yes', 'a');
  memory.save();
  expect(memory.recall('a')).toBe('yes');
  expect(readdirSync(folder)).toEqual([]);
});

it('ignores a line that was interrupted, with what another process wrote behind it', async () => {
  const first = await openLater('code-1');
  first.remember('yes', 'a');
  first.save();
  const file = join(folder, 'memory.code-1');
  const whole = readFileSync(file, 'utf8');
  appendFileSync(file, whole.slice(0, 20) + whole.slice(0, 44));
  appendFileSync(file, whole.replace(' yes', ' no').slice(0, 45));
  expect((await openLater('code-1')).recall('a')).toBe('yes');
});

it('starts again when it has grown too large', async () => {
  const first = await openLater('code-1');
  for (let index = 0; index < 50_001; index += 1) first.remember('1', String(index));
  first.save();
  expect((await openLater('code-1')).recall('50000')).toBeUndefined();
  expect(existsSync(join(folder, 'memory.code-1'))).toBe(false);
});

it('belongs to a store and all its views', () => {
  const store = memoryStore();
  memoryOf(store).remember('yes', 'a');
  expect(memoryOf(store).recall('a')).toBeUndefined();
  const memory = openMemory(folder);
  useMemory(readOnce(store), memory);
  expect(memoryOf(store)).toBe(memory);
  expect(memoryOf(readOnce(store))).toBe(memory);
  expect(memoryOf(memoryStore())).not.toBe(memory);
});
