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
import type { Target } from './target';
import { shortVersion } from './text';

export const autoArgs = {
  auto: {
    type: 'string',
    valueHint: 'steps',
    description:
      'Raise the share by itself while the canary is not worse, such as 1,5,25,100; abort when it is',
  },
  every: { type: 'string', valueHint: 'time', default: '60s', description: 'How often --auto looks' },
  'max-time': {
    type: 'string',
    valueHint: 'time',
    description: 'How long --auto runs before it stops and leaves the canary; without end by default',
  },
  'step-visits': {
    type: 'string',
    valueHint: 'n',
    default: String(defaultStepRules.visits),
    description: 'Visits of the canary that a step of --auto needs',
  },
  'step-time': {
    type: 'string',
    valueHint: 'time',
    default: `${String(defaultStepRules.minutes)}m`,
    description: 'The least time of a step of --auto',
  },
} as const;

interface Args {
  env: string;
  auto: string;
  every: string;
  'max-time'?: string | undefined;
  'step-visits': string;
  'step-time': string;
  reason?: string | undefined;
  plan: boolean;
  'break-glass': boolean;
  'dry-run': boolean;
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

const verbs: Record<Round['kind'], string> = {
  started: 'started at',
  raised: 'raised to',
  waiting: 'waits at',
  proposed: 'stays at',
  aborted: 'aborted, now',
  finished: 'finished, now',
};

export function roundText(slice: string, version: string, { kind, percent, reasons }: Round): string {
  const share = Number.isNaN(percent) ? 'an unknown share' : `${String(percent)} %`;
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
  args: Args,
  terminal: Terminal,
): Promise<Output> {
  const reason = args.reason?.trim();
  if (!reason)
    throw new AppError('invalid_input', 'Every change needs a reason: add --reason "why it is made"');
  if (args.plan || args['break-glass'])
    throw new AppError('invalid_input', '--auto cannot be combined with --plan or --break-glass');
  const canary: AutoCanary = {
    ...{ target, slice: id, version, source, reason },
    candidates: candidate ? [candidate] : [],
    steps: parseSteps(args.auto),
    author: author(terminal.env, target.workspace.root),
    rules: {
      ...defaultStepRules,
      visits: parseVisits(args['step-visits']),
      minutes: parseDuration('--step-time', args['step-time']) / 60_000,
    },
  };
  const every = parseDuration('--every', args.every);
  const limit = args['max-time'] === undefined ? Infinity : parseDuration('--max-time', args['max-time']);
  if (args['dry-run']) return judgeOnce(canary);
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
