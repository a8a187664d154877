/**
 * Checks that a commit builds to the same bytes anywhere: `npx tsx bench/reproducibleBuilds.ts`. Builds the shell and
 * every slice of HEAD in two clones, in folders with different names and depths, and compares each file. Takes two
 * minutes; exits with 1 when a file differs. The clones hard-link the installed packages, so versions are the same.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Release {
  version: string;
  files: Record<string, { size: number; integrity: string }>;
}

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** npm puts a package into the folder of its workspace where another version is at the root. */
const withPackages = ['.', 'apps', 'libs', 'tools']
  .flatMap((group) => [group, ...readdirSync(join(root, group)).map((name) => join(group, name))])
  .filter((folder) => existsSync(join(root, folder, 'node_modules')));

function clone(folder: string): void {
  mkdirSync(folder, { recursive: true });
  run(root, 'git', 'clone', '--quiet', root, folder);
  for (const workspace of new Set(withPackages)) {
    run(root, 'cp', '--archive', '--link', join(root, workspace, 'node_modules'), join(folder, workspace));
  }
}

function releaseOf(folder: string, app: string): Release {
  const at = join(folder, 'apps', app);
  run(at, join(folder, 'node_modules/.bin/rspack'), 'build');
  return JSON.parse(readFileSync(join(at, 'dist/release.json'), 'utf8')) as Release;
}

const place = mkdtempSync(join(tmpdir(), 'slipway-same-'));
try {
  const folders = [join(place, 'a'), join(place, 'much/deeper/in/another folder')] as const;
  for (const folder of folders) clone(folder);
  const apps = readdirSync(join(root, 'apps')).filter((app) =>
    existsSync(join(root, 'apps', app, 'rspack.config.ts')),
  );
  for (const app of apps) {
    const [one, other] = [releaseOf(folders[0], app), releaseOf(folders[1], app)];
    const names = [...new Set([...Object.keys(one.files), ...Object.keys(other.files)])];
    const different = names.filter((name) => one.files[name]?.integrity !== other.files[name]?.integrity);
    console.log(
      `${app.padEnd(12)} ${one.version} ${other.version} ${String(names.length - different.length)} of ${String(names.length)} files are identical`,
    );
    if (different.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
