/** Refuses what cannot work, before anything of it is written, with every reason at once. */
import {
  AppError,
  type Backend,
  type Release,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { surfaceProblems } from '../composition/canary';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import type { Candidate } from '../release/candidate';
import { approvalProblems } from './approvals';
import { budgetProblems } from './budget';
import { fileProblems } from './files';
import { misfits } from './compatibility';
import { migrationProblems } from './migration';

export type ShellCandidate = Candidate & { release: ShellRelease };
export type SliceCandidate = Candidate & { release: SliceRelease };

export interface Target {
  workspace: Workspace;
  environment: Environment;
  backend: Backend;
  /** Where a backend on the app's own origin answers. */
  address: string;
  shell: ShellCandidate;
  /** What everyone gets. */
  slices: readonly SliceCandidate[];
  /** What some get in place of it. */
  canaries: readonly SliceCandidate[];
  /** The releases that somebody gets here now, as `<id> <version>`. */
  running: ReadonlySet<string>;
  /** Another backend than before, or the first: every slice must get on with it, not only the fresh ones. */
  isNewBackend: boolean;
  /** What ran here before needs nobody's approval again, and must not wait for a backend that is down. */
  isRollback: boolean;
}

/** @throws `slice_incompatible`, a reason a line */
export async function check(target: Target): Promise<void> {
  const { slices, canaries } = target;
  const reasons = await Promise.all([
    problems(target, slices),
    // With each canary in its slice's place the whole must work as well.
    ...canaries.map((canary) =>
      problems(
        target,
        slices.map((slice) => (slice.release.id === canary.release.id ? canary : slice)),
      ),
    ),
    ...canaries.flatMap((canary) =>
      slices
        .filter(({ release }) => release.id === canary.release.id)
        .map(({ release }) => surfaceProblems(release, canary.release)),
    ),
  ]);
  const each = [...new Set(reasons.flat())];
  if (each.length > 0) throw new AppError('slice_incompatible', each.join('\n'));
}

async function problems(target: Target, slices: readonly SliceCandidate[]): Promise<string[]> {
  const { workspace, environment, shell, running } = target;
  const releases = slices.map(({ release }) => release);
  const isFresh = ({ id, version }: Release) => !running.has(`${id} ${version}`);
  const fresh = new Map([shell.release, ...releases].filter(isFresh).map(({ id, version }) => [id, version]));
  const unproved = releases.filter((release) => target.isNewBackend || isFresh(release));
  return [
    ...misfits(shell.release, releases),
    ...(
      await Promise.all([
        ...[shell, ...slices].map((candidate) => fileProblems(candidate, isFresh(candidate.release))),
        target.isRollback ? [] : migrationProblems(unproved, target.backend, target.address),
        budgetProblems(shell, slices, environment.pageBudget),
        target.isRollback ? [] : approvalProblems(workspace, environment, fresh),
      ])
    ).flat(),
  ];
}
