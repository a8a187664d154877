/** The compilation of a program, in a small project: it has to follow every change of the source. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compiledModule } from './compiled.mjs';

let project = '';
const write = (name: string, text: string) => {
  writeFileSync(join(project, 'src', name), text);
};
const load = async (path = '') =>
  (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    word: string;
    folder: string;
    late: () => Promise<{ more: string }>;
  };

beforeEach(() => {
  project = join(mkdtempSync(join(tmpdir(), 'slipway-compiled-')), 'tools/cli');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  write('word.ts', "export const word: string = 'first';");
  write('late.ts', "export const more = 'late';");
  write(
    'main.ts',
    "export { word } from './word';\nexport const folder = import.meta.dirname;\nexport const late = () => import('./late');",
  );
});

afterEach(() => {
  rmSync(join(project, '../..'), { recursive: true, force: true });
});

test('the same source is compiled once, and a changed module again', async () => {
  const first = await compiledModule(join(project, 'src/main.ts'));
  expect(await compiledModule(join(project, 'src/main.ts'))).toBe(first);
  const loaded = await load(first);
  expect(loaded).toMatchObject({ word: 'first', folder: join(project, 'src') });

  write('word.ts', "export const word: string = 'second';");
  const second = await compiledModule(join(project, 'src/main.ts'));
  expect(second).not.toBe(first);
  expect((await load(second)).word).toBe('second');
  expect((await loaded.late()).more).toBe('late'); // a process that runs still finds its files
});

test('source with an error, and a folder that cannot be written, leave it to the caller', async () => {
  write('main.ts', 'export const = 1;');
  expect(await compiledModule(join(project, 'src/main.ts'))).toBeUndefined();
  write('main.ts', 'export const word = 1;');
  writeFileSync(join(project, 'node_modules'), 'no folder');
  expect(await compiledModule(join(project, 'src/main.ts'))).toBeUndefined();
});

test('a compilation knows its name, which another state of the source does not have', async () => {
  const source = 'declare const SLIPWAY_COMPILATION: string;\nexport const word = SLIPWAY_COMPILATION;';
  const compile = async (text: string) => {
    write('main.ts', text);
    const path = (await compiledModule(join(project, 'src/main.ts'))) ?? '';
    return { path, word: (await load(path)).word };
  };
  const first = await compile(source);
  expect(first.path).toContain(`/${first.word}/`);
  const second = await compile(`${source} // changed`);
  expect(second.word).not.toBe(first.word);
});
