/**
 * The steps that the reports propose for the canaries of an environment whose settings have steps: the judgment of its
 * servers, for users who sign the step themselves. No server passes it on: the same reports give the same judgment.
 */
import { isAppError } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import { createRounds, type Rounds } from './round';
import { stepCommand } from './steps';
import { type WatchedCanary, watchedCanaries } from './watch';

export interface CanaryProposal {
  slice: string;
  version: string;
  /** The share of visitors now. */
  percent: number;
  /** The share to sign: 0 aborts the canary, 100 finishes it. Null while it is not decided. */
  next: number | null;
  /** The results of the comparisons, or what is missing for them. */
  reasons: readonly string[];
  /** The command that signs it; null until there is a decision. */
  command: string | null;
  /** When the canary began. Milliseconds since 1970, by the store's clock. */
  began: number;
}

export interface ProposalsOf {
  target: Target;
  source: HealthSource;
}

/** Returns a function that judges each canary that runs. It remembers reports between two calls. @throws as the store does */
export function createProposals({ target, source }: ProposalsOf): () => Promise<CanaryProposal[]> {
  const known = new Map<string, Rounds>();

  const roundsOf = ({ slice, version, steps }: WatchedCanary): Rounds => {
    const key = `${slice} ${version} ${steps.join()}`;
    const canary = { target, source, slice, version, steps, candidates: [], author: '', reason: '' };
    const rounds = known.get(key) ?? createRounds(canary);
    known.set(key, rounds);
    return rounds;
  };

  async function propose(canary: WatchedCanary): Promise<CanaryProposal> {
    const { slice, version } = canary;
    const { verdict, reasons, percent, next: after, began } = await roundsOf(canary).judge();
    const next = verdict === 'continue' ? null : verdict === 'abort' ? 0 : after;
    const command = next === null ? null : stepCommand({ slice, environment: target.named, next });
    return { slice, version, percent, next, reasons, command, began };
  }

  return async () => {
    const proposals = (await watchedCanaries(target)).map((canary) =>
      propose(canary).catch((error: unknown) => {
        // Another process has ended the canary in the meantime, or started another one.
        if (isAppError(error) && (error.code === 'not_found' || error.code === 'conflict')) return undefined;
        throw error;
      }),
    );
    return (await Promise.all(proposals)).filter((proposal) => proposal !== undefined);
  };
}
