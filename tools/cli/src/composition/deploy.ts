/** Makes something what an environment runs: checked first, written whole, the pointer moved last. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Backend, type Composition, isAppError } from '@slipway/contracts';
import { check, type ShellCandidate, type SliceCandidate } from '../checks/check';
import type { Environment } from '../environment/environment';
import { refuseFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';
import { type Candidate, publishedRelease } from '../release/candidate';
import { publish } from '../release/publish';
import type { Store } from '../store/store';
import type { Progress } from '../store/writeFiles';
import { isCanaryPart, ownerOfPart, parseCanary, refuseUnderCanary } from './canary';
import { compose, type ComposedOf } from './compose';
import { fallbacksOf } from './fallback';
import { current, type Revision } from './read';
import { partsOf, recordOf, releasesOf, type RevisionRecord } from './record';
import { claim, newestBegun, writeRevision } from './write';

/** Part (`shell`, a slice's id, or a slice's canary) to what it runs. */
export type Versions = ReadonlyMap<string, string>;

export interface DeployRequest {
  workspace: Workspace;
  environment: Environment;
  store: Store;
  /** From what runs now to what is to run. Asked again when somebody else deployed meanwhile. */
  change: (now: Versions) => Versions;
  /** Releases that the store may lack: they are checked where they are, then published. */
  candidates: readonly Candidate[];
  /** For the server that brings the backend along; else the environment's file says it. */
  backend?: Backend;
  /** An embedded backend, and where it answers, as another environment on it knows it. */
  embedded?: { backend: Backend; address: string };
  author: string;
  reason: string;
  isDryRun?: boolean;
  /** Milliseconds that somebody else may be between the number of a revision and its pointer; 3,000 by default. */
  patience?: number;
  /** What is run again. */
  rollbackTo?: Composition;
  /** Slices whose earlier release must not come back, not even where the new one cannot be loaded. */
  withoutFallback?: ReadonlySet<string>;
  onProgress?: (part: string, progress: Progress) => void;
}

export interface Deployed {
  before: Composition | undefined;
  /** What runs now, or would. */
  composition: Composition;
  record: RevisionRecord;
  /** False for a dry run, and when nothing differs from what runs already. */
  isWritten: boolean;
}

/** Somebody always wins a round, so this many deploys of other slices at one time all get their turn. */
const ROUNDS = 100;
const PATIENCE = 3_000;
/** Milliseconds, at most, before the next round: the winner of this one is nearly done. */
const LONGEST_PAUSE = 150;

/**
 * Deploys, again from the beginning when somebody else deployed other parts meanwhile.
 * @throws `slice_incompatible` with every reason; `conflict` when somebody else changed the same parts; `not_found`
 */
export async function deploy(request: DeployRequest): Promise<Deployed> {
  const { store, environment, change } = request;
  refuseFamily(environment);
  const first = await current(store, environment.name);
  const touched = differing(partsOf(first?.composition), change(partsOf(first?.composition)));
  for (let round = 1, before = first; ; round += 1) {
    try {
      return await deployOver(before, request);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'conflict' || round === ROUNDS) throw error;
      await pause(Math.random() * LONGEST_PAUSE);
      before = await current(store, environment.name);
      refuseSameParts(environment.name, touched, first, before);
    }
  }
}

const differing = (from: Versions, to: Versions): ReadonlySet<string> =>
  new Set([...from.keys(), ...to.keys()].filter((part) => from.get(part) !== to.get(part)));

function refuseSameParts(
  environment: string,
  touched: ReadonlySet<string>,
  first: Revision | undefined,
  now: Revision | undefined,
): void {
  const moved = differing(partsOf(first?.composition), partsOf(now?.composition));
  const both = [...touched].filter((part) => moved.has(part));
  if (both.length === 0) return;
  const who = now?.record.author ?? 'somebody else';
  throw new AppError(
    'conflict',
    `${who} has just changed ${both.join(', ')} in ${environment} (revision ${String(now?.composition.revision)}): look at slipway status, then deploy again`,
  );
}

async function deployOver(before: Revision | undefined, request: DeployRequest): Promise<Deployed> {
  const { workspace, environment, store, candidates } = request;
  const now = partsOf(before?.composition);
  const wanted = request.change(now);
  if (!request.rollbackTo) refuseUnderCanary(environment.name, now, wanted);
  const find = async (id: string, version: string) =>
    candidates.find(({ release }) => release.id === id && release.version === version) ??
    publishedRelease(store, id, version);
  const all = [...wanted];
  const parts = await Promise.all(
    all.filter(([part]) => !isCanaryPart(part)).map(([id, version]) => find(id, version)),
  );
  const shell = parts.find(isShell);
  if (!shell) {
    throw new AppError(
      'not_found',
      `${environment.name} runs no shell yet: deploy the shell with its slices, or begin with another environment's by --base`,
    );
  }
  const slices = parts.filter(isSlice);
  // What a server has said of its own backend holds until it says something else.
  const backend =
    request.backend ??
    workspace.backend(environment) ??
    before?.composition.backend ??
    request.embedded?.backend;
  if (!backend) {
    throw new AppError(
      'not_found',
      `${environment.name} has an embedded backend that never ran: npm start first`,
    );
  }
  const canaries = new Map(
    await Promise.all(
      all
        .filter(([part]) => isCanaryPart(part))
        .map(async ([part, text]) => {
          const { version, percent } = parseCanary(text);
          const candidate = await find(ownerOfPart(part), version);
          return [ownerOfPart(part), { percent, candidate: candidate as SliceCandidate }] as const;
        }),
    ),
  );
  const running = new Set(before ? releasesOf(before.composition).map((release) => release.join(' ')) : []);
  await check({
    ...{ workspace, environment, backend, shell, slices, running },
    address: request.embedded?.address ?? environment.address,
    canaries: [...canaries.values()].map(({ candidate }) => candidate),
    isNewBackend: backend.url !== before?.composition.backend.url,
    isRollback: request.rollbackTo !== undefined,
  });

  const releases = slices.map(({ release }) => release);
  const fallbacks = await fallbacksOf({
    ...{ store, shell: shell.release, slices: releases, before: before?.composition },
    ...{ rollbackTo: request.rollbackTo, without: request.withoutFallback ?? new Set() },
  });
  const composedOf = slices.map(({ release }): ComposedOf => {
    const canary = canaries.get(release.id);
    return {
      release,
      canary: canary && { percent: canary.percent, release: canary.candidate.release },
      fallback: fallbacks.get(release.id),
    };
  });
  const composeAs = (revision: number) => compose(environment, backend, revision, shell.release, composedOf);
  const planned = composeAs(1 + (await newestBegun(store, environment.name)));
  const plan = recordOf(planned, before, request);
  const isSame = before && plan.changes.length + plan.settings.length === 0;
  if (isSame) return { before: before.composition, ...before, isWritten: false };
  const from = before?.composition;
  if (request.isDryRun) return { before: from, composition: planned, record: plan, isWritten: false };

  for (const candidate of candidates) {
    await publish(store, candidate, (progress) => request.onProgress?.(candidate.release.id, progress));
  }
  const composition = await claim(
    store,
    environment.name,
    from?.revision ?? 0,
    composeAs,
    request.patience ?? PATIENCE,
  );
  const record = recordOf(composition, before, request);
  await writeRevision(store, composition, record, shell.release, releases);
  return { before: from, composition, record, isWritten: true };
}

const isShell = (candidate: Candidate): candidate is ShellCandidate => candidate.release.kind === 'shell';
const isSlice = (candidate: Candidate): candidate is SliceCandidate => candidate.release.kind === 'slice';
