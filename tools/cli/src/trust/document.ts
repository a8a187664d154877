/** Signed documents: metadata of TUF in canonical JSON, with Ed25519 signatures that a role's keys made. */
import { canonicalize } from '@tufjs/canonical-json';
import { type Key, Metadata, MetadataKind, type Root, type Targets, type Timestamp } from '@tufjs/models';
import { AppError } from '@slipway/contracts';
import { matches, sha256, shortKey } from './keys';
import type { Signer } from './signer';
import { signedToJson, targetsFromJson } from './targetsJson';

type Signed = Root | Targets | Timestamp;
type Json = Parameters<typeof Metadata.fromJSON>[1];

export const untrusted = (message: string, options?: ErrorOptions) =>
  new AppError('slice_untrusted', message, options);

const parsers = {
  root: (json: Json) => Metadata.fromJSON(MetadataKind.Root, json),
  targets: targetsFromJson,
  timestamp: (json: Json) => Metadata.fromJSON(MetadataKind.Timestamp, json),
};

/** Bytes to their document: the steps of a deploy parse the same signature several times, and nothing changes a parsed one. */
const parsed = new WeakMap<Uint8Array, Map<string, unknown>>();

/** `what` names the document for messages. @throws `slice_untrusted` */
export function parseSigned<Type extends keyof typeof parsers>(
  type: Type,
  bytes: Uint8Array,
  what: string,
): ReturnType<(typeof parsers)[Type]> {
  const results = parsed.get(bytes) ?? new Map<string, unknown>();
  parsed.set(bytes, results);
  const known = results.get(type) as ReturnType<(typeof parsers)[Type]> | undefined;
  if (known) return known;
  try {
    const json = JSON.parse(Buffer.from(bytes).toString()) as Json;
    const metadata = parsers[type](json) as ReturnType<(typeof parsers)[Type]>;
    const { version, expires } = metadata.signed;
    if (!Number.isInteger(version) || Number.isNaN(Date.parse(expires)))
      throw new TypeError('version, expires');
    results.set(type, metadata);
    return metadata;
  } catch (cause) {
    throw untrusted(
      `${what} is not signed metadata: it was altered, or is of another format. Restore it from a backup`,
      {
        cause,
      },
    );
  }
}

export function serialize({ signatures, signed, unrecognizedFields }: Metadata<Signed>): Buffer {
  const made = Object.values(signatures).map((signature) => signature.toJSON());
  return Buffer.from(
    JSON.stringify({ signatures: made, signed: signedToJson(signed), ...unrecognizedFields }),
  );
}

/** Documents, which nothing changes, to the bytes below: that of a revision has a line for each of its files. */
const canonical = new WeakMap<Signed, Buffer>();

/** The bytes that a signature covers. */
export function signedBytes(signed: Signed): Buffer {
  const bytes = canonical.get(signed) ?? Buffer.from(canonicalize(signedToJson(signed)));
  canonical.set(signed, bytes);
  return bytes;
}

const signedHashes = new WeakMap<Signed, string>();

/** The SHA-256 of the bytes that a signature covers, by which later documents name this one. */
export function signedHash(signed: Signed): string {
  const hash = signedHashes.get(signed) ?? sha256(signedBytes(signed));
  signedHashes.set(signed, hash);
  return hash;
}

/** Takes that hash from the machine's memory: the canonical JSON of a statement costs more than all else about it. */
export function keepSignedHash(signed: Signed, hash: string): void {
  signedHashes.set(signed, hash);
}

/** Signs with those of `keyIds` that the signer has. */
export async function signDocument<Type extends Signed>(
  signed: Type,
  signer: Signer,
  keyIds: readonly string[],
): Promise<Metadata<Type>> {
  const signatures = await signer.sign(signedBytes(signed), keyIds);
  // `Metadata.sign` would serialize the canonical JSON for each signature, and copy all earlier targets for each
  // target.
  return new Metadata(signed, Object.fromEntries(signatures.map((one) => [one.keyID, one])));
}

/** A role of the root or of the targets. */
export interface Role {
  name: string;
  keyIds: readonly string[];
  threshold: number;
}

/** Key and signature to whether they match, for each document: several roles and messages ask for the same one. */
const known = new WeakMap<object, Map<string, boolean>>();

export function isSignedBy(key: Key, document: Metadata<Signed>): boolean {
  const results = known.get(document.signed) ?? new Map<string, boolean>();
  known.set(document.signed, results);
  const signature = document.signatures[key.keyID]?.sig;
  if (signature === undefined) return false;
  const name = `${key.keyID} ${signature}`;
  let result = results.get(name);
  if (result === undefined) {
    try {
      result = matches(key, signedBytes(document.signed), signature);
    } catch {
      result = false;
    }
    results.set(name, result);
  }
  return result;
}

/** The keys of `role` that signed the document correctly. */
export function signersOf(
  parent: Metadata<Root> | Metadata<Targets>,
  role: Role,
  document: Metadata<Signed>,
): string[] {
  const keys = 'roles' in parent.signed ? parent.signed.keys : (parent.signed.delegations?.keys ?? {});
  return [...new Set(role.keyIds)].filter((keyId) => {
    const key = keys[keyId];
    return key !== undefined && isSignedBy(key, document);
  });
}

/**
 * Verifies that enough keys of `role` signed the document; `advice` says what to do otherwise.
 * @throws `slice_untrusted` naming the document, the role and the keys that signed
 */
export function verifyDocument(
  parent: Metadata<Root> | Metadata<Targets>,
  role: Role,
  document: Metadata<Signed>,
  { what, advice }: { what: string; advice: string },
): string[] {
  const signers = signersOf(parent, role, document);
  if (role.threshold >= 1 && signers.length >= role.threshold) return signers;
  const others = Object.keys(document.signatures).filter((keyId) => !signers.includes(keyId));
  const found = [
    `${String(signers.length)} of ${String(role.threshold)} valid signatures of role ${role.name}`,
    ...others.map((keyId) =>
      role.keyIds.includes(keyId)
        ? `the signature of key ${shortKey(keyId)} does not match`
        : `key ${shortKey(keyId)} is not in that role`,
    ),
  ];
  throw untrusted(`${what} has ${found.join('; ')}: ${advice}`);
}

/** @throws `slice_untrusted` */
export function rejectExpired(signed: Signed, now: Date, what: string, advice: string): void {
  if (signed.isExpired(now)) throw untrusted(`${what} expired at ${signed.expires}: ${advice}`);
}
