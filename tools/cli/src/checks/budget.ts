/** Whether every page keeps to the environment's budget: what it takes before it can be used, as it is sent. */
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import type { Candidate } from '../release/candidate';

interface PageFile {
  candidate: Candidate;
  path: string;
}

const kilobytes = (bytes: number) => `${String(Math.ceil(bytes / 1000))} kB`;

/** `budget` in bytes. */
export async function budgetProblems(
  shell: Candidate & { release: ShellRelease },
  slices: readonly (Candidate & { release: SliceRelease })[],
  budget: number | undefined,
): Promise<string[]> {
  if (budget === undefined) return [];
  const { release } = shell;
  const always = [...release.scripts, ...release.styles, ...release.beforePaint, ...release.preload];
  const pages = [shell, ...slices].flatMap((owner) =>
    owner.release.routes.map((route) => ({ owner, route })),
  );
  const problems = await Promise.all(
    pages.map(async ({ owner, route }) => {
      const shown = [route.path, ...(route.shows ?? []).map(({ name }) => name)];
      const ofShell = new Set([...always, ...(release.pages[route.path] ?? [])]);
      const files: PageFile[] = [
        ...[...ofShell].map((path) => ({ candidate: shell, path })),
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
        ? `${owner.release.id}'s page ${route.path} takes ${kilobytes(total)}, the budget is ${kilobytes(budget)}: make it smaller, or raise "pageBudget"`
        : undefined;
    }),
  );
  return problems.filter((problem) => problem !== undefined);
}
