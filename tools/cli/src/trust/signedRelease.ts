/** Reads a published release with its signature, and verifies it once in an opened store. */
import type { Release } from '@slipway/contracts';
import type { ReleaseRef } from '../composition/selection';
import { hasOwnVersion, releaseIn } from '../release/candidate';
import { releaseBase } from '../store/keys';
import { parseSigned, signedHash, untrusted } from './document';
import { sha256Once } from './keys';
import { memoryOf } from './memory';
import type { Trust } from './open';
import { releasePath, signedReleaseKey } from './paths';
import { recalledJson } from './recalledJson';
import { rejectExpiredRelease, verifyRelease } from './releases';
import { hasEnough } from './signatures';
import { verifiedOnce } from './verifiedOnce';

/** A release whose signature was verified. */
export interface SignedRelease {
  readonly release: Release;
  /** The bytes of `release.json`, and of its signature. */
  description: Buffer;
  signed: Buffer;
  /** The hashes of both, where the signature needs none that was added later. */
  hashes: readonly [description: string, signed: string] | undefined;
  /** When the signature expires, ISO-8601 UTC. */
  expires: string;
}

/** @throws `slice_untrusted`, also when the store does not have it or, with `now`, when the signature has expired */
export async function verifiedRelease(
  trust: Pick<Trust, 'store' | 'chain'>,
  { id, version }: ReleaseRef,
  now?: Date,
): Promise<SignedRelease> {
  const release = await verifiedOnce(trust, `${id}@${version}`, () => readSigned(trust, { id, version }));
  if (now && new Date(release.expires) <= now) rejectExpiredRelease(release.signed, { id, version }, now);
  return release;
}

async function readSigned(
  { store, chain }: Pick<Trust, 'store' | 'chain'>,
  { id, version }: ReleaseRef,
): Promise<SignedRelease> {
  const key = `${releaseBase(id, version)}release.json`;
  const signature = signedReleaseKey(id, version);
  const [description, early] = await Promise.all([store.get(key), store.get(signature)]);
  // A publish writes the signature first: with the description there, a missing one was only read too early.
  const signed = early ?? (description && (await store.get(signature)));
  if (!description) {
    throw untrusted(
      `The release ${id} ${version.slice(0, 8)} is missing in ${store.address}: publish it again, or roll back`,
    );
  }
  const memory = memoryOf(store);
  const hashes = [sha256Once(description), signed ? sha256Once(signed) : ''] as const;
  const inputs = ['release', signedHash(chain.targets.signed), id, version, ...hashes];
  const known = memory.recall(...inputs);
  if (known !== undefined && signed) {
    return {
      ...{ description, signed, hashes, expires: known },
      /** Parsed on demand: that of a fallback is rarely needed. */
      get release() {
        const release = recalledJson(memory, 'release', releaseIn, description, key);
        hasOwnVersion(release, description, true);
        return release;
      },
    };
  }
  const verified = await verifyRelease(store, chain, { id, version, description }, signed);
  const release = recalledJson(memory, 'release', releaseIn, description, key);
  if (release.id === id && release.version === version) {
    const document = parseSigned('targets', verified, signature);
    const { expires } = document.signed;
    // Signatures that were added later are separate files, which are read again each time.
    const isComplete = hasEnough(chain, releasePath(id, version), document);
    if (isComplete && hasOwnVersion(release, description)) memory.remember(expires, ...inputs);
    return { release, description, signed: verified, hashes: isComplete ? hashes : undefined, expires };
  }
  throw untrusted(
    `${key} describes ${release.id} ${release.version}: it was moved here. Remove it, then publish ${id} again`,
  );
}
