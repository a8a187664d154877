/** Approvals: signatures of single keys over the hash of a plan, or of a revision that is already written. */
import { type Metadata, Targets } from '@tufjs/models';
import * as v from 'valibot';
import { AppError, isAppError } from '@slipway/contracts';
import type { Store } from '../store/store';
import type { TrustChain } from '../trust/chain';
import { isSound, publicKey } from '../trust/keys';
import { isSignedBy, parseSigned, serialize, signDocument } from '../trust/document';
import { wholeSeconds } from '../trust/metadata';
import type { Trust } from '../trust/open';
import { approvalKey, approvalsFolder } from './paths';

const HOUR = 3_600_000;

const facts = v.object({ environment: v.string(), approves: v.string(), at: v.string() });

/** An approval whose signature was verified. */
export interface Approval {
  keyId: string;
  /** ISO-8601 UTC, by the store's clock. */
  at: string;
  expires: string;
}

/** Whether the key is in a role now. A revoked key is in none. */
export const isActive = ({ targets }: Pick<TrustChain, 'targets'>, keyId: string): boolean =>
  Object.values(targets.signed.delegations?.roles ?? {}).some(({ keyIDs }) => keyIDs.includes(keyId));

/** A key in a role now or, with `ever`, one that was registered at any time. */
function keyOf(chain: TrustChain, keyId: string, ever: boolean) {
  const known = chain.names.keys[keyId]?.public;
  if (ever && known !== undefined) return publicKey(known);
  const key = isActive(chain, keyId) ? chain.targets.signed.delegations?.keys?.[keyId] : undefined;
  return key && isSound(key) ? key : undefined;
}

/** Whether a key that was registered at any time has signed the document. */
export function hasSigned(chain: TrustChain, keyId: string, document: Metadata<Targets>): boolean {
  try {
    const key = keyOf(chain, keyId, true);
    return key !== undefined && isSignedBy(key, document);
  } catch {
    return false;
  }
}

/** The approvals of `subject` in these documents. Anything else in them is no approval. */
export function verifiedApprovals(
  chain: TrustChain,
  environment: string,
  subject: string,
  documents: readonly string[],
  { ever = false } = {},
): Approval[] {
  return documents.flatMap((text) => {
    try {
      const document = parseSigned('targets', Buffer.from(text), 'An approval');
      const { output, success } = v.safeParse(facts, document.signed.unrecognizedFields['slipway']);
      if (!success || output.environment !== environment || output.approves !== subject) return [];
      return Object.keys(document.signatures).flatMap((keyId) => {
        const key = keyOf(chain, keyId, ever);
        try {
          key?.verifySignature(document);
        } catch {
          return [];
        }
        return key ? [{ keyId, at: output.at, expires: document.signed.expires }] : [];
      });
    } catch (error) {
      if (isAppError(error)) return []; // not signed metadata
      throw error;
    }
  });
}

export async function approvalDocuments(
  store: Store,
  environment: string,
  subject: string,
): Promise<string[]> {
  const folder = approvalsFolder(environment, subject);
  const names = await store.list(folder);
  const documents = await Promise.all(names.map((name) => store.get(`${folder}/${name}`)));
  return documents.flatMap((bytes) => (bytes ? [bytes.toString()] : []));
}

/** The keys of this machine that may approve. @throws `forbidden` without one */
export function approvalKeys({ chain, signer }: Trust, environment: string): string[] {
  const keyIds = signer.keyIds.filter((keyId) => isActive(chain, keyId));
  if (keyIds.length === 0) {
    throw new AppError(
      'forbidden',
      `No key here is registered for ${environment}: set SLIPWAY_SIGNING_KEY_FILE, or ask the owner of the targets key to run slipway trust add <public key> --name <owner> --approver --env ${environment}`,
    );
  }
  return keyIds;
}

/** Signs the approval of `subject`, a hash, with each of these keys. */
export async function signApprovals(
  { store, signer }: Trust,
  keyIds: readonly string[],
  { environment, subject, hours }: { environment: string; subject: string; hours: number },
): Promise<void> {
  const now = await store.now();
  for (const keyId of keyIds) {
    const approval = new Targets({
      ...{ specVersion: '1.0.31', version: 1, targets: {} },
      expires: wholeSeconds(new Date(now + hours * HOUR).toISOString()),
      unrecognizedFields: {
        slipway: { environment, approves: subject, at: new Date(now).toISOString() },
      },
    });
    const bytes = serialize(await signDocument(approval, signer, [keyId]));
    await store.create(approvalKey(environment, subject, keyId, now), bytes);
  }
}
