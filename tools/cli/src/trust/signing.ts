/** Adds this machine's signatures to what is already in the store: a revision that waits for them, or a release. */
import { AppError, isAppError } from '@slipway/contracts';
import { currentRevision, readComposition } from '../composition/read';
import { describedReleases } from '../composition/fallback';
import { releasesIn } from '../composition/selection';
import { movePointer } from '../composition/write';
import { anchorOf } from '../policy/anchor';
import { verifyPolicy } from '../policy/chain';
import { releaseBase } from '../store/keys';
import { adoptRelease, adoptRevision, revisionFiles } from './adopt';
import { announce } from './deploying';
import { signedBytes } from './document';
import { shortKey } from './keys';
import type { Trust } from './open';
import { statementKey, timestampKey } from './paths';
import { signAgain } from './publishing';
import { isUntrusted, verifyRevision } from './revisions';
import { verifiedRelease } from './signedRelease';
import { addSignatures } from './signatures';
import { verifyTimestamp } from './timestamps';
import { deployKeys } from './deployKeys';
import { parseStatement, verifyFile } from './statements';

export interface SignedRevision {
  revision: number;
  /** The keys that signed now. */
  keys: string[];
  /** Whether it has all its signatures. */
  isComplete: boolean;
  /** Whether this made it current. */
  isCurrent: boolean;
}

/**
 * Signs a revision. When that completes one which waited for signatures, and nothing else was deployed since, it becomes
 * current. @throws `forbidden` without a key of the role; `slice_untrusted` when its files differ from its statement
 */
export async function signStored(trust: Trust, environment: string, given?: number): Promise<SignedRevision> {
  const { store, chain, signer } = trust;
  const now = await currentRevision(store, environment);
  const revision = given ?? now;
  if (revision === 0) throw new AppError('not_found', `${environment} runs nothing yet: deploy to it first`);
  const keyIds = deployKeys(chain, signer, environment);
  const bytes = await store.get(statementKey(environment, revision));
  if (bytes) {
    const { document, facts } = parseStatement(bytes, environment, revision);
    const { settings } = await readComposition(store, environment, revision);
    const files = await revisionFiles(store, environment, revision, settings);
    const statement = { document, facts, signers: [] };
    for (const { key, bytes: content } of files) verifyFile(statement, key, content);
    const signatures = await signer.sign(signedBytes(document.signed), keyIds);
    const added = signatures.filter(({ keyID }) => !(keyID in document.signatures));
    await addSignatures(store, statementKey(environment, revision), added);
  } else {
    await adoptRevision(trust, environment, revision);
  }
  const keys = signer.keyIds.filter((keyId) => keyIds.includes(keyId)).map(shortKey);
  const verified = await verifyRevision(trust, environment, revision).catch((error: unknown) => {
    if (isUntrusted(error)) return undefined;
    throw error;
  });
  const isNext = verified?.record.previous === now && revision > now;
  if (verified && isNext) {
    const stamp = await store.get(timestampKey(environment));
    const fresh = stamp && verifyTimestamp(chain, environment, stamp);
    const anchor = anchorOf(trust, environment, trust.pins.seen(environment), fresh);
    await verifyPolicy(trust, environment, verified.statement, anchor);
  }
  if (verified && isNext) await movePointer(store, { environment, revision }, now);
  if (verified && (isNext || revision === now)) await announce(trust, verified);
  return { revision, keys, isComplete: verified !== undefined, isCurrent: isNext };
}

/**
 * Adds this machine's signatures to everything that runs and is trusted, before another key is revoked. Leaves out what
 * it has no key for. @throws `slice_untrusted` for what is not trusted: that needs a review and `slipway trust sign`
 */
export async function cosignLive(trust: Trust, environment: string, revision: number): Promise<void> {
  const { composition } = await verifyRevision(trust, environment, revision);
  const references = [...releasesIn(composition), ...describedReleases(composition)];
  for (const { id, version } of references) {
    const { description } = await verifiedRelease(trust, { id, version });
    await signAgain(trust, id, version, description).catch(ignoreForbidden);
  }
  await signStored(trust, environment, revision).catch(ignoreForbidden);
}

const ignoreForbidden = (error: unknown) => {
  if (!isAppError(error) || error.code !== 'forbidden') throw error;
};

/** @throws `forbidden` without a key of the slice's role */
export async function signStoredRelease(trust: Trust, id: string, version: string): Promise<void> {
  const { store } = trust;
  const description = await store.get(`${releaseBase(id, version)}release.json`);
  if (!description) throw new AppError('not_found', `${store.address} has no release ${version} of ${id}`);
  await adoptRelease(trust, { id, version });
  try {
    await verifiedRelease(trust, { id, version }, trust.now);
  } catch (error) {
    if (!isUntrusted(error)) throw error;
    await signAgain(trust, id, version, description);
  }
}
