/** Two test runs, the second after a change of the source, do not use each other's folder. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { preparedFolder } from './preparedFolder';

let cache: string;
beforeEach(() => {
  cache = join(mkdtempSync(join(inject('testsFolder'), 'cache-')), 'prepared');
});

const make = (content: string) =>
  vi.fn((draft: string) => {
    mkdirSync(draft);
    writeFileSync(join(draft, 'data'), content);
    return Promise.resolve();
  });
const contentOf = (folder: string) => readFileSync(join(folder, 'data'), 'utf8');

it('a folder of an earlier input stays while its tests may run, and goes after a day', async () => {
  const first = await preparedFolder(cache, 'first', make('1'));
  const second = await preparedFolder(cache, 'second', make('2'));
  expect([contentOf(first), contentOf(second)]).toEqual(['1', '2']);

  const dayBefore = Date.now() / 1000 - 90_000;
  utimesSync(first, dayBefore, dayBefore);
  utimesSync(second, dayBefore, dayBefore);
  await preparedFolder(cache, 'second', make('unused'));
  await preparedFolder(cache, 'third', make('3'));
  expect(existsSync(first), 'unused for a day').toBe(false);
  expect(contentOf(second), 'used again').toBe('2');
});

it('two processes make it once', async () => {
  const makes = [make('1'), make('2')];
  const folders = await Promise.all(makes.map((each) => preparedFolder(cache, 'shared', each)));
  expect(new Set(folders).size).toBe(1);
  expect(makes.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
});

it('what an interrupted process left is not used', async () => {
  mkdirSync(join(cache, 'draft/old'), { recursive: true });
  const folder = await preparedFolder(cache, 'first', make('1'));
  expect(readdirSync(folder)).toEqual(['data']);
  expect(readdirSync(cache)).toEqual(['first']);
});
