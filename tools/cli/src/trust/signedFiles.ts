/**
 * The signed description of a release, as a file beside its files in the public area. Its name has its hash, so the proof of
 * an environment names it instead of repeating it: a deploy writes only those of new releases (decision 067).
 */
import { hash as digest } from 'node:crypto';
import * as v from 'valibot';
import type { ReleaseRef } from '../composition/selection';
import { publicBase, releasePath as releaseAddress } from '../store/keys';
import type { Store } from '../store/store';
import { untrusted } from './document';
import type { TrustChain } from './chain';
import { verifyReleaseDocument } from './releases';
import type { Get } from './servedBytes';

/** The texts of `release.json` and of its signature, with signatures that were added later where they are needed. */
const schema = v.object({ description: v.string(), signed: v.string() });

export type SignedTexts = v.InferOutput<typeof schema>;

export interface SignedFile extends ReleaseRef {
  bytes: Buffer;
  /** SHA-256 as base64url: a proof lists one for each release. */
  hash: string;
}

const hashOf = (bytes: Uint8Array) => digest('sha256', bytes, 'base64url');

export function signedFile({ id, version }: ReleaseRef, texts: SignedTexts): SignedFile {
  const bytes = Buffer.from(JSON.stringify({ description: texts.description, signed: texts.signed }));
  return { id, version, bytes, hash: hashOf(bytes) };
}

const nameOf = (hash: string) =>
  `release.${Buffer.from(hash, 'base64url').toString('hex').slice(0, 16)}.signed.json`;

/** Whether a path of a release's folder is such a file. */
export const isSignedFile = (path: string): boolean => /^release\.[0-9a-f]{16}\.signed\.json$/.test(path);

/** Replaces other bytes, which only an attacker can have put there. */
export async function writeSigned(store: Store, environment: string, file: SignedFile): Promise<void> {
  const key = publicBase(environment, file.id, file.version) + nameOf(file.hash);
  const found = await store.get(key);
  if (found?.equals(file.bytes)) return;
  if (found) await store.remove(key);
  await store.create(key, file.bytes);
}

function textsIn(bytes: Uint8Array, what: string): SignedTexts {
  try {
    return v.parse(schema, JSON.parse(Buffer.from(bytes).toString()));
  } catch (cause) {
    throw untrusted(`${what} is not a signed description: it was altered. Run slipway trust renew`, {
      cause,
    });
  }
}

/** @throws `slice_untrusted` unless it is the signed description of this release, under its hash */
export function verifySignedFile(
  chain: TrustChain,
  release: ReleaseRef & { description: Uint8Array },
  { key, bytes }: { key: string; bytes: Buffer },
): void {
  const texts = textsIn(bytes, key);
  const isOther = texts.description !== Buffer.from(release.description).toString();
  if (isOther || !key.endsWith(`/${nameOf(hashOf(bytes))}`)) {
    throw untrusted(`${key} is not the description of its release: it was added. Remove it`);
  }
  verifyReleaseDocument(chain, release, Buffer.from(texts.signed));
}

/** Fetches the file that a proof names. @throws `slice_untrusted` unless it has that hash */
export async function fetchSigned(
  get: Get,
  { id, version, hash }: Pick<SignedFile, 'id' | 'version' | 'hash'>,
): Promise<SignedTexts> {
  const path = releaseAddress(id, version) + nameOf(hash);
  const { status, bytes } = await get(path);
  if (status === 200 && hashOf(bytes) === hash) return textsIn(bytes, path);
  const found = status === 200 ? 'other bytes' : `status ${String(status)}`;
  throw untrusted(`${path} has ${found}: run slipway trust renew, or deploy ${id} again`);
}
