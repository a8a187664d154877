/**
 * Changes what an environment runs: verifies and checks everything first, writes a new revision, and moves the pointer
 * last. One file, because these are the steps of one operation, in their order.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Composition, isAppError } from '@slipway/contracts';
import { failuresOf } from '../checks/check';
import { fileAlarms, watchedReleases } from '../checks/files';
import { settingsAlarms } from '../checks/settings';
import { type OldContract, oldContracts } from '../checks/oldContracts';
import { type SharedCost, sharedCosts } from '../checks/sharedCosts';
import { rejectFamily } from '../environment/previews';
import { changedFields, type Settings, withSettings } from '../environment/settings';
import { type Advice, commandAdvice } from '../policy/advice';
import { checkPolicy } from '../policy/deploying';
import type { ReadRates } from '../policy/errorBudget';
import type { NamedPlan } from '../policy/plan';
import { unknownOwners } from '../policy/unknownOwners';
import { isSlice } from '../release/candidate';
import { allEnded } from '../store/parallel';
import { readOnce } from '../store/readOnce';
import type { Progress, StoreFile } from '../store/writeFiles';
import {
  announce,
  deployAuthor,
  freshState,
  openForDeploy,
  signedSettings,
  signRevision,
  verifyRollback,
  type DeployState,
} from '../trust/deploying';
import { memoryOf } from '../trust/memory';
import { publishSigned, verifyChosen } from '../trust/publishing';
import { openTrust, type Trust } from '../trust/open';
import { signedComposition } from '../trust/revisions';
import { rejectUnderCanary } from './canary';
import { asRevision, compose, type CompositionContent } from './compose';
import { fallbacksOf } from './fallback';
import { earlierFrames, writeFrames } from './frames';
import { composeOverrides } from './overrides';
import { publicArea, type PublicArea } from './publicArea';
import { readStateAhead } from './readAhead';
import { currentRevision } from './read';
import { differencesBetween, recordOf, type RevisionRecord } from './record';
import { resolve, type Resolved, type ResolveRequest } from './resolve';
import {
  chooseSettings,
  type ChosenSettings,
  rejectSettingsOverlap,
  storedSettings,
  writeSettings,
} from './settings';
import {
  applyEdits,
  type Change,
  changeName,
  changesBetween,
  releasesIn,
  type Selection,
  type SelectionEdits,
  selectionOf,
} from './selection';
import { shellFallbackOf } from './shellFallback';
import { takeTurn, type Turn } from './turns';
import { CLAIM_TIMEOUT, claimRevision, latestClaimedRevision, writeRevision } from './write';

export interface DeployRequest extends ResolveRequest {
  edits: SelectionEdits;
  author: string;
  reason: string;
  isDryRun?: boolean;
  /** For a check of releases that no environment runs yet. Only a dry run may set it. */
  withoutMinimumTime?: boolean;
  /**
   * Milliseconds that another deploy may take from its revision number to its pointer, and between two signs of life in
   * the queue; 3,000 by default.
   */
  claimTimeout?: number | undefined;
  /** The earlier composition that a rollback runs again. */
  rollbackTo?: Composition;
  /** The revision that a user has seen: what others changed since is rejected. By default, the current one. */
  seen?: number;
  /** New settings. Only `slipway env apply` and the server that owns an environment set them. */
  settings?: Settings;
  /** An earlier composition whose settings are used again. */
  restoreSettingsOf?: Composition;
  /** Apps that must never fall back to their earlier release. */
  withoutFallback?: ReadonlySet<string>;
  /** Writes a plan that others approve, and deploys nothing. */
  isPlan?: boolean;
  /** Bypasses approvals, freezes and the minimum time, for those whom the policy lists. */
  isBreakGlass?: boolean;
  /** Reads the views of a slice: a policy may want its error budget. Only commands set it, not the local server. */
  readRates?: ReadRates | undefined;
  /** The advice in rejections; the command line's by default. */
  advice?: Advice | undefined;
  /** The action of the console that makes the same change: a plan contains it. */
  action?: unknown;
  onProgress?: (app: string, progress: Progress) => void;
}

export interface Deployed {
  before: Composition | undefined;
  /** The composition that runs now, or the planned one of a dry run. */
  composition: Composition;
  record: RevisionRecord;
  settings: ChosenSettings;
  /** False for a dry run, and when nothing differs from the current revision. */
  isWritten: boolean;
  /** Signatures of other keys without which the revision does not become current. */
  missing: number;
  /** The plan that was written instead of a revision. */
  plan?: NamedPlan;
  /** Whether the current revision could not be verified, so that its releases are unknown and `record` has no changes. */
  isRecovery?: boolean;
  /** After a dry run: why the policy does not allow the change now. */
  rejections?: readonly string[];
  /** After a dry run: whether a plan of the change can be written. */
  canPlan?: boolean;
  /** Damage of releases that run already: it stops no deploy of others, and their owners have to repair it. */
  alarms: readonly string[];
  /** The leaf packages that its slices share. */
  sharedCosts: readonly SharedCost[];
  /** The slices that hold back the removal of a contract. */
  oldContracts: readonly OldContract[];
}

/** Each attempt has one winner, so this many attempts let as many concurrent deploys of other slices succeed. */
const MAX_ATTEMPTS = 100;
/** Milliseconds before the next attempt, at most: the winner of this one is nearly done. */
const MAX_PAUSE = 150;

/** The state of an environment when an attempt begins. */
interface Current {
  revision: DeployState | undefined;
  selection: Selection;
}

/**
 * Deploys. When another deploy of other apps finishes first, applies the edits to its result and tries again.
 * @throws `slice_incompatible` with every reason; `conflict` when another deploy changed the same apps; `not_found`
 */
export async function deploy(given: DeployRequest): Promise<Deployed> {
  rejectFamily(given.environment);
  const request = { ...given, store: readOnce(given.store) };
  const { store, environment, claimTimeout = CLAIM_TIMEOUT } = request;
  const isWriting = !request.isDryRun && !request.isPlan;
  const readAhead = () => {
    readStateAhead(store, environment.name).catch(() => undefined); // its verification says what is wrong
  };
  const turn = isWriting ? takeTurn(given.store, environment.name, claimTimeout, readAhead) : undefined;
  if (!turn) readAhead();
  try {
    const seen =
      request.seen === undefined ? currentRevision(store, environment.name) : Promise.resolve(request.seen);
    seen.catch(() => undefined); // the trust comes first: without it no other error means anything
    // A dry run, such as the check of a pull request, needs no key.
    const open = request.isDryRun ? openTrust : openForDeploy;
    const trust = await open({ options: request.workspace.trust, store, environment });
    await verifyRollback(trust, request.rollbackTo ?? request.restoreSettingsOf);
    const first = await seen;
    const own = await turn;
    const deployed = await deployFrom(first, trust, request, own);
    memoryOf(store).save();
    return deployed;
  } finally {
    await turn?.then(
      (own) => own.end(),
      () => undefined, // thrown above, or a reason before it was
    );
  }
}

/** Deploys onto whatever is current now. `seen` is the revision that was current when the deploy was asked for. */
async function deployFrom(
  seen: number,
  trust: Trust,
  request: DeployRequest,
  turn: Turn | undefined,
): Promise<Deployed> {
  const { environment } = request;
  const area = publicArea(request.store, environment.name);
  let now = await currentOf(trust, request);
  const first = await firstOf(seen, now, trust);
  const intended = changesBetween(first.selection, applyEdits(first.selection, request.edits));
  for (let attempt = 1; ; attempt += 1) {
    rejectOverlap(request, intended, first.selection, now);
    const { composition, record } = now.revision ?? {};
    rejectSettingsOverlap(request, first.composition, composition, record?.author);
    try {
      // A deploy that was killed has already been waited for.
      const claimTimeout = turn?.hasWaited && attempt === 1 ? 0 : request.claimTimeout;
      return await deployOnto(now, trust, { ...request, claimTimeout }, area, turn);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'conflict' || attempt === MAX_ATTEMPTS) throw error;
      await pause(Math.random() * MAX_PAUSE);
      now = await currentOf(trust, request);
    }
  }
}

async function currentOf(trust: Trust, { environment, edits, rollbackTo }: DeployRequest): Promise<Current> {
  const revision = await freshState(trust, environment.name, edits.base && rollbackTo?.revision);
  return { revision, selection: selectionOf(revision?.composition) };
}

/**
 * The state that the deploy was asked to change: others may have changed it while it waited for its turn. Without one that
 * can be verified, every part counts as changed by others.
 */
async function firstOf(
  seen: number,
  { revision, selection }: Current,
  trust: Trust,
): Promise<{ composition: Composition | undefined; selection: Selection }> {
  const current = revision?.composition;
  if (!current || seen === current.revision) return { composition: current, selection };
  if (seen === 0) return { composition: undefined, selection: selectionOf(undefined) };
  const composition = await signedComposition(trust, current.environment, seen).then(
    (first) => first.composition,
    () => undefined,
  );
  return { composition, selection: selectionOf(composition) };
}

/** @throws `conflict` when other deploys changed something that this one intends to change */
function rejectOverlap(
  { environment, rollbackTo, advice = commandAdvice }: DeployRequest,
  intended: readonly Change[],
  first: Selection,
  now: Current,
): void {
  const moved = changesBetween(first, now.selection).map(changeName);
  const both = intended.map(changeName).filter((name) => moved.includes(name));
  if (both.length === 0) return;
  const { record, composition } = now.revision ?? {};
  const author = record?.author ?? 'Another deploy';
  const what = `${author} has just changed ${both.join(', ')} in ${environment.name}`;
  const revision = composition?.revision ?? 0;
  throw new AppError(
    'conflict',
    rollbackTo
      ? `${what}: ${advice.notRolledBack(environment.name, revision, record?.reason ?? '')}`
      : `${what} (revision ${String(revision)}): ${advice.changed}`,
  );
}

/** One attempt. @throws `conflict` when another deploy has moved the pointer meanwhile, and as `deploy` does */
async function deployOnto(
  { revision, selection }: Current,
  trust: Trust,
  given: DeployRequest,
  area: PublicArea,
  turn: Turn | undefined,
): Promise<Deployed> {
  const before = revision?.composition;
  const settings = await chooseSettings(before, given);
  const request = { ...given, environment: withSettings(given.environment, settings.settings) };
  const { environment, store } = request;
  const wanted = applyEdits(selection, request.edits);
  const { advice = commandAdvice } = request;
  if (!request.rollbackTo) rejectUnderCanary(environment.name, selection, wanted, advice);

  const resolved = await resolve(wanted, before, request);
  const chosen = [
    ...shellsOf(resolved),
    ...resolved.slices.flatMap(({ stable, canary }) => [stable, ...(canary ? [canary.candidate] : [])]),
    ...resolved.overrides.candidates,
  ];
  const shells = [resolved.shell.release, resolved.shellCanary?.candidate.release] as const;
  // A build is signed when it is published, which a dry run does not do.
  const verified = request.isDryRun ? chosen.filter((candidate) => candidate.store) : chosen;
  await verifyChosen(trust, verified, before && releasesIn(before));
  const hasNewSettings = settings.revision === undefined;
  const [reasons, alarms, shared] = await allEnded([
    checkResolved(resolved, before, request, hasNewSettings),
    fileAlarms(chosen, before ? watchedReleases(releasesIn(before), before.revision) : []),
    sharedCosts(chosen.filter(isSlice)),
  ]);
  const releases = chosen.filter(isSlice).map(({ release }) => release);
  const old = oldContracts(resolved.shell.release, releases);
  const isRecovery = revision?.isRecovery ?? false;
  const unwritten = {
    ...{ before, settings, isWritten: false, missing: 0, isRecovery },
    ...{ alarms, sharedCosts: shared, oldContracts: old },
  };
  if (hasNewSettings) reasons.push(...resolved.overrides.failures);
  const composed = await composeResolved(resolved, before, request);
  const content = { ...composed, ...(settings.revision !== undefined && { settings: settings.revision }) };
  const differences = differencesBetween(before, content, changedFields(settings.changes));
  const isChanged = differences.changes.length + differences.settings.length > 0;
  const appliesFirst = hasNewSettings && request.settings !== undefined;
  const isUnchanged = revision && !isRecovery && !appliesFirst && !isChanged;
  const policy = await checkPolicy(trust, {
    ...{ environment: environment.name, revision, content, settings: settings.settings, resolved },
    ...{ isBreakGlass: request.isBreakGlass ?? false, reason: request.reason },
    ...{ changes: request.rollbackTo ? [] : differences.changes, readRates: request.readRates },
    ...{ advice, action: request.action },
  });
  const rejections = isUnchanged ? [] : policy.failures(trust.now);
  rejectFor([...reasons, ...(request.isDryRun || request.isPlan ? [] : rejections)]);
  alarms.push(...settingsAlarms(environment, shownSlices(resolved)));
  if (hasNewSettings && settings.settings.policy)
    alarms.push(...unknownOwners(trust.chain, settings.settings.policy, environment.name));
  if (isUnchanged) {
    if (!request.isDryRun) {
      alarms.push(
        ...(await area.repair(
          content,
          shells,
          chosen.map(({ release }) => release),
        )),
      );
      await writeFrames(store, environment, content);
    }
    const { composition, record } = revision;
    return { ...unwritten, composition, record };
  }
  if (request.isDryRun) {
    const next = 1 + (await latestClaimedRevision(store, environment.name));
    const planned = asRevision(content, next, trust.now.toISOString());
    const record = recordOf(planned, revision, differences, request);
    return { ...unwritten, composition: planned, record, rejections, canPlan: policy.canPlan };
  }
  const by = { author: deployAuthor(trust, environment.name, request.author), reason: request.reason };

  await publishCandidates(trust, request);
  if (request.isPlan) {
    const plan = await policy.plan();
    const record = recordOf(plan.plan.composition, revision, differences, by);
    const { composition } = plan.plan;
    return { ...unwritten, composition, record, plan };
  }
  await area.fill(content, shells, before);
  await writeFrames(store, environment, content);
  const composition = await claimRevision(store, content, {
    before,
    claimTimeout: request.claimTimeout ?? CLAIM_TIMEOUT,
    hasNewSettings,
  });
  rejectFor(policy.failures(new Date(composition.createdAt))); // a freeze may have begun
  const stored = { ...request, ...by };
  const restored = request.rollbackTo ?? request.restoreSettingsOf;
  const settingsFile = hasNewSettings
    ? await writeSettings(store, storedSettings(composition, settings.settings, stored))
    : await signedSettings(trust, composition, revision?.statement, restored, settings.settings);
  const record = recordOf(composition, revision, differences, { ...by, policy: policy.record });
  const slices = resolved.slices.map(({ stable }) => stable.release);
  const sign = (files: readonly StoreFile[]) =>
    signRevision(trust, composition, revision?.statement, [...files, ...settingsFile]);
  const previous = isRecovery ? undefined : revision?.statement;
  const written = await writeRevision(store, { composition, record, sign, shells, slices, previous });
  await allEnded([
    area.restore().then(() => writeFrames(store, environment, content)),
    written.missing === 0 ? announce(trust, written, composition) : undefined,
    turn?.end(), // the next deploy builds on this revision, whose proof is written meanwhile
  ]);
  return { ...unwritten, composition, record, isWritten: true, missing: written.missing };
}

/** @throws `slice_incompatible` with every reason */
function rejectFor(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new AppError('slice_incompatible', reasons.join('\n'));
}

/** The shell, and its canary. */
const shellsOf = ({ shell, shellCanary }: Resolved) => [
  shell,
  ...(shellCanary ? [shellCanary.candidate] : []),
];

/** An ended canary has no visitors, so it needs no check. */
const inUse = <Found extends { percent: number }>(canary: Found | undefined) =>
  canary && canary.percent > 0 ? canary : undefined;

/** The releases of slices that visitors get. */
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

async function publishCandidates(trust: Trust, { candidates, onProgress }: DeployRequest): Promise<void> {
  for (const candidate of candidates) {
    await publishSigned(trust, candidate, (progress) => onProgress?.(candidate.release.id, progress));
  }
}
