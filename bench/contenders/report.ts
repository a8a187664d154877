/** The report of `bench/pages.ts`: where we lose first, then every measure of every page. */
import { median, ratioOf } from '../slowPages';

/** One contender: its values by measure, one per run. */
export interface Series {
  name: string;
  values: Map<string, number[]>;
}

const PROFILES: Record<string, string> = {
  slow: '150 ms, 1.6 Mbit/s, a fourth of the CPU',
  fast: 'no limits',
};
/** Only these say who is faster; bytes, requests and rounds explain it. */
const isJudged = (key: string) => /(?:LCP|main thread|click to)/.test(key);
/** The small letter's digits that a value needs. */
const shown = (value: number) =>
  Math.abs(value) < 1 ? value.toFixed(3) : value.toFixed(value < 100 ? 1 : 0);

const ratio = (ours: readonly number[], other: readonly number[]) => {
  const { middle, low, high } = ratioOf(ours, other);
  const text = Number.isFinite(middle) ? `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]` : '';
  return { middle, low, text };
};

export function reportOf(
  [ours, ...others]: readonly Series[],
  {
    command,
    machine,
    runs,
    profiles,
  }: {
    command: string;
    machine: string;
    runs: number;
    profiles: readonly string[];
    routes: readonly string[];
  },
): string {
  if (!ours) return '';
  const [monolith] = others;
  const lost = [...ours.values]
    .filter(([key]) => isJudged(key))
    .map(([key, values]) => ({ key, ...ratio(values, monolith?.values.get(key) ?? []) }))
    .filter(({ low }) => low > 1)
    .sort((a, b) => b.middle - a.middle);
  const losses = lost.map(({ key, text }) => `- ${key}: ${text}`);
  const table = (profile: string) => [
    `## ${PROFILES[profile] ?? profile}`,
    '',
    `| page and measure | ours | ${others.map(({ name }) => name).join(' | ')} | ${others.map(({ name }) => `ours / ${name} [95 %]`).join(' | ')} |`,
    `| --- | --: | ${others.map(() => '--:').join(' | ')} | ${others.map(() => '---').join(' | ')} |`,
    ...[...ours.values]
      .filter(([key]) => key.startsWith(`${profile} `))
      .map(([key, values]) => {
        const medians = others.map((other) => shown(median(other.values.get(key) ?? [])));
        const ratios = others.map((other) => ratio(values, other.values.get(key) ?? []).text);
        return `| ${key.slice(profile.length + 1)} | ${shown(median(values))} | ${medians.join(' | ')} | ${ratios.join(' | ')} |`;
      }),
    '',
  ];
  return [
    '# Pages against a monolith and stock Module Federation',
    '',
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, ${String(runs)} runs, ${machine}. Cold deep links, contenders by turns. Medians; a ratio is that of visits of one run, with a 95 % interval by resampling runs. One server: HTTP/2, Brotli 11, the same cache headers; responses of the backend after 25 ms.`,
    '',
    '## Where we lose to the monolith',
    '',
    ...(losses.length > 0 ? losses : ['Nowhere with certainty.']),
    '',
    ...profiles.flatMap(table),
  ].join('\n');
}
