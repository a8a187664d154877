/** A copy of this workspace for a test that writes into one: the files that git has, and links to the installed packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { home, root } from './server';

export const copy = join(home, 'workspace');

/** The root, and the projects of which some packages differ from those of the root. */
function foldersWithPackages(): string[] {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
  const folders = Object.keys(packages).flatMap((path) => /^(.*?)node_modules\//.exec(path)?.[1] ?? []);
  return [...new Set(folders)];
}

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
  // All of them: for one without packages, `npm run backup` in the copy would run `npm ci`.
  for (const folder of foldersWithPackages()) {
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
