/**
 * Changes what an environment runs. Deploys of one environment take turns if they can. Otherwise one wins, and the
 * others apply their edits to its result (`attempt.ts` has the steps of one attempt).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Composition, isAppError } from '@slipway/contracts';
import { rejectFamily } from '../environment/previews';
import { commandAdvice } from '../policy/advice';
import { readOnce } from '../store/readOnce';
import { openForDeploy, freshState, verifyRollback } from '../trust/deploying';
import { memoryOf } from '../trust/memory';
import { openTrust, type Trust } from '../trust/open';
import { signedComposition } from '../trust/revisions';
import { deployOnto } from './attempt';
import type { Current, Deployed, DeployRequest } from './deployRequest';
import { publicArea } from './publicArea';
import { currentRevision } from './read';
import { readStateAhead } from './readAhead';
import {
  applyEdits,
  type Change,
  changeName,
  changesBetween,
  type Selection,
  selectionOf,
} from './selection';
import { rejectSettingsOverlap } from './settings';
import { takeTurn, type Turn } from './turns';
import { CLAIM_TIMEOUT } from './write';

/** Each attempt has one winner, so this many attempts let as many concurrent deploys of other slices succeed. */
const MAX_ATTEMPTS = 100;
/** Milliseconds before the next attempt, at most: the winner of this one is nearly done. */
const MAX_PAUSE = 150;

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
