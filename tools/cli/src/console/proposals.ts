/** The steps of canaries that a user may sign now, as the environment's servers judge them. */
import type { HealthSource } from '@slipway/health';
import { type CanaryProposal, createProposals } from '../canary/proposals';
import type { Target } from '../command-line/target';
import type { Proposal } from './api';

/** The characters that a reason may have. */
const MAX_REASON = 500;

function actionOf(environment: string, { slice, version, next }: CanaryProposal): Proposal['action'] {
  if (next === null) return null;
  if (next === 0) return { kind: 'abort', environment, slice, version };
  return next === 100
    ? { kind: 'finish', environment, slice, version }
    : { kind: 'canary', environment, slice, of: version, percent: next };
}

function reasonOf({ next, percent, reasons }: CanaryProposal): string {
  const verdict = next === 0 ? 'the canary is worse' : `${String(percent)}% passed`;
  return `${verdict}: ${reasons.join('; ')}`.slice(0, MAX_REASON);
}

/** Empty without a collector, without a canary, or where no steps are set. @throws as the store does, `slice_untrusted` */
export async function readProposals(target: Target, source: HealthSource | undefined): Promise<Proposal[]> {
  if (!source) return [];
  const proposals = await createProposals({ target, source })();
  return proposals.map((proposal) => {
    const { slice, version, percent, reasons } = proposal;
    return {
      ...{ slice, version, percent, reasons },
      ...{ action: actionOf(target.named, proposal), reason: reasonOf(proposal) },
    };
  });
}
