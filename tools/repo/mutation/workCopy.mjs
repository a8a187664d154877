/** A copy of the workspace for Stryker, which changes files in place. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Copies the tracked files, links the packages, and removes the copy when the process ends. Returns its folder. */
export function makeWorkCopy(root) {
  const copy = mkdtempSync(join(tmpdir(), 'slipway-mutation-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const tracked = execFileSync('git', ['ls-files', '-z', '--', ':!docs/screens'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of tracked.split('\0').filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  /** Packages of which a project needs another version than the root. */
  const projects = ['apps', 'libs', 'tools'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  const nested = ['supabase', ...projects].map((project) => join(project, 'node_modules'));
  for (const folder of nested.filter(
    (path) => existsSync(join(root, path)) && existsSync(join(copy, dirname(path))),
  )) {
    symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}
