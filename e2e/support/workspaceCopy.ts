/** A copy of this workspace for a test that writes into one: the files that git has, and links to the installed packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
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
