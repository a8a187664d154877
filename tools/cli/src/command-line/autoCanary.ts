/** `slipway canary --auto`: raises the share of visitors step by step, judges each step, and aborts by itself. */
import { AppError } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import { type AutoCanary, createRounds, type Round } from '../canary/round';
import { defaultStepRules } from '../canary/rules';
import { superviseCanary } from '../canary/supervise';
import type { ChosenRelease } from './slices';
import { author } from './author';
import type { Output, Terminal } from './command';
import { parseDuration } from './durations';
import { type ChangeArgs, missingReason } from './reason';
import type { Target } from './target';
import { shortVersion } from './text';

export const autoArgs = {
  auto: {
    type: 'string',
    valueHint: 'steps',
    description: 'Raise the share step by step, such as 1,5,25,100; abort when the canary is worse',
  },
  every: {
    type: 'string',
    valueHint: 'duration',
    default: '60s',
    description: 'The time between two checks of --auto',
  },
  'max-time': {
    type: 'string',
    valueHint: 'duration',
    description: 'How long --auto runs before it stops and leaves the canary as it is; no limit by default',
  },
  'step-visits': {
    type: 'string',
    valueHint: 'n',
    default: String(defaultStepRules.visits),
    description: 'Visits of the canary that a step of --auto needs',
  },
  'step-time': {
    type: 'string',
    valueHint: 'duration',
    default: `${String(defaultStepRules.minutes)}m`,
    description: 'The minimum time of a step of --auto',
  },
} as const;

interface Args extends ChangeArgs {
  auto: string;
  every: string;
  'max-time'?: string | undefined;
  'step-visits': string;
  'step-time': string;
}

/** @throws `invalid_input` */
export function parseSteps(text: string): number[] {
  const steps = text.split(',').map(Number);
  const isAscending = steps.every((step, at) => at === 0 || step > (steps[at - 1] ?? 0));
  const isValid = steps.every((step) => Number.isInteger(step) && step >= 1 && step <= 100);
  if (isValid && isAscending && steps.length > 1 && steps.at(-1) === 100) return steps;
  throw new AppError(
    'invalid_input',
    `--auto ${text} must be ascending whole numbers from 1 that end with 100, such as 1,5,25,100`,
  );
}

function parseVisits(text: string): number {
  const visits = Number(text);
  if (Number.isInteger(visits) && visits >= 1) return visits;
  throw new AppError('invalid_input', `--step-visits ${text} must be a whole number above 0`);
}

/** Before anything is read. @throws `invalid_input` */
export function parseAutoArgs(args: Args) {
  const parsed = {
    steps: parseSteps(args.auto),
    rules: {
      ...defaultStepRules,
      visits: parseVisits(args['step-visits']),
      minutes: parseDuration('--step-time', args['step-time']) / 60_000,
    },
    every: parseDuration('--every', args.every),
    limit: args['max-time'] === undefined ? Infinity : parseDuration('--max-time', args['max-time']),
    isDryRun: args['dry-run'],
  };
  if (args.plan || args['break-glass'])
    throw new AppError('invalid_input', '--auto cannot be combined with --plan or --break-glass');
  const reason = args.reason?.trim();
  if (!reason) throw missingReason();
  return { ...parsed, reason };
}

const verbs: Record<Round['kind'], string> = {
  started: 'started at',
  raised: 'raised to',
  waiting: 'waits at',
  proposed: 'stays at',
  aborted: 'aborted, now',
  finished: 'finished, now',
};

export function roundText(slice: string, version: string, { kind, percent, reasons }: Round): string {
  const share = Number.isNaN(percent) ? 'an unknown share' : `${String(percent)}%`;
  return [
    `${slice} ${shortVersion(version)} ${verbs[kind]} ${share}`,
    ...reasons.map((line) => `  ${line}`),
  ].join('\n');
}

/** @throws `slice_incompatible` after an abort, `unavailable` at the time limit */
export async function runAutoCanary(
  target: Target,
  { id, version, candidate, notice }: ChosenRelease,
  source: HealthSource,
  { steps, rules, every, limit, isDryRun, reason }: ReturnType<typeof parseAutoArgs>,
  terminal: Terminal,
): Promise<Output> {
  const canary: AutoCanary = {
    ...{ target, slice: id, version, source, reason, steps, rules },
    candidates: candidate ? [candidate] : [],
    author: author(terminal.env, target.workspace.root),
  };
  if (isDryRun) return judgeOnce(canary);
  // Now: the canary runs for hours.
  if (notice !== undefined) terminal.print({ text: notice, data: { slice: id, version, notice } });
  let shown = '';
  const round = await superviseCanary(canary, {
    ...{ every, limit },
    report(latest) {
      const text = roundText(id, version, latest);
      if (text !== shown) terminal.print({ text, data: { slice: id, version, ...latest } });
      shown = text;
    },
  });
  const { kind, reasons } = round;
  if (kind === 'finished') return { text: `Everyone gets ${id} ${shortVersion(version)}`, data: round };
  throw kind === 'aborted'
    ? new AppError(
        'slice_incompatible',
        [`The canary ${id} ${shortVersion(version)} was aborted`, ...reasons].join('\n'),
      )
    : new AppError(
        'unavailable',
        [
          `--max-time is over, and the canary stays as it is: repeat the command to continue`,
          ...reasons,
        ].join('\n'),
      );
}

/** Judges the running canary, and changes nothing. @throws `not_found` when it does not run */
async function judgeOnce(canary: AutoCanary): Promise<Output> {
  const { verdict, reasons, comparisons } = await createRounds(canary).judge();
  return {
    text: [`${canary.slice} ${shortVersion(canary.version)}: ${verdict}`, ...reasons].join('\n  '),
    data: { verdict, reasons, comparisons },
  };
}
