/** Checks that no page exceeds the environment's budget: the compressed bytes it loads before it is usable. */
import { isShownAtOnce } from '@slipway/contracts';
import { pageScripts } from '../composition/shellElements';
import type { Candidate, ShellCandidate, SliceCandidate } from '../release/candidate';

interface PageFile {
  candidate: Candidate;
  path: string;
}

const kilobytes = (bytes: number) => `${String(Math.ceil(bytes / 1000))} kB`;

/** `budget` in bytes; undefined checks nothing. */
export async function budgetFailures(
  shell: ShellCandidate,
  slices: readonly SliceCandidate[],
  budget: number | undefined,
): Promise<string[]> {
  if (budget === undefined) return [];
  const { release } = shell;
  const always = [...release.scripts, ...release.styles, ...release.beforePaint, ...release.preload];
  const pages = [shell, ...slices].flatMap((owner) =>
    owner.release.routes.map((route) => ({ owner, route })),
  );
  const failures = await Promise.all(
    pages.map(async ({ owner, route }) => {
      const shown = [
        route.path,
        ...(route.parent === undefined ? [] : [route.parent]),
        ...(route.shows ?? []).map(({ name }) => name).filter(isShownAtOnce),
      ];
      const shellFiles = new Set([...always, ...pageScripts(release, [route.path, route.access])]);
      const files: PageFile[] = [
        ...[...shellFiles].map((path) => ({ candidate: shell, path })),
        ...slices.flatMap((candidate) =>
          [...new Set(shown.flatMap((key) => candidate.release.preload[key] ?? []))].map((path) => ({
            candidate,
            path,
          })),
        ),
      ];
      const sizes = await Promise.all(files.map(({ candidate, path }) => candidate.transferSize(path)));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      return total > budget
        ? `The page ${route.path} of ${owner.release.id} loads ${kilobytes(total)}, and the budget is ${kilobytes(budget)}: make it smaller, or raise "pageBudget"`
        : undefined;
    }),
  );
  return failures.filter((failure) => failure !== undefined);
}
