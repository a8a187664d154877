/** Only slices that were validated before are not validated again; the result is that of the whole schema. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Composition, parseComposition } from '@slipway/contracts';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { type Memory, openMemory } from './memory';
import { recalledComposition } from './recalledComposition';

let folder: string;
let memory: Memory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-memory-'));
  memory = openMemory(folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const composition = testComposition([
  sliceToCompose(),
  sliceToCompose({ id: 'other', routes: [], slots: [] }),
  sliceToCompose({ id: 'third', routes: [], slots: [] }),
]);
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const recalled = (value: unknown) => recalledComposition(memory, bytesOf(value), 'composition.json');
const altered = (id: string, change: object): Composition => ({
  ...composition,
  slices: {
    ...composition.slices,
    [id]: { ...composition.slices[id], ...change } as Composition['slices'][''],
  },
});

it('returns what the schema returns, in the same order, the second time too', () => {
  const expected = JSON.stringify(parseComposition(JSON.parse(JSON.stringify(composition))));
  expect(JSON.stringify(recalled(composition))).toBe(expected);
  expect(JSON.stringify(recalled(composition))).toBe(expected);
});

it('rejects a slice that was altered, and other fields, also when it knows the rest', () => {
  recalled(composition);
  expect(() => recalled(altered('other', { base: 'https://evil.example/' }))).toThrow(/slices\.other\.base/);
  expect(() => recalled({ ...composition, backend: { url: 'x', key: 'y' } })).toThrow(/backend\.url/);
  expect(() =>
    recalled({ ...composition, slices: { ...composition.slices, 'no id': composition.slices['other'] } }),
  ).toThrow(/slices/);
  expect(() => recalled(null)).toThrow();
});

it('does not remember a slice that the schema changes', () => {
  const later = altered('third', { later: true });
  expect(recalled(later).slices['third']).not.toHaveProperty('later');
  expect(recalled(later).slices['third']).not.toHaveProperty('later'); // the second time too
});

it('keeps the order of the slices when one of them is new', () => {
  recalled(composition);
  const next = altered('other', { owner: 'another-team' });
  const result = recalled(next);
  expect(Object.keys(result.slices)).toEqual(Object.keys(composition.slices));
  expect(result.slices['other']?.owner).toBe('another-team');
});
