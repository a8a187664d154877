/** The signature of a release: by a key of its slice's role, over the `release.json` that lists every file's hash. */
import type { Metadata, Targets } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import type { Store } from '../store/store';
import { roleOf, type TrustChain, verifyDelegated } from './chain';
import { parseSigned, rejectExpired, serialize, signDocument, untrusted } from './document';
import { sha256, shortKey } from './keys';
import { releaseOf } from './metadata';
import { releasePath, signedReleaseKey } from './paths';
import { verifyStored } from './signatures';
import type { Signer } from './signer';

const shown = (id: string, version: string) => `${id} ${version.slice(0, 8)}`;

export const releaseAdvice = (id: string, version: string) =>
  `a key that may publish ${id} has to sign it: slipway trust sign ${id}@${version.slice(0, 8)} --env <name>, or publish it again with that team's key`;

/** @throws `forbidden` when no key here may sign releases of this slice */
export async function signRelease(
  chain: TrustChain,
  signer: Signer,
  { id, version, description }: { id: string; version: string; description: Uint8Array },
  now: Date,
): Promise<Buffer> {
  const path = releasePath(id, version);
  return serialize(
    await signDocument(releaseOf(path, description, now), signer, rejectUnable(chain, signer, id, version)),
  );
}

/** The keys of the role. @throws `forbidden` when the signer has none of them */
export function rejectUnable(
  chain: TrustChain,
  signer: Signer,
  id: string,
  version: string,
): readonly string[] {
  return usableKeys(chain, signer, releasePath(id, version), {
    what: `a release of ${id}`,
    command: `slipway trust add <public key> --name <owner> --slice ${id}`,
  });
}

/** The keys of the role that decides about `path`, of which the signer has at least one. */
export function usableKeys(
  chain: TrustChain,
  signer: Signer,
  path: string,
  { what, command }: { what: string; command: string },
): readonly string[] {
  const role = roleOf(chain, path);
  if (role?.keyIds.some((keyId) => signer.keyIds.includes(keyId))) return role.keyIds;
  const have = signer.keyIds.map(shortKey).join(', ') || 'none';
  throw new AppError(
    'forbidden',
    role
      ? `No key here may sign ${what}: role ${role.name} has ${role.keyIds.map(shortKey).join(', ') || 'no key'}, and this machine has ${have}. Correct SLIPWAY_SIGNING_KEY_FILE, or unset it in a clone, or ask the owner of the targets key to run ${command}`
      : `No role may sign ${what}: ask the owner of the targets key to run ${command}`,
  );
}

interface SignedRelease {
  id: string;
  version: string;
  /** The bytes of `release.json`. */
  description: Uint8Array;
}

/** Parses a signature of exactly this description, without verifying who signed. @throws `slice_untrusted` */
function documentOf({ id, version, description }: SignedRelease, signed: Buffer | undefined) {
  const what = `The release ${shown(id, version)}`;
  const advice = releaseAdvice(id, version);
  if (!signed) throw untrusted(`${what} is not signed: ${advice}`);
  const key = signedReleaseKey(id, version);
  const path = releasePath(id, version);
  const document: Metadata<Targets> = parseSigned('targets', signed, `${what} (${key})`);
  const rejectOther = () => {
    const target = document.signed.targets[path];
    const other = Object.keys(document.signed.targets)[0] ?? 'nothing';
    if (!target) throw untrusted(`${what} has the signature of ${other}: ${advice}`);
    if (target.hashes['sha256'] === sha256(description)) return;
    throw untrusted(
      `${what} has another release.json than the signed one: its files were altered. Remove it, then publish it again`,
    );
  };
  return { key, path, document, bytes: signed, rejectOther, text: { what, advice } };
}

/** Returns the bytes of the signature. @throws `slice_untrusted` unless the role of its slice signed exactly this description */
export async function verifyRelease(
  store: Store,
  chain: TrustChain,
  release: SignedRelease,
  signed: Buffer | undefined,
): Promise<Buffer> {
  const { key, path, document, bytes, rejectOther, text } = documentOf(release, signed);
  await verifyStored(store, chain, { key, path, document }, text);
  rejectOther();
  return bytes;
}

/** @throws `slice_untrusted` */
export function rejectExpiredRelease(
  signed: Uint8Array,
  { id, version }: Pick<SignedRelease, 'id' | 'version'>,
  now: Date,
): void {
  const document = parseSigned('targets', signed, signedReleaseKey(id, version));
  rejectExpired(document.signed, now, `The signature of ${shown(id, version)}`, releaseAdvice(id, version));
}

/** The same for a signature that is complete, outside of a store. @throws `slice_untrusted` */
export function verifyReleaseDocument(chain: TrustChain, release: SignedRelease, signed: Buffer): void {
  const { path, document, rejectOther, text } = documentOf(release, signed);
  verifyDelegated(chain, path, document, text);
  rejectOther();
}
