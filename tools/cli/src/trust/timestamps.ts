/** The timestamp of an environment: a key that is online says again and again which revision is current, and until when. */
import type { Metadata, Timestamp } from '@tufjs/models';
import * as v from 'valibot';
import { isAppError } from '@slipway/contracts';
import { topRole, type TrustChain } from './chain';
import {
  parseSigned,
  serialize,
  signDocument,
  signedBytes,
  signedHash,
  untrusted,
  verifyDocument,
} from './document';
import { expiry, timestampOf } from './metadata';
import type { Trust } from './open';
import { timestampKey } from './paths';
import type { Statement } from './statements';

const schema = v.object({ environment: v.string(), root: v.number(), targets: v.number() });

/** The content of a verified timestamp. */
export interface Freshness {
  version: number;
  /** The revision that was current, and the hash of its statement's signed part. */
  revision: number;
  sha256: string;
  root: number;
  targets: number;
  expires: string;
}

/** @throws `slice_untrusted` */
export function verifyTimestamp(
  { root }: Pick<TrustChain, 'root'>,
  environment: string,
  bytes: Uint8Array,
): Freshness {
  const what = `The timestamp of ${environment} (${timestampKey(environment)})`;
  const document: Metadata<Timestamp> = parseSigned('timestamp', bytes, what);
  const advice = 'sign a new one: slipway trust renew';
  verifyDocument(root, topRole(root, 'timestamp'), document, { what, advice });
  const { version, expires, snapshotMeta, unrecognizedFields } = document.signed;
  const facts = v.safeParse(schema, unrecognizedFields['slipway']);
  if (!facts.success || facts.output.environment !== environment) {
    throw untrusted(`${what} belongs to another environment: it was moved here. Restore it, or ${advice}`);
  }
  const hash = snapshotMeta.hashes?.['sha256'] ?? '';
  return { ...facts.output, version, expires, revision: snapshotMeta.version, sha256: hash };
}

/** Rejects a revision, or trust metadata, that is older than the timestamp says. @throws `slice_untrusted` */
export function rejectOlder(
  chain: TrustChain,
  environment: string,
  fresh: Freshness,
  { document }: Statement,
): void {
  const revision = document.signed.version;
  const isReplaced = revision === fresh.revision && signedHash(document.signed) !== fresh.sha256;
  if (revision < fresh.revision || isReplaced) {
    throw untrusted(
      `${environment} shows revision ${String(revision)}${isReplaced ? ' with another statement' : ''}, and its timestamp says ${String(fresh.revision)}: an older state was put back. Restore current.json and the revision from a backup`,
    );
  }
  for (const name of ['root', 'targets'] as const) {
    if (fresh[name] <= chain[name].signed.version) continue;
    throw untrusted(
      `The store shows ${name} ${String(chain[name].signed.version)}, and the timestamp of ${environment} says ${String(fresh[name])}: the trust metadata was rolled back. Restore trust/${name} from a backup`,
    );
  }
}

/** A statement is fresh evidence itself, for as long as a timestamp is. Returns ISO-8601 UTC. */
export const freshUntil = (fresh: Freshness | undefined, { facts }: Statement): string => {
  const own = expiry('timestamp', new Date(facts.createdAt));
  return fresh && fresh.expires > own ? fresh.expires : own;
};

/** Signs a timestamp for the statement. Does nothing without the online key. Returns whether there is one now. */
export async function renewTimestamp(
  { store, chain, signer, now }: Trust,
  environment: string,
  { document }: Statement,
): Promise<boolean> {
  const role = topRole(chain.root, 'timestamp');
  if (!role.keyIds.some((keyId) => signer.keyIds.includes(keyId))) return false;
  const key = timestampKey(environment);
  const before = await store.get(key);
  const last = before && previousOf(chain, environment, before);
  const facts = { environment, root: chain.root.signed.version, targets: chain.targets.signed.version };
  const current = { revision: document.signed.version, statement: signedBytes(document.signed) };
  const timestamp = timestampOf((last?.version ?? 0) + 1, facts, current, now);
  try {
    const signed = await signDocument(timestamp, signer, role.keyIds);
    await store.swap(key, before?.toString(), serialize(signed).toString());
  } catch (error) {
    // Another deploy or job has just signed one.
    if (!isAppError(error) || error.code !== 'conflict') throw error;
  }
  return true;
}

/** A damaged or foreign timestamp is replaced. */
function previousOf(chain: TrustChain, environment: string, bytes: Uint8Array): Freshness | undefined {
  try {
    return verifyTimestamp(chain, environment, bytes);
  } catch {
    return undefined;
  }
}
