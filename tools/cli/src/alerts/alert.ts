/** An alert: a message to the owner of a slice. */
import { defaultBudget, type Release } from '@slipway/contracts';
import type { CanaryProposal } from '../canary/proposals';
import type { Rates } from './budget';

export interface Alert {
  /** Equal for the same problem, so that it is sent once. */
  id: string;
  environment: string;
  address: string;
  slice: string;
  owner: string;
  version: string;
  /** A full commit id, or `unknown`. */
  commit: string;
  /** ISO-8601 UTC: when this release became the stable one, or a canary, and by whom. */
  deployedAt: string;
  author: string;
  kind: 'budget' | 'deploy' | 'files' | 'canary';
  /** `failed`: views failed; `errors`: views with an error; `files`: files are missing or altered; `canary`: see `proposal`. */
  metric: 'failed' | 'errors' | 'files' | 'canary';
  /** How many times too fast the budget is used, and over which time. */
  burn?: { rate: number; window: string; allowed: number };
  now: Rates;
  /** The rates in the day before the deploy; undefined for a budget alert. */
  before?: Rates;
  /** A step of the canary `version` that waits for a signature. */
  proposal?: Pick<CanaryProposal, 'percent' | 'next' | 'reasons'> & { command: string };
  /** The files that are missing or altered. */
  damage?: readonly string[];
  /** The most frequent failures of the release. */
  failures: { text: string; count: number }[];
  /** Whether `version` is a canary, without which the slice is within its budget. */
  isCanary?: boolean;
  /** The command that rolls back to the previous release, or aborts the canary. Undefined for the first release. */
  rollback?: string;
}

/** The owner of the shell, which has no manifest that names one: its alerts go to it. */
export const shellOwner = 'shell';

export const ownedBy = (release: Release) =>
  release.kind === 'slice'
    ? { owner: release.owner, budget: release.budget ?? defaultBudget }
    : { owner: shellOwner, budget: defaultBudget };
