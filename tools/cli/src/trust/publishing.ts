/**
 * Publishes releases with the signature of their slice's role, and signs those that were published without one. One file,
 * because both write the same signature.
 */
import { parseRelease, type Release } from '@slipway/contracts';
import type { ReleaseRef } from '../composition/selection';
import { type Candidate, findRelease } from '../release/candidate';
import { publish } from '../release/publish';
import { releaseBase } from '../store/keys';
import { originalOf } from '../store/readOnce';
import type { Progress } from '../store/writeFiles';
import { parseSigned, signedBytes, untrusted } from './document';
import { sha256 } from './keys';
import type { Trust } from './open';
import { releasePath, signedReleaseKey } from './paths';
import { publishEvidence, signEvidenceAgain, verifyEvidence } from './provenance';
import { rejectExpiredRelease, rejectUnable, signRelease, verifyRelease } from './releases';
import { isUntrusted } from './revisions';
import { verifiedRelease } from './signedRelease';
import { addSignatures } from './signatures';

/**
 * Verifies the releases that a deploy takes from the store, and that the others have a signature or can be signed on
 * this machine. Evidence of `running` releases was verified when they were deployed.
 * @throws `slice_untrusted`, `forbidden`
 */
export async function verifyChosen(
  trust: Trust,
  chosen: readonly Candidate[],
  running: readonly ReleaseRef[] = [],
): Promise<void> {
  const ran = new Set(running.map(({ id, version }) => `${id}@${version}`));
  await Promise.all(
    chosen.map(async (candidate) => {
      const { id, version } = candidate.release;
      if (candidate.store && originalOf(candidate.store) === originalOf(trust.store)) {
        const { release } = await verifiedRelease(trust, { id, version }, trust.now);
        rejectOther(candidate, release);
      } else if (candidate.store) await verifyForeign(trust, candidate);
      else await rejectUnsignable(trust, candidate);
      if (!ran.has(`${id}@${version}`)) await verifyEvidence(trust.chain, candidate);
    }),
  );
}

/** @throws `slice_untrusted` when the candidate was read before its description was altered, or after */
function rejectOther({ release, place }: Candidate, signed: Release): void {
  if (release === signed || JSON.stringify(release) === JSON.stringify(signed)) return;
  throw untrusted(
    `${place}release.json was altered while the deploy read it: find out who writes to the store, then deploy again`,
  );
}

/** A build needs a key here, unless its team has published and signed it already. @throws `forbidden` */
async function rejectUnsignable(trust: Trust, { release: { id, version } }: Candidate): Promise<void> {
  try {
    rejectUnable(trust.chain, trust.signer, id, version);
  } catch (error) {
    const isSigned = await verifiedRelease(trust, { id, version }, trust.now).then(
      () => true,
      () => false,
    );
    if (!isSigned) throw error;
  }
}

/** A release from another store brings its signature: only the team's key counts, and no other key signs for the team. */
async function verifyForeign({ store, chain, now }: Trust, candidate: Candidate): Promise<Buffer> {
  const { id, version } = candidate.release;
  const [description, signed] = await Promise.all([
    candidate.read('release.json'),
    candidate.read('release.signed.json'),
  ]);
  const release = { id, version, description: description ?? Buffer.alloc(0) };
  const verified = await verifyRelease(store, chain, release, signed);
  rejectExpiredRelease(verified, release, now);
  rejectOther(
    candidate,
    parseRelease(JSON.parse(release.description.toString()), `${candidate.place}release.json`),
  );
  return verified;
}

/**
 * Publishes a candidate with its signature, which is written before `release.json`. Returns whether it sent anything.
 * @throws `invalid_input`, `conflict`, `forbidden`, `slice_untrusted`
 */
export async function publishSigned(
  trust: Trust,
  candidate: Candidate,
  onProgress?: (progress: Progress) => void,
): Promise<boolean> {
  const { store, chain, signer, now } = trust;
  const { id, version } = candidate.release;
  let isNew = false;
  const sign = async (description: Uint8Array) => {
    isNew = true;
    await publishEvidence(trust, candidate);
    const signed = candidate.store
      ? await verifyForeign(trust, candidate)
      : await signRelease(chain, signer, { id, version, description }, now);
    await createSignature(trust, candidate.release, description, signed);
  };
  const isSent = await publish(store, candidate, onProgress, sign);
  if (isNew) return true;
  await signPublished(trust, candidate);
  return (await repairEvidence(trust, candidate)) || isSent;
}

/** Writes evidence again that is missing or altered, when the build has exactly what the release lists. */
async function repairEvidence(trust: Trust, candidate: Candidate): Promise<boolean> {
  const { id, version, evidence } = candidate.release;
  const published = candidate.store ? undefined : await findRelease(trust.store, id, version);
  if (!published) return false;
  try {
    await verifyEvidence(trust.chain, published);
    return false;
  } catch (error) {
    const isSame = JSON.stringify(published.release.evidence) === JSON.stringify(evidence);
    if (!isUntrusted(error) || !isSame) throw error;
    await publishEvidence(trust, candidate);
    return true;
  }
}

/** An interrupted publish may have left a signature; ours is added to it. */
async function createSignature(
  { store, chain, now }: Trust,
  { id, version }: Release,
  description: Uint8Array,
  signed: Uint8Array,
): Promise<void> {
  const key = signedReleaseKey(id, version);
  const existing = await store.get(key);
  if (!existing) return store.create(key, signed);
  try {
    rejectExpiredRelease(
      await verifyRelease(store, chain, { id, version, description }, existing),
      { id, version },
      now,
    );
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    await store.remove(key); // nothing lists the release yet, so this is the rest of an interrupted publish
    await store.create(key, signed);
  }
}

/** A description. Only a release of an earlier version of the command line has no evidence, which nothing then claims. */
const descriptionIn = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as Partial<Release>;

/** Whether a published release is this build, apart from the time and the commit of the build. */
function isSameBuild(published: Uint8Array, built: Uint8Array): boolean {
  const { evidence, ...description } = descriptionIn(published);
  const withoutBuild = (one: Partial<Release>) =>
    JSON.stringify({ ...one, builtAt: undefined, commit: undefined, evidence });
  const own = descriptionIn(built);
  const hasSameEvidence = !evidence || JSON.stringify(evidence) === JSON.stringify(own.evidence);
  return hasSameEvidence && withoutBuild(description) === withoutBuild(own);
}

/** Signs a release that was published without a valid signature, if it is exactly this build. */
async function signPublished(trust: Trust, candidate: Candidate): Promise<void> {
  const { store, chain, signer, now } = trust;
  const { id, version } = candidate.release;
  try {
    await verifiedRelease(trust, { id, version }, now);
  } catch (error) {
    if (!isUntrusted(error) || candidate.store) throw error;
    const key = `${releaseBase(id, version)}release.json`;
    const [published, built] = await Promise.all([store.get(key), candidate.read('release.json')]);
    if (!published || !built || !isSameBuild(published, built)) {
      throw untrusted(
        `${key} in ${store.address} is not signed and differs from your build: another user published it. Remove it, then publish ${id} again`,
        { cause: error },
      );
    }
    await signAgain({ store, chain, signer, now }, id, version, published);
  }
}

/** Adds this machine's signatures to those of a stored release. */
export async function signAgain(
  { store, chain, signer, now }: Pick<Trust, 'store' | 'chain' | 'signer' | 'now'>,
  id: string,
  version: string,
  description: Uint8Array,
): Promise<void> {
  await signEvidenceAgain({ store, chain, signer }, { id, version });
  const key = signedReleaseKey(id, version);
  const existing = await store.get(key);
  if (
    existing &&
    (await hasCosigned({ store, chain, signer, now }, key, { id, version, description }, existing))
  )
    return;
  if (existing) await store.remove(key);
  await store.create(key, await signRelease(chain, signer, { id, version, description }, now));
}

/** Adds signatures to a document that is valid but for its keys. */
async function hasCosigned(
  { store, chain, signer, now }: Pick<Trust, 'store' | 'chain' | 'signer' | 'now'>,
  key: string,
  release: { id: string; version: string; description: Uint8Array },
  existing: Buffer,
): Promise<boolean> {
  const keyIds = rejectUnable(chain, signer, release.id, release.version);
  try {
    const { signed } = parseSigned('targets', existing, key);
    if (
      signed.targets[releasePath(release.id, release.version)]?.hashes['sha256'] !==
      sha256(release.description)
    )
      return false;
    await addSignatures(store, key, await signer.sign(signedBytes(signed), keyIds));
    rejectExpiredRelease(await verifyRelease(store, chain, release, existing), release, now);
    return true;
  } catch (error) {
    // Its own signature is damaged, or it expired. Below the threshold, further keys sign it the same way.
    if (isUntrusted(error)) return false;
    throw error;
  }
}
