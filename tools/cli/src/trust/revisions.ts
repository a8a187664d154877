/** Verifies what an environment runs: the statement of its revision, its files, and the signature of every release in it. */
import { type Composition, isAppError, type Release } from '@slipway/contracts';
import { describedReleases } from '../composition/fallback';
import { recordIn } from '../composition/read';
import type { RevisionRecord } from '../composition/record';
import { releasesIn } from '../composition/selection';
import { anchorOf } from '../policy/anchor';
import { verifyPolicy } from '../policy/chain';
import { integrityOf } from '../release/integrity';
import { revisionBase, settingsKey } from '../store/keys';
import { rejectExpired, untrusted } from './document';
import { memoryOf } from './memory';
import type { Trust } from './open';
import { recalledComposition } from './recalledComposition';
import { verifiedRelease } from './signedRelease';
import { type Statement, verifyFile, verifyStatement } from './statements';
import { verifiedOnce } from './verifiedOnce';
import { freshUntil, rejectOlder, verifyTimestamp } from './timestamps';

export interface VerifiedRevision {
  composition: Composition;
  record: RevisionRecord;
  statement: Statement;
}

/** Whether each file of `listed` is one of the release, with the same hash. */
const isSame = (listed: Readonly<Record<string, string>>, { files }: Release) =>
  Object.entries(listed).every(([path, integrity]) => files[path]?.integrity === integrity);

/** Every release of the composition is signed, and the composition lists that release's hashes. @throws `slice_untrusted` */
async function verifyReleases(trust: Trust, composition: Composition): Promise<void> {
  const [running, described] = [releasesIn(composition), describedReleases(composition)];
  const references = [...running, ...described];
  const releases = await Promise.all(references.map((reference) => verifiedRelease(trust, reference)));
  const byName = new Map<string, typeof described>();
  for (const one of described) {
    const name = `${one.id}@${one.version}`;
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  for (const [index, signed] of releases.entries()) {
    const { id = '', version = '' } = references[index] ?? {};
    const other = byName
      .get(`${id}@${version}`)
      ?.find(({ release: integrity }) => integrity !== integrityOf(signed.description));
    if (other) {
      throw untrusted(
        `The composition of ${composition.environment} lists another release.json for ${id} ${version.slice(0, 8)}, its ${other.kind}, than the signed one: deploy ${id} again`,
      );
    }
    if (index >= running.length) continue; // it lists no files of the others
    const { release } = signed;
    const slice = composition.slices[id];
    const listed = [slice, slice?.canary?.release].find((one) => one?.version === release.version);
    if (listed && !isSame(listed.files, release)) {
      throw untrusted(
        `The composition of ${composition.environment} lists other files for ${release.id} ${release.version.slice(0, 8)} than that release has: files of two slices were swapped, or altered. Deploy ${release.id} again`,
      );
    }
  }
}

/** Verifies one revision, whether or not it is current. @throws `slice_untrusted` */
export const verifyRevision = (
  trust: Trust,
  environment: string,
  revision: number,
): Promise<VerifiedRevision> =>
  verifiedOnce(trust, `${environment} ${String(revision)}`, () => readRevision(trust, environment, revision));

async function readRevision(trust: Trust, environment: string, revision: number): Promise<VerifiedRevision> {
  const { store } = trust;
  const key = `${revisionBase(environment, revision)}record.json`;
  const [{ statement, composition }, recorded] = await Promise.all([
    signedComposition(trust, environment, revision),
    store.get(key),
  ]);
  const record = recordIn(verifyFile(statement, key, recorded), key);
  if (composition.settings !== undefined) {
    const settings = settingsKey(environment, composition.settings);
    const bytes = await store.get(settings);
    if (bytes) verifyFile(statement, settings, bytes); // a deploy reports missing settings, and what to do
  }
  await verifyReleases(trust, composition);
  return { composition, record, statement };
}

/** The signed composition of a revision, without a look at its releases: to compare with, not to run. @throws `slice_untrusted` */
export async function signedComposition(
  { store, chain }: Pick<Trust, 'store' | 'chain'>,
  environment: string,
  revision: number,
): Promise<Pick<VerifiedRevision, 'composition' | 'statement'>> {
  const key = `${revisionBase(environment, revision)}composition.json`;
  const [statement, bytes] = await Promise.all([
    verifyStatement(store, chain, environment, revision),
    store.get(key),
  ]);
  const verified = verifyFile(statement, key, bytes);
  return {
    statement,
    composition: recalledComposition(memoryOf(store), verified, key),
  };
}

/** The current state of an environment, and whether it is known to be current. */
export interface VerifiedState extends VerifiedRevision {
  /** Until when it counts as current, ISO-8601 UTC. Serving continues after that, with a warning; deploys do not. */
  freshUntil: string;
  /** The expiry of the statement, ISO-8601 UTC. */
  expires: string;
}

/**
 * Verifies that `revision` is signed, that it met the policy, and that neither the timestamp nor this machine has seen a
 * newer state.
 * @throws `slice_untrusted`
 */
export async function verifyCurrent(
  trust: Trust,
  environment: string,
  revision: number,
  timestamp: Uint8Array | undefined,
): Promise<VerifiedState> {
  const { chain, pins } = trust;
  const seen = pins.seen(environment); // first: a concurrent process may see newer ones while this one reads
  const verified = await verifyRevision(trust, environment, revision);
  const { statement } = verified;
  const { createdAt } = statement.facts;
  const fresh = timestamp && verifyTimestamp(chain, environment, timestamp);
  if (fresh) rejectOlder(chain, environment, fresh, statement);
  // A preview that was removed and made again starts at revision 1, later.
  if (
    seen &&
    ((revision < seen.revision && createdAt <= seen.createdAt) ||
      (fresh && fresh.version < seen.timestamp && createdAt <= seen.createdAt))
  ) {
    throw untrusted(
      `${environment} shows revision ${String(revision)} with timestamp ${String(fresh?.version ?? 0)}, and this machine has verified revision ${String(seen.revision)} with timestamp ${String(seen.timestamp)}: an older state was put back. Restore it from a backup (or, after a restore that you made, remove ${pins.folder})`,
    );
  }
  const anchor = anchorOf(trust, environment, seen, fresh);
  const known = await verifyPolicy(trust, environment, statement, anchor);
  pins.saw(environment, { revision, createdAt, timestamp: fresh?.version ?? 0, ...known });
  return {
    ...verified,
    freshUntil: freshUntil(fresh, statement),
    expires: statement.document.signed.expires,
  };
}

/** @throws `slice_untrusted` when the trust metadata, or the proof that `state` is current, has expired */
export function rejectStale(
  { chain, now }: Trust,
  environment: string,
  state: VerifiedState | undefined,
): void {
  rejectExpired(chain.root.signed, now, 'The root', 'sign it again with slipway trust renew --role root');
  rejectExpired(
    chain.targets.signed,
    now,
    'The targets',
    'sign them again with slipway trust renew --role targets',
  );
  if (!state || new Date(state.freshUntil) > now) return;
  throw untrusted(
    `The timestamp of ${environment} expired at ${state.freshUntil}, so nothing proves that revision ${String(state.composition.revision)} is the newest: check the job that runs slipway trust renew`,
  );
}

/** Whether an error says that something is not trusted, rather than unreachable. */
export const isUntrusted = (error: unknown) => isAppError(error) && error.code === 'slice_untrusted';
