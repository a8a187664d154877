/** Previews: their names, their files and when they expire. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptSince, previewOf, previewsIn, rejectFamily } from './previews';
import { findWorkspace } from './workspace';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-previews-'));
  mkdirSync(join(root, 'environments'));
  writeFileSync(join(root, 'nx.json'), '{}');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (name: string, fields: object = {}) => {
  const backend = { url: 'https://b.example', publishableKey: 'sb_publishable_x' };
  const address = `https://${name}.example`;
  const file = { name, store: 'store', address, backend, ...fields };
  writeFileSync(join(root, 'environments', `${name}.json`), JSON.stringify(file));
};
const find = () => findWorkspace(root, {});

const family = () => {
  write('preview', { address: 'https://{id}.preview.example' });
  return find().environment('preview');
};

it('have their id in the name and in the address', () => {
  family();
  expect(find().environment('preview/pr-1')).toMatchObject({
    name: 'preview-pr-1',
    address: 'https://pr-1.preview.example',
  });
});

it('are also found by the name that stores and messages have', () => {
  family();
  write('preview-fixed', {});
  const { environment, named } = find();
  expect(environment('preview-pr-1')).toEqual(environment('preview/pr-1'));
  expect(['preview-pr-1', 'preview/pr-1', 'preview-fixed', 'other-1'].map(named)).toEqual([
    ...['preview/pr-1', 'preview/pr-1', 'preview-fixed', 'other-1'],
  ]);
  expect(environment('preview-fixed').address).not.toContain('fixed.preview');
  expect(() => environment('preview-PR')).toThrow(/^preview\/PR: the name of a preview is/);
});

it('are found by the name of their family', () => {
  expect(previewsIn(family(), ['staging', 'preview-pr-1', 'preview-2', 'previews'])).toEqual(['pr-1', '2']);
});

it.each(['', '-a', 'PR', 'a/b', 'a'.repeat(32)])('reject the id "%s"', (id) => {
  expect(() => previewOf(family(), id)).toThrow(/up to 31 lower-case letters/);
});

it('accept the longest id', () => {
  expect(previewOf(family(), 'a'.repeat(31)).name).toHaveLength(39);
});

it('need a family', () => {
  write('staging');
  expect(() => find().environment('staging/pr-1')).toThrow(/staging has no previews/);
  expect(() => {
    rejectFamily(family());
  }).toThrow(/is a family of previews/);
  expect(() => {
    rejectFamily(find().environment('staging'));
  }).not.toThrow();
});

it('expire after keepDays, by default 14', () => {
  const day = 86_400_000;
  expect(keptSince(family(), 20 * day)).toBe(6 * day);
  expect(keptSince({ ...family(), keepDays: 3 }, 20 * day)).toBe(17 * day);
});
