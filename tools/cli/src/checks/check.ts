/** Refuses what cannot work, before anything of it is written, with every reason at once. */
import { AppError, type Backend, type ShellRelease, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import type { Candidate } from '../release/candidate';
import { approvalProblems } from './approvals';
import { budgetProblems } from './budget';
import { fileProblems } from './files';
import { misfits } from './fit';
import { migrationProblems } from './migration';

export type ShellCandidate = Candidate & { release: ShellRelease };
export type SliceCandidate = Candidate & { release: SliceRelease };

export interface Target {
  workspace: Workspace;
  environment: Environment;
  backend: Backend;
  shell: ShellCandidate;
  slices: readonly SliceCandidate[];
  /** The versions that the environment does not run now, by part. */
  fresh: ReadonlyMap<string, string>;
  /** Another backend than before, or the first: every slice must get on with it, not only the fresh ones. */
  isNewBackend: boolean;
  /** What ran here before needs nobody's approval again, and must not wait for a backend that is down. */
  isRollback: boolean;
}

/** @throws `slice_incompatible`, a reason a line */
export async function check(target: Target): Promise<void> {
  const { workspace, environment, shell, slices, fresh } = target;
  const releases = slices.map(({ release }) => release);
  const unproved = releases.filter(({ id }) => target.isNewBackend || fresh.has(id));
  const reasons = [
    ...misfits(shell.release, releases),
    ...(
      await Promise.all([
        ...[shell, ...slices].map((candidate) => fileProblems(candidate, fresh.has(candidate.release.id))),
        target.isRollback ? [] : migrationProblems(unproved, target.backend, environment.address),
        budgetProblems(shell, slices, environment.pageBudget),
        target.isRollback ? [] : approvalProblems(workspace, environment, fresh),
      ])
    ).flat(),
  ];
  if (reasons.length > 0) throw new AppError('slice_incompatible', reasons.join('\n'));
}
