/** Reads a published release with its signature, and verifies it once in an opened store. */
import type { Release } from '@slipway/contracts';
import type { ReleaseRef } from '../composition/selection';
import { releaseIn } from '../release/candidate';
import { releaseBase } from '../store/keys';
import { untrusted } from './document';
import type { Trust } from './open';
import { signedReleaseKey } from './paths';
import { rejectExpiredRelease, verifyRelease } from './releases';
import { verifiedOnce } from './verifiedOnce';

/** A release whose signature was verified. */
export interface SignedRelease {
  release: Release;
  /** The bytes of `release.json`, and of its signature. */
  description: Buffer;
  signed: Buffer;
}

/** @throws `slice_untrusted`, also when the store does not have it or, with `now`, when the signature has expired */
export async function verifiedRelease(
  trust: Pick<Trust, 'store' | 'chain'>,
  { id, version }: ReleaseRef,
  now?: Date,
): Promise<SignedRelease> {
  const release = await verifiedOnce(trust, `${id}@${version}`, () => readSigned(trust, { id, version }));
  if (now) rejectExpiredRelease(release.signed, { id, version }, now);
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
  const verified = await verifyRelease(store, chain, { id, version, description }, signed);
  const release = releaseIn(description, key);
  if (release.id === id && release.version === version) return { release, description, signed: verified };
  throw untrusted(
    `${key} describes ${release.id} ${release.version}: it was moved here. Remove it, then publish ${id} again`,
  );
}
