/** Checks slices against every environment at once: whether each could run them beside what it runs now. */
import { isAppError } from '@slipway/contracts';
import { minimumTimeFailures } from '../checks/minimumTime';
import { deploy } from '../composition/deploy';
import type { Deployed } from '../composition/deployRequest';
import { currentComposition } from '../composition/read';
import { releasesIn } from '../composition/selection';
import { compositionSettings } from '../composition/settings';
import { withSettings } from '../environment/settings';
import type { Workspace } from '../environment/workspace';
import { allEnded } from '../store/parallel';
import type { Output } from './command';
import { costLines } from './runDeploy';
import { type ChosenRelease, chooseReleases, rejectUnknownSlice } from './slices';
import { openTarget } from './target';

interface CheckResult {
  environment: string;
  /** `empty`: the environment runs nothing, so nothing can be rejected. */
  state: 'passed' | 'rejected' | 'empty';
  /** Why a deploy would be rejected. */
  reasons: string[];
  /**
   * Conditions of the policy that are not met yet: approvals, the minimum time, the end of a freeze. They can be met
   * later, so they do not fail the check.
   */
  waits: string[];
  /** The cost of packages that slices share in several versions. */
  costs: string[];
}

/** The reasons of every environment; a failure when one rejects the change. @throws `not_found`, `invalid_input` for a wrong argument */
export async function checkEverywhere(workspace: Workspace, slices: readonly string[]): Promise<Output> {
  for (const slice of slices) await rejectUnknownSlice(workspace, slice);
  const results = await allEnded(workspace.names().map((name) => checkResult(workspace, name, slices)));
  const text = results.flatMap(linesOf).join('\n');
  const isRejected = results.some(({ state }) => state === 'rejected');
  return {
    ...{ text, data: results },
    ...(isRejected && { failure: 'slice_incompatible' as const, isErrorText: true }),
  };
}

function linesOf({ environment, state, reasons, waits, costs }: CheckResult): string[] {
  const summary = { passed: 'all checks passed', rejected: 'rejected', empty: 'runs nothing yet' }[state];
  return [
    `${environment}: ${summary}`,
    ...[...reasons, ...costs, ...waits.map((line) => `later: ${line}`)].map((line) => `  ${line}`),
  ];
}

async function checkResult(
  workspace: Workspace,
  name: string,
  slices: readonly string[],
): Promise<CheckResult> {
  try {
    const target = await openTarget(workspace, name);
    const { store } = target;
    const composition = await currentComposition(store, target.environment.name);
    if (!composition) return { environment: name, state: 'empty', reasons: [], waits: [], costs: [] };
    const stored = await compositionSettings(store, composition);
    const environment = stored ? withSettings(target.environment, stored.settings) : target.environment;
    const chosen = await chooseReleases(workspace, store, slices);
    const running = releasesIn(composition);
    const isNew = ({ id, version }: ChosenRelease) =>
      !running.some((release) => release.id === id && release.version === version);
    const added = new Map(chosen.filter(isNew).map(({ id, version }) => [id, version]));
    const [{ reasons, rejections, costs }, time] = await allEnded([
      reasonsOf(
        deploy({
          ...target,
          candidates: chosen.flatMap(({ candidate }) => candidate ?? []),
          edits: { stable: new Map(chosen.map(({ id, version }) => [id, version])) },
          author: '',
          reason: '',
          isDryRun: true,
          withoutMinimumTime: true,
        }),
      ),
      minimumTimeFailures(workspace, environment, added),
    ]);
    const waits = [...time, ...rejections];
    return { environment: name, state: reasons.length > 0 ? 'rejected' : 'passed', reasons, waits, costs };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return {
      environment: name,
      state: 'rejected',
      reasons: [`cannot be checked: ${error.message}`],
      waits: [],
      costs: [],
    };
  }
}

/** Every reason of the checks, and every one of the policy. */
async function reasonsOf(
  dryRun: Promise<Deployed>,
): Promise<{ reasons: string[]; rejections: readonly string[]; costs: string[] }> {
  try {
    const deployed = await dryRun;
    return { reasons: [], rejections: deployed.rejections ?? [], costs: costLines(deployed) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { reasons: error.message.split('\n'), rejections: [], costs: [] };
  }
}
