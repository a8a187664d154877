/** The commits that the versions of packages with code count. */
import { execFileSync } from 'node:child_process';
import { published } from './published';

/**
 * How many commits of `repository` changed a package with code; undefined outside a repository, such as in an
 * archive of the source.
 * @throws `Error` in a shallow clone, whose number would be too low
 */
export function countCommits(repository: string): number | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  let isShallow: boolean;
  try {
    isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
  } catch {
    return undefined;
  }
  if (isShallow) {
    throw new Error(
      'The versions of packages count commits, and this clone has only the newest: run git fetch --unshallow first',
    );
  }
  const folders = published.filter(({ runs }) => runs).map(({ folder }) => folder);
  return Number(git('rev-list', '--count', 'HEAD', '--', ...folders));
}
