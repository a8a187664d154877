/** A copy of this workspace, for a test that writes into one: what git would give a person, with the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { home } from './server';

export const root = join(import.meta.dirname, '../..');
export const copy = join(home, 'workspace');

/** Makes it anew. */
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
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}
