/** The report of `bench/pages.ts`: where we lose first, then every measure of every page, then what a failure shows. */
import { median, ratioOf } from '../slowPages';
import type { Outcome } from './faults';
import { type Profile, profiles as settings } from './visit';

/** One contender: its values by measure, one per run. */
export interface Series {
  name: string;
  values: Map<string, number[]>;
}

const RESAMPLES = 1_000;
const titles: Record<string, string> = {
  before: 'the earlier commit',
  monolith: 'the monolith',
  stock: 'stock Module Federation',
};

/** The median with its 95 % interval by resampling. */
export function medianOf(values: readonly number[]) {
  const draw = () => values.map(() => values[Math.floor(Math.random() * values.length)] ?? Number.NaN);
  const medians = Array.from({ length: RESAMPLES }, () => median(draw())).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.floor(share * RESAMPLES)] ?? Number.NaN;
  return { middle: median(values), low: at(0.025), high: at(0.975) };
}

const titleOf = (profile: Profile) => {
  const { isSlow, rate } = settings[profile];
  const limits = [...(isSlow ? ['150 ms, 1.6 Mbit/s'] : []), ...(rate > 1 ? ['a fourth of the CPU'] : [])];
  return `${profile}: ${limits.length > 0 ? limits.join(', ') : 'no limits'}`;
};

/** Only these say who is faster; bytes, requests and rounds explain it. */
const isJudged = (key: string) => /(?:LCP|data|main thread|click to|INP|return)/.test(key);
const shown = (value: number) =>
  Math.abs(value) < 1 ? value.toFixed(3) : value.toFixed(value < 100 ? 1 : 0);
const withInterval = (values: readonly number[]) => {
  const { middle, low, high } = medianOf(values);
  return low === high ? shown(middle) : `${shown(middle)} [${shown(low)}, ${shown(high)}]`;
};

const ratio = (ours: readonly number[], other: readonly number[]) => {
  const { middle, low, high } = ratioOf(ours, other);
  const text = Number.isFinite(middle) ? `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]` : '';
  return { middle, low, text };
};

export interface Circumstances {
  command: string;
  machine: string;
  runs: number;
  profiles: readonly Profile[];
  outcomes: readonly Outcome[];
  /** Files of the charts, beside the report. */
  charts: readonly string[];
}

/** Nothing for a profile that was not measured. */
function tableOf(profile: Profile, ours: Series, others: readonly Series[]): string[] {
  const rows = [...ours.values].filter(([key]) => key.startsWith(`${profile} `));
  if (rows.length === 0) return [];
  return [
    `## ${titleOf(profile)}`,
    '',
    `| page and measure | ours | ${others.map(({ name }) => name).join(' | ')} | ${others.map(({ name }) => `ours / ${name}`).join(' | ')} |`,
    `| --- | --: | ${others.map(() => '--:').join(' | ')} | ${others.map(() => '---').join(' | ')} |`,
    ...rows.map(([key, values]) => {
      const medians = others.map((other) => withInterval(other.values.get(key) ?? []));
      const ratios = others.map((other) => ratio(values, other.values.get(key) ?? []).text);
      return `| ${key.slice(profile.length + 1)} | ${withInterval(values)} | ${medians.join(' | ')} | ${ratios.join(' | ')} |`;
    }),
    '',
  ];
}

const time = (seconds: number | undefined) => (seconds === undefined ? 'never' : `${seconds.toFixed(1)} s`);

const outcomesOf = (outcomes: readonly Outcome[]) => [
  '## When the marketplace does not load',
  '',
  'Its files return status 503 (dead), never come (hanging) or come after 5 s (slow). Each is opened once, without limits; a visit waits 25 s for its last state.',
  '',
  '| slice | page | contender | header after | in the end | after |',
  '| --- | --- | --- | --: | --- | --: |',
  ...outcomes.map(
    ({ fault, path, contender, frame, end, after }) =>
      `| ${fault} | ${path} | ${contender} | ${time(frame)} | ${end} | ${time(after)} |`,
  ),
  '',
];

export function reportOf(
  [ours, ...others]: readonly Series[],
  { command, machine, runs, profiles, outcomes, charts }: Circumstances,
): string {
  if (!ours) return '';
  const [first] = others;
  const lost = [...ours.values]
    .filter(([key]) => isJudged(key))
    .map(([key, values]) => ({ key, ...ratio(values, first?.values.get(key) ?? []) }))
    .filter(({ low, middle }) => low > 1 && Number.isFinite(middle))
    .sort((a, b) => b.middle - a.middle);
  const losses = lost.map(({ key, text }) => `- ${key}: ${text}`);
  return [
    `# Pages against ${others.map(({ name }) => titles[name] ?? name).join(', ')}`,
    '',
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, ${String(runs)} runs, ${machine}. Cold deep links, contenders alternately. Medians with 95 % intervals; a ratio is that of visits of one run, resampled by runs. One server: HTTP/2, Brotli 11, the same cache headers; responses of the backend after 25 ms.`,
    '',
    ...charts.flatMap((file) => [`![Medians and 95 % intervals](${file})`, '']),
    `## Where we lose to ${titles[first?.name ?? ''] ?? ''}`,
    '',
    ...(losses.length > 0 ? losses : ['Nowhere with certainty.']),
    '',
    ...(outcomes.length > 0 ? outcomesOf(outcomes) : []),
    // Returns after a redeploy have the profile `fast` in every run.
    ...[...new Set<Profile>([...profiles, 'fast'])].flatMap((profile) => tableOf(profile, ours, others)),
  ].join('\n');
}
