/**
 * One attempt of a deploy: the prepared change becomes a plan or a revision. The pointer moves last, so whatever stops an
 * attempt leaves every visitor on the previous revision.
 */
import { allEnded } from '../store/parallel';
import type { StoreFile } from '../store/writeFiles';
import { announce, deployAuthor, type DeployState, signedSettings, signRevision } from '../trust/deploying';
import type { Trust } from '../trust/open';
import { publishSigned } from '../trust/publishing';
import { asRevision } from './compose';
import type { Current, Deployed, DeployRequest } from './deployRequest';
import { writeFrames } from './frames';
import { chosenCandidates, prepareChange, type PreparedChange, rejectFor } from './prepare';
import type { PublicArea } from './publicArea';
import { recordOf } from './record';
import type { Resolved } from './resolve';
import { storedSettings, writeSettings } from './settings';
import type { Turn } from './turns';
import { CLAIM_TIMEOUT, claimRevision, latestClaimedRevision, writeRevision } from './write';

/** @throws `conflict` when another deploy has moved the pointer in the meantime, and as `deploy` does */
export async function deployOnto(
  current: Current,
  trust: Trust,
  given: DeployRequest,
  area: PublicArea,
  turn: Turn | undefined,
): Promise<Deployed> {
  const { revision } = current;
  const change = await prepareChange(current, trust, given);
  const { request, content, differences, policy, unwritten } = change;
  if (change.unchanged) {
    const { composition, record } = change.unchanged;
    const repaired = request.isDryRun ? [] : await repair(change, area);
    return { ...unwritten, composition, record, alarms: [...unwritten.alarms, ...repaired] };
  }
  if (request.isDryRun) {
    const next = 1 + (await latestClaimedRevision(request.store, request.environment.name));
    const composition = asRevision(content, next, trust.now.toISOString());
    const record = recordOf(composition, revision, differences, request);
    return { ...unwritten, composition, record, rejections: change.rejections, canPlan: policy.canPlan };
  }
  const author = deployAuthor(trust, request.environment.name, request.author);
  for (const candidate of request.candidates) {
    await publishSigned(trust, candidate, (progress) => request.onProgress?.(candidate.release.id, progress));
  }
  if (!request.isPlan) return writeChange(change, author, revision, trust, area, turn);
  const plan = await policy.plan();
  const { composition } = plan.plan;
  const record = recordOf(composition, revision, differences, { author, reason: request.reason });
  return { ...unwritten, composition, record, plan };
}

/** Copies public files again that are missing. Returns a sentence for each. */
async function repair({ request, content, resolved }: PreparedChange, area: PublicArea): Promise<string[]> {
  const releases = chosenCandidates(resolved).map(({ release }) => release);
  const repaired = await area.repair(content, shellsOf(resolved), releases);
  await writeFrames(request.store, request.environment, content);
  return repaired;
}

/** Writes the files, then the revision, and moves the pointer. `before` is the state that the revision replaces. */
async function writeChange(
  { request, resolved, content, differences, policy, hasNewSettings, unwritten }: PreparedChange,
  author: string,
  before: DeployState | undefined,
  trust: Trust,
  area: PublicArea,
  turn: Turn | undefined,
): Promise<Deployed> {
  const { store, environment, reason } = request;
  const { settings } = unwritten.settings;
  const shells = shellsOf(resolved);
  await area.fill(content, shells, before?.composition);
  await writeFrames(store, environment, content);
  const composition = await claimRevision(store, content, {
    before: before?.composition,
    claimTimeout: request.claimTimeout ?? CLAIM_TIMEOUT,
    hasNewSettings,
  });
  rejectFor(policy.failures(new Date(composition.createdAt))); // a freeze may have begun
  const restored = request.rollbackTo ?? request.restoreSettingsOf;
  const settingsFile = hasNewSettings
    ? await writeSettings(store, storedSettings(composition, settings, { author, reason }))
    : await signedSettings(trust, composition, before?.statement, restored, settings);
  const record = recordOf(composition, before, differences, { author, reason, policy: policy.record });
  const slices = resolved.slices.map(({ stable }) => stable.release);
  const sign = (files: readonly StoreFile[]) =>
    signRevision(trust, composition, before?.statement, [...files, ...settingsFile]);
  const previous = unwritten.isRecovery ? undefined : before?.statement;
  const written = await writeRevision(store, { composition, record, sign, shells, slices, previous });
  await allEnded([
    area.restore().then(() => writeFrames(store, environment, content)),
    written.missing === 0 ? announce(trust, written, composition) : undefined,
    turn?.end(), // the next deploy builds on this revision, whose proof is written meanwhile
  ]);
  return { ...unwritten, composition, record, isWritten: true, missing: written.missing };
}

const shellsOf = ({ shell, shellCanary }: Resolved) =>
  [shell.release, shellCanary?.candidate.release] as const;
