/** A copy of this workspace for a test that writes into one: the files that git has, and links to the installed packages. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { home, root } from './server';

export const copy = join(home, 'workspace');

/** The folders of projects: some have packages that differ from those of the root. */
const projects = () =>
  ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );

/** Replaces the copy by a fresh one. */
export function copyWorkspace(): void {
  rmSync(copy, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((path) => path && !path.startsWith('docs/screens/'))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const folder of ['.', ...projects()]) {
    const modules = join(folder, 'node_modules');
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(copy, modules));
  }
}

/** Appends a word to a text of a slice in the copy, so that its next build is a new release. @throws without that text */
export function changeText(slice: string, key: string, word: string): void {
  const file = join(copy, 'apps', slice, 'src/messages.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace(new RegExp(`^(  ${key}: '[^']*)'`, 'm'), `$1 ${word}'`);
  if (changed === source) throw new Error(`${file} has no text ${key}`);
  writeFileSync(file, changed);
}
