/**
 * Signs and verifies the provenance of releases, as a DSSE envelope for SLSA's tools. One signature of the slice's role
 * is enough, because it names the builder. The threshold applies to the release's signature, which covers the hash of
 * the statement through `release.json`.
 */
import { createPublicKey, verify } from 'node:crypto';
import { preAuthEncoding } from '@sigstore/core/dist/dsse.js'; // the package's index loads certificates and timestamps too
import { type Candidate, publishedRelease } from '../release/candidate';
import {
  DSSE_TYPE,
  type Envelope,
  type Evidence,
  PROVENANCE,
  readEvidence,
  readSourceMaps,
  SBOM,
  SOURCE_MAPS,
} from '../release/evidence';
import { releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { roleOf, type TrustChain } from './chain';
import { untrusted } from './document';
import { isSound, shortKey } from './keys';
import type { Trust } from './open';
import { releasePath } from './paths';
import { rejectUnable, releaseAdvice } from './releases';

const encoded = (payload: Buffer) => preAuthEncoding(DSSE_TYPE, payload);

interface ReleaseName {
  id: string;
  version: string;
}

/** @throws `forbidden` when no key here may sign releases of the slice */
async function sign(
  { chain, signer }: Pick<Trust, 'chain' | 'signer'>,
  { id, version }: ReleaseName,
  payload: Buffer,
): Promise<Envelope> {
  const signatures = await signer.sign(encoded(payload), rejectUnable(chain, signer, id, version));
  return {
    payloadType: DSSE_TYPE,
    payload: payload.toString('base64'),
    signatures: signatures.map(({ keyID, sig }) => ({
      keyid: keyID,
      sig: Buffer.from(sig, 'hex').toString('base64'),
    })),
  };
}

/** The keys of the slice's role that signed the envelope. */
function signersOf(
  { targets }: TrustChain,
  keyIds: readonly string[],
  { payload, signatures }: Envelope,
): string[] {
  const bytes = encoded(Buffer.from(payload, 'base64'));
  const signed = signatures.filter(({ keyid, sig }) => {
    const key = targets.signed.delegations?.keys[keyid];
    if (!key || !isSound(key) || !keyIds.includes(keyid)) return false;
    const x = Buffer.from(key.keyVal['public'] ?? '', 'hex').toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, bytes, publicKey, Buffer.from(sig, 'base64'));
  });
  return signed.map(({ keyid }) => keyid);
}

const isSigned = (chain: TrustChain, { id, version }: ReleaseName, envelope: Envelope | undefined) =>
  envelope !== undefined &&
  signersOf(chain, roleOf(chain, releasePath(id, version))?.keyIds ?? [], envelope).length > 0;

/**
 * Verifies the evidence of a build or of a published release: a statement about exactly its files, and, of a published one,
 * signed by its slice's role. A release without evidence is accepted. @throws `slice_untrusted`
 */
export async function verifyEvidence(chain: TrustChain, candidate: Candidate): Promise<Evidence | undefined> {
  const { release, place, store } = candidate;
  const evidence = await readEvidence(candidate);
  if (!evidence || !store || isSigned(chain, release, evidence.provenance.envelope)) return evidence;
  const others = (evidence.provenance.envelope?.signatures ?? []).map(({ keyid }) => shortKey(keyid));
  throw untrusted(
    `${release.id}: ${PROVENANCE} in ${place} has no valid signature of role ${roleOf(chain, releasePath(release.id, release.version))?.name ?? 'none'} (signed by ${others.join(', ') || 'no key'}): ${releaseAdvice(release.id, release.version)}`,
  );
}

/** An interrupted publish of another build may have left its evidence. */
async function replace(store: Store, key: string, bytes: Buffer): Promise<void> {
  const existing = await store.get(key);
  if (existing && !existing.equals(bytes)) await store.remove(key);
  await store.create(key, bytes);
}

/** Writes the evidence of a release that is being published, before its `release.json`. @throws `slice_untrusted`, `forbidden` */
export async function publishEvidence(trust: Trust, candidate: Candidate): Promise<void> {
  const { id, version } = candidate.release;
  const evidence = await verifyEvidence(trust.chain, candidate);
  if (!evidence) return;
  const { payload } = evidence.provenance;
  const envelope = candidate.store
    ? evidence.provenance.envelope
    : await sign(trust, candidate.release, payload);
  const sourceMaps = await readSourceMaps(candidate);
  if (sourceMaps) await replace(trust.store, `${releaseBase(id, version)}${SOURCE_MAPS}`, sourceMaps);
  await replace(trust.store, `${releaseBase(id, version)}${SBOM}`, evidence.sbom);
  await replace(
    trust.store,
    `${releaseBase(id, version)}${PROVENANCE}`,
    Buffer.from(JSON.stringify(envelope)),
  );
}

/** Adds this machine's signatures to a provenance of which no signature is valid now. @throws `slice_untrusted`, `forbidden` */
export async function signEvidenceAgain(
  trust: Pick<Trust, 'store' | 'chain' | 'signer'>,
  { id, version }: ReleaseName,
): Promise<void> {
  const { store, chain } = trust;
  const { provenance } = (await readEvidence(await publishedRelease(store, id, version))) ?? {};
  if (!provenance || isSigned(chain, { id, version }, provenance.envelope)) return;
  const { signatures, ...envelope } = await sign(trust, { id, version }, provenance.payload);
  const ours = signatures.map(({ keyid }) => keyid);
  const others = (provenance.envelope?.signatures ?? []).filter(({ keyid }) => !ours.includes(keyid));
  await replace(
    store,
    `${releaseBase(id, version)}${PROVENANCE}`,
    Buffer.from(JSON.stringify({ ...envelope, signatures: [...others, ...signatures] })),
  );
}
