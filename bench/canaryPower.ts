/**
 * How well automatic canaries are judged: the visits that the theory asks for, whether simulated canaries are found within
 * them, and whole simulated days: `npx tsx bench/canaryPower.ts [--runs 400] [--days 200]`. Writes
 * `bench/results/canary-power.md`. Seeded: the same command gives the same table.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { durationEvidence, durationScore } from '../tools/cli/src/canary/durations';
import { logLimit } from '../tools/cli/src/canary/mixture';
import { valuesToFindSlowdown, visitsToFindRate } from '../tools/cli/src/canary/power';
import { rateEvidence } from '../tools/cli/src/canary/rates';
import { FALSE_ABORT } from '../tools/cli/src/canary/rules';
import type { Stratum } from '../tools/cli/src/canary/samples';
import {
  createTraffic,
  LCP_DEVIATION,
  simulateDay,
  type Traffic,
} from '../tools/cli/src/testing/canaryTraffic';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '400' }, days: { type: 'string', default: '200' } },
});
const runs = Number(options.runs);
const days = Number(options.days);
/** How often a simulated canary is looked at. */
const LOOKS = 40;

const seeds = (count: number) => Array.from({ length: count }, (_, run) => (run + 1) / 10_007);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;

/** The share of canaries that are found within `wanted` canary visits (or values of LCP, of which each load has one). */
function found(
  traffic: Omit<Traffic, 'seed' | 'visitsPerDay'>,
  share: number,
  wanted: number,
  metric: 'failures' | 'lcp',
): number {
  const limit = logLimit(FALSE_ABORT[metric]);
  return seeds(runs).filter((seed) => {
    const perMinute = (wanted * (metric === 'lcp' ? 2 : 1)) / LOOKS;
    const next = createTraffic({ ...traffic, seed, visitsPerDay: (perMinute * 1440) / share });
    const strata: Stratum[] = [];
    let seen = 0;
    for (let minute = 360; ; minute += 1) {
      const stratum = next(minute % 720 < 360 ? 360 : 1080, share * 100);
      strata.push({ ...stratum, minute: minute * 60_000 });
      seen += metric === 'lcp' ? stratum.canary.lcp.count : stratum.canary.visits;
      if (seen > wanted) return false;
      const evidence =
        metric === 'lcp' ? durationEvidence(durationScore(strata, 'lcp')) : rateEvidence(strata, 'failures');
      if (evidence >= limit) return true;
    }
  }).length;
}

const lines = [
  '# How automatic canaries are judged: power and errors',
  '',
  `\`npx tsx bench/canaryPower.ts --runs ${String(runs)} --days ${String(days)}\`, seeded. "Visits" are canary visits in theory, for 90% power. "Found" are simulated canaries found within these visits, looked at ${String(LOOKS)} times.`,
  '',
  '## A doubled rate of failed visits',
  '',
  '| base rate | share of visitors | visits | found |',
  '| --------- | ----------------- | ------ | ----- |',
];
for (const base of [0.005, 0.01, 0.02, 0.05]) {
  for (const share of [0.05, 0.25]) {
    const visits = Math.ceil(visitsToFindRate(base, 2, share));
    const count = found({ base, ratio: 2, slowdown: 1 }, share, visits, 'failures');
    lines.push(
      `| ${String(base * 100)}% | ${String(share * 100)}% | ${visits.toLocaleString('en')} | ${percent(count, runs)} |`,
    );
  }
}
lines.push(
  '',
  `## An LCP that is 20% longer (standard deviation of the logarithm ${String(LCP_DEVIATION)})`,
  '',
  '| share of visitors | values | found |',
  '| ----------------- | ------ | ----- |',
);
for (const share of [0.05, 0.25]) {
  const values = Math.ceil(valuesToFindSlowdown(LCP_DEVIATION, 1.2, share));
  const count = found({ base: 0.02, ratio: 1, slowdown: 1.2 }, share, values, 'lcp');
  lines.push(`| ${String(share * 100)}% | ${values.toLocaleString('en')} | ${percent(count, runs)} |`);
}
lines.push(
  '',
  '## Simulated days',
  '',
  `50,000 visits a day, of one view, or of four views that fail together; steps 1, 5, 25 and 100%, a base rate of 2% of the visits, looked at every 5 minutes; ${String(days)} days each. "Visits" and "hours" are means until the end.`,
  '',
  '| canary | views of a visit | aborted | finished | still running | canary visits | hours |',
  '| ------ | ---------------- | ------- | -------- | ------------- | ------------- | ----- |',
);
const kinds: readonly [string, Partial<Traffic>, readonly number[]][] = [
  ['no difference', {}, [1, 4]],
  ['failed visits doubled', { ratio: 2 }, [1, 4]],
  ['LCP 20% longer', { slowdown: 1.2 }, [1]],
];
for (const [name, viewsPerVisit, traffic] of kinds.flatMap(([name, traffic, views]) =>
  views.map((each) => [name, each, traffic] as const),
)) {
  const outcomes = seeds(days).map((seed) =>
    simulateDay({
      ...{ seed, visitsPerDay: 50_000, base: 0.02, ratio: 1, slowdown: 1 },
      ...{ viewsPerVisit, ...traffic },
    }),
  );
  const share = (verdict: string) =>
    percent(outcomes.filter((outcome) => outcome.verdict === verdict).length, days);
  const mean = (value: 'visits' | 'hours') =>
    outcomes.reduce((sum, outcome) => sum + outcome[value], 0) / days;
  lines.push(
    `| ${name} | ${String(viewsPerVisit)} | ${share('abort')} | ${share('finished')} | ${share('running')} | ${Math.round(mean('visits')).toLocaleString('en')} | ${mean('hours').toFixed(1)} |`,
  );
}
writeFileSync(join(import.meta.dirname, 'results/canary-power.md'), `${lines.join('\n')}\n`);
console.log(lines.join('\n'));
