/** One round of an automatic canary: reads its state from the store and its reports, judges them, and acts. */
import { AppError, type ErrorCode, isAppError } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import { shortVersion } from '../command-line/text';
import { deploy } from '../composition/deploy';
import type { SelectionEdits } from '../composition/selection';
import type { Candidate } from '../release/candidate';
import { abortCanary } from './abort';
import { withCanary, withoutCanary } from './edits';
import { judgeCanary, type Judgment } from './judge';
import { createReportReader } from './reports';
import { defaultStepRules, type StepRules } from './rules';
import { strataOf } from './samples';
import { type CanaryState, canaryState } from './state';
import { stepAfter, stepCommand } from './steps';

export interface AutoCanary {
  target: Target;
  slice: string;
  version: string;
  /** The build, if it is not published yet. */
  candidates: readonly Candidate[];
  /** Ascending shares of visitors; the last is 100. */
  steps: readonly number[];
  author: string;
  reason: string;
  source: HealthSource;
  rules?: StepRules;
  /** Whether a step for which there is no key here is proposed, as a command, instead of an error. */
  proposes?: boolean;
}

export interface Round {
  /** `aborted` and `finished` end the canary; `waiting` and `proposed` changed nothing. */
  kind: 'started' | 'raised' | 'waiting' | 'proposed' | 'aborted' | 'finished';
  /** The share of visitors after the round. */
  percent: number;
  reasons: readonly string[];
}

type Running = Extract<CanaryState, { kind: 'running' }>;

/** The change is rejected now and may be allowed later: an approval, a freeze, another deploy, the network. */
const later: readonly ErrorCode[] = ['slice_incompatible', 'conflict', 'unavailable', 'rate_limited'];

const isLater = (error: unknown) => isAppError(error) && later.includes(error.code);

export interface JudgedCanary extends Judgment {
  /** The share of visitors now, and after the next step. */
  percent: number;
  next: number;
  /** When it began. Milliseconds since 1970, by the store's clock. */
  began: number;
}

export interface Rounds {
  /** Judges the canary and deploys the next step. @throws as a deploy does */
  run(): Promise<Round>;
  /** Judges the running canary, and changes nothing. @throws `not_found` when it does not run */
  judge(): Promise<JudgedCanary>;
}

/** The rounds of one canary. They remember only what they can read again. */
export function createRounds(canary: AutoCanary): Rounds {
  const { target, slice, version, steps, source, rules = defaultStepRules } = canary;
  const { named, store } = target;
  let wasSeen = false;
  const read = createReportReader(source, { environment: target.environment.name, slice });

  const change = (edits: SelectionEdits, reason: string) =>
    deploy({ ...target, candidates: [...canary.candidates], edits, author: canary.author, reason });
  const because = (reasons: readonly string[]) => `${canary.reason} (${reasons.join('; ')})`;

  /** The command for a step whose key only a user or another machine has. */
  const proposal = (error: unknown, percent: number, next: number, reasons: readonly string[]) =>
    canary.proposes && isAppError(error) && error.code === 'forbidden'
      ? {
          ...{ kind: 'proposed' as const, percent },
          reasons: [stepCommand({ slice, environment: named, next }), ...reasons],
        }
      : undefined;

  async function judge({ stable, percent, began, since }: Running, next: number): Promise<Judgment> {
    const versions = { stable, canary: version };
    const now = await store.now();
    try {
      const strata = strataOf(await read(began, now), versions, now);
      return judgeCanary(strata, { percent, since, isLast: next === 100 }, now, rules);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { verdict: 'continue', reasons: [error.message], comparisons: [] };
    }
  }

  async function start({ aborted }: Extract<CanaryState, { kind: 'absent' }>): Promise<Round> {
    if (wasSeen || aborted) {
      const why = aborted ? ` in revision ${String(aborted.revision)}: ${aborted.reason}` : '';
      throw new AppError(
        'conflict',
        `The canary ${slice} ${shortVersion(version)} was ended in ${named}${why}. To try it again, start it with --percent, then repeat this command`,
      );
    }
    const [percent = 1] = steps;
    try {
      await change(withCanary(slice, { version, percent }), canary.reason);
    } catch (error) {
      // Another process has started it at the same time: the next round sees that.
      if (!isAppError(error) || error.code !== 'conflict') throw error;
      return { kind: 'waiting', percent: 0, reasons: [error.message] };
    }
    return { kind: 'started', percent, reasons: [] };
  }

  async function abort({ percent }: Running, { reasons }: Judgment): Promise<Round> {
    try {
      const reason = `canary aborted automatically: ${reasons.join('; ')}`;
      await abortCanary(target, slice, { author: canary.author, reason });
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === 'conflict' || error.code === 'unavailable')
        return { kind: 'waiting', percent, reasons: [...reasons, `not aborted yet: ${error.message}`] };
      const proposed = proposal(error, percent, 0, reasons);
      if (proposed) return proposed;
      throw new AppError(
        error.code,
        `${slice} ${shortVersion(version)} is worse and still runs for ${String(percent)}% of visitors, because the abort was rejected: ${error.message}\n${reasons.join('\n')}\nEnd it now: slipway canary ${slice} --env ${named} --abort --reason "worse"`,
        { cause: error },
      );
    }
    return { kind: 'aborted', percent: 0, reasons };
  }

  async function raise(running: Running, next: number, { reasons }: Judgment): Promise<Round> {
    const edits =
      next === 100 ? withoutCanary(slice, version) : withCanary(slice, { version, percent: next });
    try {
      await change(edits, because([`${String(running.percent)}% passed`, ...reasons]));
    } catch (error) {
      const proposed = proposal(error, running.percent, next, reasons);
      if (proposed) return proposed;
      if (!isLater(error)) throw error;
      const message = error instanceof Error ? error.message : '';
      return { kind: 'waiting', percent: running.percent, reasons: [message] };
    }
    return { kind: next === 100 ? 'finished' : 'raised', percent: next, reasons };
  }

  async function run(): Promise<Round> {
    const state = await canaryState(target, slice, version);
    if (state.kind === 'finished') return { kind: 'finished', percent: 100, reasons: [] };
    if (state.kind === 'absent') return start(state);
    wasSeen = true;
    const next = stepAfter(steps, state.percent);
    const judgment = await judge(state, next);
    if (judgment.verdict === 'abort') return abort(state, judgment);
    if (judgment.verdict === 'pass') return raise(state, next, judgment);
    return { kind: 'waiting', percent: state.percent, reasons: judgment.reasons };
  }

  return {
    run,
    async judge() {
      const state = await canaryState(target, slice, version);
      if (state.kind === 'running') {
        const { percent, began } = state;
        const next = stepAfter(steps, percent);
        return { ...(await judge(state, next)), percent, next, began };
      }
      throw new AppError('not_found', `${slice} ${shortVersion(version)} has no canary in ${named}`);
    },
  };
}
