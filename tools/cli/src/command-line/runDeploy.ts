/** Runs a deploy for the commands that change an environment: asks for the reason, shows progress, prints the result. */
import { oldContractLines } from '../checks/oldContracts';
import { sharedCostLines } from '../checks/sharedCosts';
import { deploy } from '../composition/deploy';
import type { Deployed, DeployRequest } from '../composition/deployRequest';
import { changesBetween, type Selection, selectionOf } from '../composition/selection';
import { settingsNotice } from '../composition/settings';
import { changedFields, settingsLines } from '../environment/settings';
import { type NamedPlan, shortPlan } from '../policy/plan';
import { ratesFrom } from '../policy/errorBudget';
import { author } from './author';
import { healthSource } from './healthSource';
import type { Action } from '../console/api';
import type { Output, Terminal } from './command';
import { type ChangeArgs, reasonFor } from './reason';
import { environmentFile, type Target } from './target';
import { changeLines, count } from './text';

type Request = Omit<
  DeployRequest,
  'author' | 'reason' | 'isDryRun' | 'isPlan' | 'isBreakGlass' | 'onProgress' | 'advice' | 'action'
> &
  Target & {
    action?: Action | undefined;
    /** The environment whose releases a new one starts with, for the output. */
    startsLike?: { named: string; selection: Selection } | undefined;
  };

/** The action of the console that deploys these releases. */
export const deployAction = (
  environment: string,
  releases: readonly { id: string; version: string }[],
): Action => ({
  ...{ kind: 'deploy', environment },
  releases: releases.map(({ id, version }) => `${id}@${version}`),
});

/** The command has checked its arguments with `checkChangeArgs`. */
export async function runDeploy(request: Request, args: ChangeArgs, terminal: Terminal): Promise<Output> {
  const isDryRun = args['dry-run'];
  const deployed = await deploy({
    ...request,
    author: author(terminal.env, request.workspace.root),
    reason: await reasonFor(args.reason, isDryRun, terminal),
    isDryRun,
    isPlan: args.plan,
    isBreakGlass: args['break-glass'],
    advice: terminal.advice,
    readRates: (slice, from, to) =>
      ratesFrom(healthSource(terminal.env, request), request.environment.name)(slice, from, to),
    onProgress: (app, { done, total }) => {
      terminal.progress(`${app}: ${String(done)} of ${String(total)} files`);
    },
  });
  return deployOutput(request, deployed, isDryRun);
}

/** Adds the notices about the releases, without duplicates. */
export function withNotices({ text, data, ...rest }: Output, notices: readonly string[]): Output {
  const unique = [...new Set(notices)];
  if (unique.length === 0) return { text, data, ...rest };
  return { text: [text, ...unique].join('\n'), data: { ...(data as object), notices: unique }, ...rest };
}

/** The output of a change that was made. */
export function deployOutput(request: Request, deployed: Deployed, isDryRun: boolean): Output {
  const notice = noticeAfter(deployed, request);
  return {
    text: [
      summary(request, deployed),
      ...costLines(deployed),
      ...deployed.alarms,
      ...(notice ? [notice] : []),
    ].join('\n'),
    data: { ...dataOf(deployed, isDryRun), ...(notice && { notice }) },
  };
}

/** The costs of shared packages, and old contracts, only of changed slices: the deploy does not affect the others. */
export function costLines({ record: { changes }, sharedCosts, oldContracts }: Deployed): string[] {
  const changed = new Set(changes.map(({ app }) => app));
  return [...sharedCostLines(sharedCosts, changed), ...oldContractLines(oldContracts, changed)];
}

/**
 * Whether this checkout's file differs from the settings that the environment has after the deploy. Settings that a plan or
 * a dry run would bring are not there yet.
 */
function noticeAfter({ settings: chosen, composition, isWritten }: Deployed, target: Target) {
  const { settings, revision, changes } = chosen;
  if (!isWritten && changes.length > 0) return undefined;
  const file = { path: environmentFile(target), environment: target.environment };
  return settingsNotice(target.named, file, { revision: revision ?? composition.revision, settings });
}

/** Whether a deploy, or a dry run, found that nothing differs. */
const isUnchanged = ({ before, composition }: Deployed) => before === composition;

/** The changed settings with their values; for a field that has none to show, only its name. */
function settingLines({ settings: { changes, isFirst }, record }: Deployed, target: Request): string[] {
  const { restoreSettingsOf } = target;
  const fields = changedFields(changes);
  const others = record.settings.filter((field) => !fields.includes(field));
  return [
    ...(isFirst ? [`settings applied from ${environmentFile(target)}: ${target.named} had none`] : []),
    ...(restoreSettingsOf && restoreSettingsOf.settings === undefined
      ? [`revision ${String(restoreSettingsOf.revision)} has no settings: the present ones stay`]
      : []),
    ...settingsLines(changes),
    ...others.map((field) => (field === 'fallback' ? 'fallback removed' : `${field} updated`)),
  ];
}

function summary(target: Request, deployed: Deployed): string {
  const { composition, isWritten } = deployed;
  const environment = target.named;
  const revision = String(composition.revision);
  // Print the address of a preview: its name does not contain it.
  const address = environment.includes('/') ? ` at ${target.environment.address}` : '';
  if (isUnchanged(deployed))
    return `Nothing to do: ${environment} already runs this, as revision ${revision}`;
  const lines = [...releaseLines(target, deployed), ...settingLines(deployed, target)];
  const { missing, plan, rejections = [] } = deployed;
  if (plan) return [planned(environment, plan), ...lines.map((line) => `  ${line}`)].join('\n');
  return [
    isWritten && missing > 0
      ? `Revision ${revision} of ${environment} waits for ${count(missing, 'signature')}: another key holder runs slipway trust sign --env ${environment} --revision ${revision}`
      : isWritten
        ? `${environment} now runs revision ${revision}${address}`
        : `${environment} would run revision ${revision} (dry run, nothing was written)`,
    ...(lines.length > 0 ? lines : [unchanged(target, deployed)]).map((line) => `  ${line}`),
    ...rejections,
  ].join('\n');
}

/** A rollback replaces a revision that cannot be verified, and uses nothing of it: what differs is not known. */
const unchanged = ({ rollbackTo }: Request, { isRecovery, before }: Deployed) =>
  isRecovery
    ? `every release as in revision ${String(rollbackTo?.revision)}: revision ${String(before?.revision)} cannot be verified, so the differences are unknown`
    : 'no changes';

/** A new environment's releases are compared with those it starts with: `none → …` for each would hide what is new. */
function releaseLines({ startsLike }: Request, { before, composition, record }: Deployed): string[] {
  if (before || !startsLike) return changeLines(record.changes);
  const others = changesBetween(startsLike.selection, selectionOf(composition));
  return [
    `the releases of ${startsLike.named}${others.length > 0 ? ', except:' : ''}`,
    ...changeLines(others),
  ];
}

const planned = (environment: string, plan: NamedPlan) =>
  `Plan ${shortPlan(plan)} of ${environment} waits for approvals: others run slipway approve ${environment} ${shortPlan(plan)}, then run this command again without --plan`;

const dataOf = (deployed: Deployed, isDryRun: boolean) => {
  const { before, composition, record, settings, isWritten, missing, plan } = deployed;
  const { rejections = [], canPlan = false } = deployed;
  return {
    environment: composition.environment,
    revision: composition.revision,
    before: before?.revision ?? null,
    isWritten,
    missingSignatures: missing,
    isDryRun,
    isRecovery: deployed.isRecovery,
    plan: plan?.sha256 ?? null,
    rejections,
    canPlan,
    alarms: deployed.alarms,
    sharedCosts: deployed.sharedCosts,
    oldContracts: deployed.oldContracts,
    ...record,
    settingsChanges: settings.changes,
    ...(isUnchanged(deployed) && { changes: [], settings: [] }),
  };
};
