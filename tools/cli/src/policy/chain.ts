/**
 * Verifies that a revision met the policy of the settings that it replaced. Each statement contains the hash of the
 * previous one, so the deployer cannot choose the policy: it comes from the newest revision that this machine, or the
 * online key's timestamp, has verified.
 */
import { isAppError } from '@slipway/contracts';
import type { Policy } from '../environment/policy';
import { settingsKey } from '../store/keys';
import { untrusted } from '../trust/document';
import type { Trust } from '../trust/open';
import { statementKey } from '../trust/paths';
import type { SeenRevision } from '../trust/pins';
import { type Statement, verifyStatement } from '../trust/statements';
import type { Anchor } from './anchor';
import { approvalDocuments, hasSigned, verifiedApprovals } from './approvals';
import { storedEvidenceFailures } from './evidence';
import type { PartChanges } from './parts';
import { changesSince, hadNoPolicy, movedSince, type Past, pastOf, replacedBy, statementHash } from './past';
import { isFirstOrder, isOrder } from './isOrder';
import { readPlan } from './plan';
import { verifyDocuments } from './recordedDocuments';
import { type PlanEvidence, policyFailures } from './rules';

/** The keys that signed the statement itself: its authors. Signatures that were added later are not the author's. */
const authorsOf = ({ document, signers }: Statement): readonly string[] => {
  const own = signers.filter((keyId) => keyId in document.signatures);
  return own.length > 0 ? own : signers;
};

async function evidenceOf(
  { store, chain }: Trust,
  environment: string,
  past: Past,
  before: Past | undefined,
  { changes, ever }: { changes: PartChanges; ever: boolean },
): Promise<PlanEvidence | undefined> {
  const { plan: name, approvals = [] } = past.record.policy ?? {};
  const plan = name === undefined ? undefined : await readPlan(store, environment, name);
  if (!plan) return undefined;
  return {
    ...plan,
    approvals: verifiedApprovals(chain, environment, plan.sha256, approvals, { ever }),
    moved: await movedSince(store, environment, plan.plan.base, before, changes),
  };
}

/** The policy that a change of `before` has to meet. */
async function policyAfter(
  before: Past | undefined,
  anchor: Anchor | undefined,
  isAnchor: boolean,
): Promise<Policy | undefined> {
  if (!before?.isIncomplete || isAnchor) return before?.settings?.policy;
  if (before.sha256 === anchor?.sha256) return anchor.policy();
  const { environment, settings = 0 } = before.composition;
  throw untrusted(
    `${settingsKey(environment, settings)} is missing, so the policy of ${environment} is unknown: restore it from a backup`,
  );
}

async function failuresOf(
  trust: Trust,
  environment: string,
  past: Past,
  before: Past | undefined,
  { policy, ever, newest }: { policy: Policy | undefined; ever: boolean; newest: Past },
): Promise<string[]> {
  if (!policy) return [];
  const { store, chain } = trust;
  if (before && (await isOrder(store, before, past))) return [];
  const isBreakGlass = past.record.policy?.isBreakGlass ?? false;
  const changes = changesSince(before, past);
  // No other rule reads them.
  const later = policy.approvals ? await approvalDocuments(store, environment, past.sha256) : [];
  const unproven =
    policy.requireEvidence && !isBreakGlass && !trust.isOwn
      ? await storedEvidenceFailures(trust, before?.composition, past.composition, newest.composition)
      : [];
  const failures = policyFailures(chain, policy, {
    ...{ environment, changes, isBreakGlass },
    at: new Date(past.statement.facts.createdAt),
    authors: authorsOf(past.statement),
    plan: await evidenceOf(trust, environment, past, before, { changes, ever }),
    approvals: verifiedApprovals(chain, environment, past.sha256, later, { ever }),
  });
  return [...failures, ...unproven];
}

/** A revision that does not continue the newest verified one: only break-glass, by the newest verified policy. */
function forkFailures(
  { chain }: Trust,
  environment: string,
  past: Past,
  { anchor, policy }: { anchor: Anchor; policy: Policy | undefined },
): string[] {
  if (!policy) return [];
  const failures = policyFailures(chain, policy, {
    ...{ environment, plan: undefined, approvals: [] },
    changes: { 'slice *': [null, null] },
    isBreakGlass: past.record.policy?.isBreakGlass ?? false,
    at: new Date(past.statement.facts.createdAt),
    authors: authorsOf(past.statement),
  });
  return failures.length === 0
    ? []
    : [
        `it does not continue revision ${String(anchor.revision)}, which was verified before: only a rollback with --break-glass may do that`,
        ...failures,
      ];
}

/**
 * The statement of an earlier revision with its signers. After an anchor, only keys that are in their roles now count.
 * Without an anchor, on a machine that sees the store for the first time, all keys that were ever registered count.
 */
async function signedStatement(
  { store, chain }: Trust,
  environment: string,
  { statement, sha256: expected }: Past,
  anchor: Anchor | undefined,
): Promise<Statement> {
  const { document } = statement;
  if (!anchor) {
    const signers = Object.keys(document.signatures).filter((keyId) => hasSigned(chain, keyId, document));
    return { ...statement, signers };
  }
  const verified = await verifyStatement(store, chain, environment, document.signed.version);
  if (statementHash(verified) === expected) return verified;
  throw untrusted(
    `${statementKey(environment, document.signed.version)} was altered while it was read: try again`,
  );
}

/**
 * Why a revision of the history did not meet the policy of the previous one, by all keys that were ever registered.
 * Evidence is not checked, because its releases may be pruned. If the previous revision is missing, its policy is
 * unknown and nothing is reported. `past.statement` has the keys that signed it.
 */
export async function pastFailures(trust: Trust, environment: string, past: Past): Promise<string[]> {
  const before = await replacedBy(trust.store, environment, past.statement).catch((error: unknown) => {
    if (isAppError(error) && error.code !== 'unavailable') return undefined; // its own row says why
    throw error;
  });
  if (!before?.settings?.policy) return [];
  const policy = { ...before.settings.policy, requireEvidence: false };
  return failuresOf(trust, environment, past, before, { policy, ever: true, newest: past });
}

/** The facts of a verified revision that a machine remembers to verify the next one. */
const pinsOf = ({ sha256, settings }: Past) => ({ statement: sha256, policy: settings?.policy });

/**
 * Verifies `newest` and every revision between it and the anchor. Without an anchor, back to the first one.
 * Returns what to remember of `newest`. @throws `slice_untrusted` with every reason
 */
export async function verifyPolicy(
  trust: Trust,
  environment: string,
  newest: Statement,
  anchor: Anchor | undefined,
): Promise<Pick<SeenRevision, 'statement' | 'policy'>> {
  const { store } = trust;
  const last = await pastOf(store, environment, newest);
  for (let past = last; ;) {
    const isAnchor = past.sha256 === anchor?.sha256;
    const isLast = past === last;
    const { revision } = past.composition;
    // Verified earlier, and there was no policy to meet.
    if (isAnchor && (await hadNoPolicy(store, environment, past.statement))) return pinsOf(last);
    const before = await replacedBy(store, environment, past.statement).catch((error: unknown) => {
      if (isAnchor && isAppError(error) && error.code !== 'unavailable') return undefined; // verified before
      throw error;
    });
    const continues =
      !anchor ||
      isAnchor ||
      before?.sha256 === anchor.sha256 ||
      (before !== undefined && before.statement.document.signed.version > anchor.revision);
    const policy = await (continues ? policyAfter(before, anchor, isAnchor) : anchor.policy());
    if (!isLast && policy)
      past = { ...past, statement: await signedStatement(trust, environment, past, anchor) };
    const failures = continues
      ? await failuresOf(trust, environment, past, before, { policy, ever: !isLast && !anchor, newest: last })
      : forkFailures(trust, environment, past, { anchor, policy });
    if (failures.length > 0) {
      throw untrusted(
        `Revision ${String(revision)} of ${environment} does not meet the policy:\n${failures.map((line) => `  ${line}`).join('\n')}\nRoll back to an approved revision with --break-glass, or have it approved: slipway approve ${environment} --revision ${String(revision)}`,
      );
    }
    if (
      isLast &&
      policy?.approvals &&
      !past.record.policy?.isBreakGlass &&
      !(await isFirstOrder(store, before, past))
    )
      await verifyDocuments(trust, past);
    if (!before || !continues || isAnchor || before.sha256 === anchor?.sha256) return pinsOf(last);
    past = before;
  }
}
