/**
 * How well automatic canaries are judged: the views that the theory asks for, whether simulated canaries are found within
 * them, and whole simulated days: `npx tsx bench/canaryPower.ts [--runs 400] [--days 200]`. Writes
 * `bench/results/canary-power.md`. Seeded: the same command gives the same table.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { durationEvidence } from '../tools/cli/src/canary/durations';
import { logLimit } from '../tools/cli/src/canary/mixture';
import { valuesToFindSlowdown, viewsToFindRate } from '../tools/cli/src/canary/power';
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
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

/** The share of canaries that are found within `wanted` canary views (or values of LCP, of which each load has one). */
function found(
  traffic: Omit<Traffic, 'seed' | 'viewsPerDay'>,
  share: number,
  wanted: number,
  metric: 'failures' | 'lcp',
): number {
  const limit = logLimit(FALSE_ABORT[metric]);
  return seeds(runs).filter((seed) => {
    const perMinute = (wanted * (metric === 'lcp' ? 2 : 1)) / LOOKS;
    const next = createTraffic({ ...traffic, seed, viewsPerDay: (perMinute * 1440) / share });
    const strata: Stratum[] = [];
    let seen = 0;
    for (let minute = 360; ; minute += 1) {
      const stratum = next(minute % 720 < 360 ? 360 : 1080, share * 100);
      strata.push({ ...stratum, minute: minute * 60_000 });
      seen += metric === 'lcp' ? stratum.canary.lcp.count : stratum.canary.views;
      if (seen > wanted) return false;
      const evidence = metric === 'lcp' ? durationEvidence(strata, 'lcp') : rateEvidence(strata, 'failures');
      if (evidence >= limit) return true;
    }
  }).length;
}

const lines = [
  '# How automatic canaries are judged: power and errors',
  '',
  `\`npx tsx bench/canaryPower.ts --runs ${String(runs)} --days ${String(days)}\`, seeded. "Views" are canary views in theory, for 90 % power, with a design effect of 2. "Found" are simulated canaries found within these views, looked at ${String(LOOKS)} times: with independent views, and with views that fail in pairs.`,
  '',
  '## A doubled rate of failed views',
  '',
  '| base rate | share of visitors | views | found, independent | found, pairs |',
  '| --------- | ----------------- | ----- | ------------------ | ------------ |',
];
for (const base of [0.005, 0.01, 0.02, 0.05]) {
  for (const share of [0.05, 0.25]) {
    const views = Math.ceil(viewsToFindRate(base, 2, share));
    const traffic = { base, ratio: 2, slowdown: 1 };
    const [independent, pairs] = [1, 2].map((cluster) =>
      found({ ...traffic, cluster }, share, views, 'failures'),
    );
    lines.push(
      `| ${String(base * 100)} % | ${String(share * 100)} % | ${views.toLocaleString('en-US')} | ${percent(independent ?? 0, runs)} | ${percent(pairs ?? 0, runs)} |`,
    );
  }
}
lines.push(
  '',
  `## An LCP that is 20 % longer (standard deviation of the logarithm ${String(LCP_DEVIATION)})`,
  '',
  '| share of visitors | values | found |',
  '| ----------------- | ------ | ----- |',
);
for (const share of [0.05, 0.25]) {
  const values = Math.ceil(valuesToFindSlowdown(LCP_DEVIATION, 1.2, share));
  const count = found({ base: 0.02, ratio: 1, slowdown: 1.2 }, share, values, 'lcp');
  lines.push(`| ${String(share * 100)} % | ${values.toLocaleString('en-US')} | ${percent(count, runs)} |`);
}
lines.push(
  '',
  '## Simulated days',
  '',
  `50,000 views a day, steps 1, 5, 25 and 100 %, a base rate of 2 %, looked at every 5 minutes; ${String(days)} days each. "Views" and "hours" are means until the end.`,
  '',
  '| canary | aborted | finished | still running | canary views | hours |',
  '| ------ | ------- | -------- | ------------- | ------------ | ----- |',
);
const kinds: readonly [string, Partial<Traffic>][] = [
  ['no difference', {}],
  ['no difference, views fail in pairs', { cluster: 2 }],
  ['no difference, views of a visitor (4) fail together', { cluster: 4 }],
  ['failed views doubled', { ratio: 2 }],
  ['LCP 20 % longer', { slowdown: 1.2 }],
];
for (const [name, traffic] of kinds) {
  const outcomes = seeds(days).map((seed) =>
    simulateDay({ ...{ seed, viewsPerDay: 50_000, base: 0.02, ratio: 1, slowdown: 1 }, ...traffic }),
  );
  const share = (verdict: string) =>
    percent(outcomes.filter((outcome) => outcome.verdict === verdict).length, days);
  const mean = (value: 'views' | 'hours') =>
    outcomes.reduce((sum, outcome) => sum + outcome[value], 0) / days;
  lines.push(
    `| ${name} | ${share('abort')} | ${share('finished')} | ${share('running')} | ${Math.round(mean('views')).toLocaleString('en-US')} | ${mean('hours').toFixed(1)} |`,
  );
}
writeFileSync(join(import.meta.dirname, 'results/canary-power.md'), `${lines.join('\n')}\n`);
console.log(lines.join('\n'));
