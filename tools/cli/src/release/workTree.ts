/** A temporary work tree of a commit, with the packages of its lock file. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { AppError } from '@slipway/contracts';
import { runBuild } from './runBuild';

const LOCK = 'package-lock.json';

function git(folder: string, ...args: string[]): string | undefined {
  try {
    // Hooks of the repository belong to the user's own work.
    const all = ['-c', 'core.hooksPath=/dev/null', ...args];
    return execFileSync('git', all, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  } catch {
    return undefined;
  }
}

export interface WorkTree {
  folder: string;
  remove(): void;
}

/** @throws `not_found` outside a repository, or if it lacks the commit */
export function checkOut(from: string, commit: string): WorkTree & { repository: string } {
  const repository = git(from, 'rev-parse', '--show-toplevel');
  if (repository === undefined)
    throw new AppError('not_found', `${from} is not in a Git repository: run this in a clone of the slice's`);
  if (git(repository, 'cat-file', '-e', `${commit}^{commit}`) === undefined) {
    throw new AppError(
      'not_found',
      `${repository} does not have the commit ${commit}: run git fetch origin ${commit}, or run this in a clone of the slice's repository`,
    );
  }
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'slipway-rebuild-'));
  const folder = join(place, 'source');
  const remove = () => {
    git(repository, 'worktree', 'remove', '--force', folder);
    rmSync(place, { recursive: true, force: true });
  };
  if (git(repository, 'worktree', 'add', '--quiet', '--detach', folder, commit) === undefined) {
    remove();
    throw new AppError('unavailable', `git worktree add failed in ${repository} for ${commit}`);
  }
  return { folder, repository, remove };
}

/** Folders with `node_modules`, of a workspace and of its packages. */
function installedIn(folder: string, depth = 0): string[] {
  const skipped = (name: string) => name.startsWith('.') || name === 'node_modules' || name === 'dist';
  const below = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped(entry.name) && depth < 2)
    .flatMap(({ name }) => installedIn(join(folder, name), depth + 1));
  return existsSync(join(folder, 'node_modules')) ? [folder, ...below] : below;
}

/** Hard links, so that the modules are in the work tree for the build: it takes a second instead of minutes. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target); // another file system
      }
    }
  }
}

function linkModules(from: string, to: string): void {
  // Modules that are outside of the checkout must be outside of the work tree too: their paths are part of the build.
  if (lstatSync(from).isSymbolicLink()) symlinkSync(realpathSync(from), to);
  else linkTree(from, to);
}

function nearestLock(folder: string, top: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, LOCK))) return at;
    if (at === top || dirname(at) === at) {
      throw new AppError(
        'not_found',
        `${relative(top, folder)} has no ${LOCK} in that commit, so its packages are not known: build it by hand and compare`,
      );
    }
  }
}

/**
 * Installs the packages of the commit's lock file for `slice`. Reuses those of the checkout when its lock file is the same.
 * Returns the folder of the lock file. @throws `invalid_input` with npm's output
 */
export async function installPackages(
  { folder, repository }: { folder: string; repository: string },
  slice: string,
): Promise<string> {
  const root = nearestLock(slice, folder);
  const ours = join(repository, relative(folder, root));
  const isSame =
    existsSync(join(ours, LOCK)) &&
    existsSync(join(ours, 'node_modules')) &&
    readFileSync(join(ours, LOCK)).equals(readFileSync(join(root, LOCK)));
  if (!isSame) {
    await runBuild(root, root, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    return root;
  }
  for (const installed of installedIn(ours)) {
    const target = join(root, relative(ours, installed));
    if (existsSync(target)) linkModules(join(installed, 'node_modules'), join(target, 'node_modules'));
  }
  return root;
}
