/** Whether the source of a slice is newer than its build, which is then not what the user expects to deploy. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const skipped = (name: string) =>
  name.startsWith('.') || ['dist', 'node_modules', 'test-results', 'coverage'].includes(name);
/** Tests and their configuration are not part of the build. */
const isTest = (name: string) => /\.(?:test|spec)\.[jt]sx?$|^vitest\.config\./.test(name);

/** The newest file that is part of the build. */
function newestIn(folder: string): { path: string; mtimeMs: number } | undefined {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped(name) && !isTest(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return newestIn(path) ?? [];
      return entry.isFile() ? { path, mtimeMs: statSync(path).mtimeMs } : [];
    });
  return found.sort((one, other) => other.mtimeMs - one.mtimeMs)[0];
}

/** A sentence for the user, or undefined when the build is newer. Only the slice's own files count, no libraries. */
export function staleNotice(folder: string, slice: string): string | undefined {
  const built = statSync(join(folder, 'dist/release.json'), { throwIfNoEntry: false });
  const newest = newestIn(folder);
  if (!built || !newest || newest.mtimeMs <= built.mtimeMs) return undefined;
  return `${relative(folder, newest.path)} of ${slice} is newer than its build, which does not have that change: run slipway build ${slice}, then the same command again`;
}
