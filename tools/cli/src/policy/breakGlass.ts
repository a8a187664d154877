/** Who approved stored revisions, and break-glass changes that have no approval since: for commands that only read. */
import { currentRevision, recordIn } from '../composition/read';
import { revisionBase } from '../store/keys';
import { recallSignedPart } from '../trust/knownStatements';
import type { Trust } from '../trust/open';
import { statementKey } from '../trust/paths';
import { parseStatement, verifyFile } from '../trust/statements';
import { approvalDocuments, hasSigned, isActive, verifiedApprovals } from './approvals';
import { type Past, pastWith, statementHash } from './past';
import { isNamed, keyOwnerOf } from './rules';

/** A break-glass change that is not acknowledged. */
export interface BreakGlass {
  revision: number;
  author: string;
  reason: string;
  /** Whether a key of this machine can. */
  canAcknowledge: boolean;
}

/** Without the composition, which may have been altered: that is no reason to hide what bypassed the policy. */
type Recorded = Pick<Past, 'record' | 'statement' | 'sha256'>;

async function readRecord(
  { store, chain }: Trust,
  environment: string,
  revision: number,
): Promise<Recorded | undefined> {
  const bytes = await store.get(statementKey(environment, revision));
  if (!bytes) return undefined;
  const { document, facts } = parseStatement(bytes, environment, revision);
  recallSignedPart(store, { bytes, document });
  const statement = {
    ...{ document, facts },
    /** Verified on demand: few revisions have bypassed the policy. */
    get signers() {
      return Object.keys(document.signatures).filter((keyId) => hasSigned(chain, keyId, document));
    },
  };
  const key = `${revisionBase(environment, revision)}record.json`;
  const record = recordIn(verifyFile(statement, key, await store.get(key)), key);
  return { record, statement, sha256: statementHash(statement) };
}

/** The keys of others than the author that approved the plan of a revision, or the revision itself. */
async function approvingKeys(
  { store, chain }: Trust,
  environment: string,
  past: Recorded,
): Promise<string[]> {
  const { plan, approvals = [] } = past.record.policy ?? {};
  const authors = past.statement.signers.map((keyId) => keyOwnerOf(chain, keyId));
  const ever = { ever: true };
  const later = await approvalDocuments(store, environment, past.sha256);
  return [
    ...(plan === undefined
      ? []
      : verifiedApprovals(chain, environment, plan.replace(/^\d+-/, ''), approvals, ever)),
    ...verifiedApprovals(chain, environment, past.sha256, later, ever),
  ]
    .map(({ keyId }) => keyId)
    .filter((keyId) => !authors.includes(keyOwnerOf(chain, keyId)));
}

/** The owners of the keys that approved a revision, each once; revoked ones too, as they did approve it then. */
export async function approversOf(trust: Trust, environment: string, revision: number): Promise<string[]> {
  const past = await readRecord(trust, environment, revision);
  if (!past) return [];
  const keyIds = await approvingKeys(trust, environment, past);
  return [...new Set(keyIds.map((keyId) => keyOwnerOf(trust.chain, keyId)))];
}

/**
 * The policy that a revision had to meet names who may approve it; without such a rule, anyone may but its authors.
 * Returns undefined for one that has been acknowledged.
 */
async function openOf(trust: Trust, environment: string, past: Recorded): Promise<BreakGlass | undefined> {
  const { chain, signer } = trust;
  const { document, facts, signers } = past.statement;
  const { revision, sha256 } = facts.previous;
  const before = revision === 0 ? undefined : await pastWith(trust.store, environment, revision, sha256);
  const { count = 1, by } = before?.settings?.policy?.approvals ?? {};
  const ownersOf = (keyIds: readonly string[]) => [
    ...new Set(keyIds.map((keyId) => keyOwnerOf(chain, keyId))),
  ];
  const isApprover = (keyId: string) => !by || isNamed(chain, by, keyId);
  const approvers = ownersOf((await approvingKeys(trust, environment, past)).filter(isApprover));
  if (approvers.length >= count) return undefined;
  const authors = ownersOf(signers);
  return {
    ...{ revision: document.signed.version, author: authors.join(' and '), reason: past.record.reason },
    canAcknowledge: signer.keyIds.some(
      (keyId) =>
        isActive(chain, keyId) &&
        isApprover(keyId) &&
        ![...authors, ...approvers].includes(keyOwnerOf(chain, keyId)),
    ),
  };
}

/** Newest first, back to the last revision that was approved normally. */
export async function openBreakGlass(trust: Trust, environment: string): Promise<BreakGlass[]> {
  const open: BreakGlass[] = [];
  let past = await readRecord(trust, environment, await currentRevision(trust.store, environment));
  while (past) {
    const { record, statement }: Recorded = past;
    const { plan, isBreakGlass } = record.policy ?? {};
    const isApproved = plan !== undefined && (await approvingKeys(trust, environment, past)).length > 0;
    if (isApproved && !isBreakGlass) break;
    const found = isBreakGlass ? await openOf(trust, environment, past) : undefined;
    if (found) open.push(found);
    const { revision, sha256 } = statement.facts.previous;
    const before = revision === 0 ? undefined : await readRecord(trust, environment, revision);
    if (before && statementHash(before.statement) !== sha256) break; // verification reports it
    past = before?.record.policy ? before : undefined;
  }
  return open;
}
