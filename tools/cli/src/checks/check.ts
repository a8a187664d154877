/** Finds every reason why a composition cannot work, before anything is written. */
import type { Backend, SliceRelease } from '@slipway/contracts';
import { shellCanaryFailures, surfaceFailures } from '../composition/canary';
import type { ReleaseRef } from '../composition/selection';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import type { ShellCandidate, SliceCandidate } from '../release/candidate';
import { allEnded } from '../store/parallel';
import { minimumTimeFailures } from './minimumTime';
import { budgetFailures } from './budget';
import { compatibilityFailures } from './compatibility';
import { coverageFailures } from './coverage';
import { fileFailures } from './files';
import { migrationFailures } from './migration';
import { sandboxFailures } from './sandbox';
import { settingsFailures } from './settings';
import { singleFailures } from './singles';
import { thirdPartyFailures } from './thirdParties';

export interface CheckTarget {
  workspace: Workspace;
  environment: Environment;
  backend: Backend;
  /** Address of a backend on the app's own origin. */
  address: string;
  shell: ShellCandidate;
  /** The canary of the shell. */
  shellCanary?: ShellCandidate | undefined;
  /** The stable releases. */
  slices: readonly SliceCandidate[];
  /** The canaries. */
  canaries: readonly SliceCandidate[];
  /** The releases that this environment runs now. */
  running: readonly ReleaseRef[];
  /** A different backend than before, or the first one: every slice is checked against it, not only the new ones. */
  isNewBackend: boolean;
  /** Settings that the environment does not run with now: every slice is checked against them, not only the new ones. */
  hasNewSettings: boolean;
  /** A rollback needs no minimum time in other environments, and must work while the backend is down. */
  isRollback: boolean;
  /** Whether the minimum time in other environments does not count: break-glass, or releases that run nowhere yet. */
  withoutMinimumTime?: boolean;
}

/** Every reason, once. */
export async function failuresOf(target: CheckTarget): Promise<string[]> {
  const { slices, canaries, shell, shellCanary } = target;
  const withCanary = (canary: SliceCandidate) =>
    slices.map((slice) => (slice.release.id === canary.release.id ? canary : slice));
  const stableOf = ({ release: { id } }: SliceCandidate): SliceRelease[] =>
    slices.map(({ release }) => release).filter((release) => release.id === id);
  const shells = [target, ...(shellCanary ? [{ ...target, shell: shellCanary }] : [])];
  const failures = await allEnded([
    ...shells.flatMap((hosted) => [
      failuresWith(hosted, slices),
      ...canaries.map((canary) => failuresWith(hosted, withCanary(canary))),
    ]),
    shellCanary ? shellCanaryFailures(shell.release, shellCanary.release) : [],
    ...canaries.flatMap((canary) =>
      stableOf(canary).map((stable) => surfaceFailures(stable, canary.release)),
    ),
  ]);
  return [...new Set(failures.flat())];
}

async function failuresWith(target: CheckTarget, slices: readonly SliceCandidate[]): Promise<string[]> {
  const { workspace, environment, shell, running, backend, address } = target;
  const releases = slices.map(({ release }) => release);
  const ran = new Set(running.map(({ id, version }) => `${id}@${version}`));
  const isNew = ({ id, version }: ReleaseRef) => !ran.has(`${id}@${version}`);
  const added = new Map([shell.release, ...releases].filter(isNew).map(({ id, version }) => [id, version]));
  const unchecked = releases.filter((release) => target.isNewBackend || isNew(release));
  return [
    ...compatibilityFailures(shell.release, releases),
    ...settingsFailures(
      environment,
      releases,
      (release) => target.isRollback || !(target.hasNewSettings || isNew(release)),
    ),
    ...thirdPartyFailures(environment, releases),
    ...sandboxFailures(environment, releases),
    ...(
      await allEnded([
        // Running releases are served from copies; `fileAlarms` checks those. A build of the user's folder is always checked.
        ...[shell, ...slices]
          .filter(({ release, store }) => isNew(release) || !store)
          .map((candidate) => fileFailures(candidate, true)),
        ...slices.filter(({ release }) => isNew(release)).map(coverageFailures),
        singleFailures(
          shell,
          slices.filter(({ release }) => isNew(release)),
        ),
        target.isRollback ? [] : migrationFailures(unchecked, backend, address),
        budgetFailures(shell, slices, environment.pageBudget),
        target.isRollback || target.withoutMinimumTime
          ? []
          : minimumTimeFailures(workspace, environment, added),
      ])
    ).flat(),
  ];
}
