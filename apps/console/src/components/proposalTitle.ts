import type { Proposal } from '@slipway/cli/console';
import { text } from '../messages';

export function proposalTitle({ action }: Proposal): string {
  if (!action) return text.proposals.undecided;
  return action.kind === 'canary' ? text.proposals.canary(action.percent) : text.proposals[action.kind];
}
