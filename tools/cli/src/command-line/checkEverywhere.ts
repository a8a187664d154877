/** Checks slices against every environment at once: whether each could run them beside what it runs now. */
import { AppError, isAppError } from '@slipway/contracts';
import { minimumTimeFailures } from '../checks/minimumTime';
import { deploy, type Deployed } from '../composition/deploy';
import { currentComposition } from '../composition/read';
import { releasesIn } from '../composition/selection';
import { compositionSettings } from '../composition/settings';
import { withSettings } from '../environment/settings';
import type { Workspace } from '../environment/workspace';
import type { Output } from './command';
import { costLines } from './runDeploy';
import { type ChosenRelease, chooseRelease } from './slices';
import { openTarget } from './target';

interface CheckResult {
  environment: string;
  /** `empty` runs nothing, so nothing can be refused. */
  state: 'passed' | 'refused' | 'empty';
  /** Why a deploy would be refused. */
  reasons: string[];
  /** Conditions of the policy that are still open: approvals, time, the end of a freeze. It comes later, so it refuses nothing here. */
  waits: string[];
  /** The cost of packages that slices share in several versions. */
  costs: string[];
}

/** @throws `slice_incompatible` with the reasons of every environment when one refuses */
export async function checkEverywhere(workspace: Workspace, slices: readonly string[]): Promise<Output> {
  const results = await Promise.all(workspace.names().map((name) => checkResult(workspace, name, slices)));
  const text = results.flatMap(linesOf).join('\n');
  if (results.some(({ state }) => state === 'refused')) throw new AppError('slice_incompatible', text);
  return { text, data: results };
}

function linesOf({ environment, state, reasons, waits, costs }: CheckResult): string[] {
  const summary = { passed: 'all checks passed', refused: 'refused', empty: 'runs nothing yet' }[state];
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
    const chosen = await Promise.all(slices.map((slice) => chooseRelease(workspace, store, slice)));
    const running = releasesIn(composition);
    const isNew = ({ id, version }: ChosenRelease) =>
      !running.some((release) => release.id === id && release.version === version);
    const added = new Map(chosen.filter(isNew).map(({ id, version }) => [id, version]));
    const [{ reasons, refusals, costs }, time] = await Promise.all([
      refusalOf(
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
    const waits = [...time, ...refusals];
    return { environment: name, state: reasons.length > 0 ? 'refused' : 'passed', reasons, waits, costs };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return {
      environment: name,
      state: 'refused',
      reasons: [`cannot be checked: ${error.message}`],
      waits: [],
      costs: [],
    };
  }
}

/** Every reason of the checks, and every one of the policy. */
async function refusalOf(
  dryRun: Promise<Deployed>,
): Promise<{ reasons: string[]; refusals: readonly string[]; costs: string[] }> {
  try {
    const deployed = await dryRun;
    return { reasons: [], refusals: deployed.refusals ?? [], costs: costLines(deployed) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { reasons: error.message.split('\n'), refusals: [], costs: [] };
  }
}
