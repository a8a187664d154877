/** Which module the source of a slice imports for each route and slot, in both versions of the contract. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lazyModules } from './pages';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-pages-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const modules = (source: string, keys = ['/notes', 'journal.side']) => {
  const file = join(folder, 'slice.ts');
  writeFileSync(file, source);
  return Object.fromEntries(lazyModules(file, keys));
};
const found = { '/notes': './NotesPage', 'journal.side': './Side' };
const loader = `({ params }) => import('./data').then(({ start }) => start(params))`;

it('finds pages and slots of contract 2, and no import of a loader', () => {
  expect(
    modules(`export default defineSlice(manifest, {
      pages: { '/notes': { loader: ${loader}, page: () => import('./NotesPage') } },
      slots: { 'journal.side': { loader: ${loader}, slot: () => import('./Side') } },
    });`),
  ).toEqual(found);
});

it('finds those of contract 1, and no import of a loader', () => {
  expect(
    modules(`export default defineSlice(
      manifest,
      { '/notes': () => import('./NotesPage'), 'journal.side': () => import('./Side') },
      { '/notes': ${loader} },
    );`),
  ).toEqual(found);
});

it('names a route without a page', () => {
  expect(() => modules(`export default defineSlice(manifest, { pages: {} });`, ['/notes'])).toThrow(
    `no module for /notes: add "'/notes': () => import('./…')"`,
  );
});

it('names the place of a syntax error, and not the routes that it hides', () => {
  expect(() => modules('const a = 1;\nexport default 1 +;\n')).toThrow('slice.ts:2:19: Unexpected token');
});
