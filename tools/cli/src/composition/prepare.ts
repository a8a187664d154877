/**
 * Prepares a deploy, without writing: verifies its releases, checks them against each other and the environment, composes
 * them, and compares the change with the policy.
 */
import { AppError, type Composition } from '@slipway/contracts';
import { failuresOf } from '../checks/check';
import { fileAlarms, watchedReleases } from '../checks/files';
import { oldContracts } from '../checks/oldContracts';
import { settingsAlarms } from '../checks/settings';
import { sharedCosts } from '../checks/sharedCosts';
import { changedFields, withSettings } from '../environment/settings';
import { commandAdvice } from '../policy/advice';
import { checkPolicy, type PolicyCheck } from '../policy/deploying';
import { unknownOwners } from '../policy/unknownOwners';
import { isSlice } from '../release/candidate';
import { allEnded } from '../store/parallel';
import type { DeployState } from '../trust/deploying';
import type { Trust } from '../trust/open';
import { verifyChosen } from '../trust/publishing';
import { rejectUnderCanary } from './canary';
import { compose, type CompositionContent } from './compose';
import type { Current, Deployed, DeployRequest } from './deployRequest';
import { fallbacksOf } from './fallback';
import { earlierFrames } from './frames';
import { composeOverrides } from './overrides';
import { type Differences, differencesBetween } from './record';
import { resolve, type Resolved } from './resolve';
import { applyEdits, releasesIn } from './selection';
import { chooseSettings } from './settings';
import { shellFallbackOf } from './shellFallback';

export interface PreparedChange {
  /** With the settings of the next revision. */
  request: DeployRequest;
  resolved: Resolved;
  content: CompositionContent;
  differences: Differences;
  policy: PolicyCheck;
  /** Why the policy does not allow it now. Empty except for a dry run or a plan: a deploy is rejected. */
  rejections: readonly string[];
  hasNewSettings: boolean;
  /** The current revision, if the change is empty. */
  unchanged: DeployState | undefined;
  /** The result until something is written. */
  unwritten: Omit<Deployed, 'composition' | 'record'>;
}

/** @throws `slice_incompatible` with every reason, and as `deploy` does */
export async function prepareChange(
  { revision, selection }: Current,
  trust: Trust,
  given: DeployRequest,
): Promise<PreparedChange> {
  const before = revision?.composition;
  const settings = await chooseSettings(before, given);
  const request = { ...given, environment: withSettings(given.environment, settings.settings) };
  const { environment, isDryRun, isPlan, advice = commandAdvice } = request;
  const wanted = applyEdits(selection, request.edits);
  if (!request.rollbackTo) rejectUnderCanary(environment.name, selection, wanted, advice);

  const resolved = await resolve(wanted, before, request);
  const chosen = chosenCandidates(resolved);
  // Builds are signed when they are published, which a dry run does not do.
  const verified = isDryRun ? chosen.filter((candidate) => candidate.store) : chosen;
  await verifyChosen(trust, verified, before && releasesIn(before));
  const hasNewSettings = settings.revision === undefined;
  const [reasons, alarms, shared] = await allEnded([
    checkResolved(resolved, before, request, hasNewSettings),
    fileAlarms(chosen, before ? watchedReleases(releasesIn(before), before.revision) : []),
    sharedCosts(chosen.filter(isSlice)),
  ]);
  if (hasNewSettings) reasons.push(...resolved.overrides.failures);

  const composed = await composeResolved(resolved, before, request);
  const content = { ...composed, ...(settings.revision !== undefined && { settings: settings.revision }) };
  const differences = differencesBetween(before, content, changedFields(settings.changes));
  const isRecovery = revision?.isRecovery ?? false;
  const isChanged = differences.changes.length + differences.settings.length > 0;
  const appliesFirst = hasNewSettings && request.settings !== undefined;
  const unchanged = isRecovery || appliesFirst || isChanged ? undefined : revision;
  const policy = await checkPolicy(trust, {
    ...{ environment: environment.name, revision, content, settings: settings.settings, resolved },
    ...{ isBreakGlass: request.isBreakGlass ?? false, reason: request.reason },
    ...{ changes: request.rollbackTo ? [] : differences.changes, readRates: request.readRates },
    ...{ advice, action: request.action },
  });
  const rejections = unchanged ? [] : policy.failures(trust.now);
  rejectFor([...reasons, ...(isDryRun || isPlan ? [] : rejections)]);

  alarms.push(...settingsAlarms(environment, shownSlices(resolved)));
  if (hasNewSettings && settings.settings.policy)
    alarms.push(...unknownOwners(trust.chain, settings.settings.policy, environment.name));
  const releases = chosen.filter(isSlice).map(({ release }) => release);
  return {
    ...{ request, resolved, content, differences, policy, rejections, hasNewSettings, unchanged },
    unwritten: {
      ...{ before, settings, isWritten: false, missing: 0, isRecovery, alarms, sharedCosts: shared },
      oldContracts: oldContracts(resolved.shell.release, releases),
    },
  };
}

/** @throws `slice_incompatible` with every reason */
export function rejectFor(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new AppError('slice_incompatible', reasons.join('\n'));
}

/** Every release that the change uses. */
export const chosenCandidates = ({ shell, shellCanary, slices, overrides }: Resolved) => [
  ...[shell, ...(shellCanary ? [shellCanary.candidate] : [])],
  ...slices.flatMap(({ stable, canary }) => [stable, ...(canary ? [canary.candidate] : [])]),
  ...overrides.candidates,
];

/** An ended canary has no visitors, so it needs no check. */
const inUse = <Found extends { percent: number }>(canary: Found | undefined) =>
  canary && canary.percent > 0 ? canary : undefined;

/** The stable releases and canaries of slices. */
const shownSlices = ({ slices }: Resolved) =>
  slices.flatMap(({ stable, canary }) => [
    stable.release,
    ...(canary && canary.percent > 0 ? [canary.candidate.release] : []),
  ]);

/** Every reason why the releases cannot run together here. */
async function checkResolved(
  { shell, shellCanary, slices, backend }: Resolved,
  before: Composition | undefined,
  request: DeployRequest,
  hasNewSettings: boolean,
): Promise<string[]> {
  const { workspace, environment, embedded, rollbackTo } = request;
  return failuresOf({
    ...{ workspace, environment, backend, hasNewSettings, shell, shellCanary: inUse(shellCanary)?.candidate },
    address: embedded?.address ?? environment.address,
    slices: slices.map(({ stable }) => stable),
    canaries: slices.flatMap(({ canary }) => inUse(canary)?.candidate ?? []),
    running: before ? releasesIn(before) : [],
    isNewBackend: backend.url !== before?.backend.url,
    isRollback: rollbackTo !== undefined,
    withoutMinimumTime:
      request.isBreakGlass === true || (request.isDryRun === true && request.withoutMinimumTime === true),
  });
}

async function composeResolved(
  { shell, shellCanary, slices, overrides, backend }: Resolved,
  before: Composition | undefined,
  { environment, store, rollbackTo, withoutFallback }: DeployRequest,
): Promise<CompositionContent> {
  const fallbackRequest = {
    ...{ store, before, rollbackTo },
    shell: shell.release,
    shellCanary: shellCanary?.candidate.release,
    slices: slices.map(({ stable }) => stable.release),
    without: withoutFallback ?? new Set<string>(),
  };
  const fallbacks = await fallbacksOf(fallbackRequest);
  const earlier = await earlierFrames(store, fallbackRequest.slices, fallbacks);
  const toCompose = slices.map(({ stable: { release }, canary }) => ({
    release,
    canary: canary && { percent: canary.percent, release: canary.candidate.release },
    fallback: fallbacks.get(release.id),
    earlier: earlier.get(release.id),
  }));
  return {
    ...compose({
      environment,
      backend,
      shell: shell.release,
      slices: toCompose,
      shellFallback: await shellFallbackOf(fallbackRequest),
      shellCanary: shellCanary && { percent: shellCanary.percent, release: shellCanary.candidate.release },
    }),
    ...(await composeOverrides(overrides.candidates)),
  };
}
