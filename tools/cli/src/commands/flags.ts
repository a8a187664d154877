/**
 * `slipway flags --env`: the rule of each flag of an environment, and the rates of failed visits of its variants.
 * Source: the current composition; the exposures of the collector, if there is a key for its readers.
 */
import type { FlagRule } from '@slipway/contracts';
import type { HealthExposure } from '@slipway/health';
import { environmentArg, slipwayCommand } from '../command-line/command';
import { parseDuration } from '../command-line/durations';
import { findHealthSource } from '../command-line/healthSource';
import { openTarget, runningComposition } from '../command-line/target';
import { table } from '../command-line/text';

/** Milliseconds. Records are sums of whole hours. */
const HOUR = 3_600_000;

/** Visits of the pages of one slice that had one variant. */
interface Variant extends Pick<HealthExposure, 'variant' | 'visits' | 'failedVisits' | 'errorVisits'> {
  /** The slice of the page. */
  page: string;
}

function ruleText(rule: FlagRule): string {
  if (typeof rule === 'boolean') return rule ? 'on' : 'off';
  const { percent, people = [] } = rule;
  return [
    ...(percent === undefined ? [] : [`${String(percent)}%`]),
    ...(people.length > 0 ? [`${String(people.length)} listed`] : []),
  ].join(', ');
}

/** The sums of all releases and hours, by page; `off` before `on`. Visits with an override are of developers. */
function variantsOf(exposures: readonly HealthExposure[], flag: string): Variant[] {
  const sums = new Map<string, Variant>();
  for (const row of exposures) {
    if (row.flag !== flag || row.group === 'override') continue;
    const key = `${row.slice} ${row.variant}`;
    const sum = sums.get(key) ?? {
      ...{ page: row.slice, variant: row.variant },
      ...{ visits: 0, failedVisits: 0, errorVisits: 0 },
    };
    for (const field of ['visits', 'failedVisits', 'errorVisits'] as const) sum[field] += row[field];
    sums.set(key, sum);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

const share = (count: number, visits: number) =>
  visits > 0 ? `${((100 * count) / visits).toFixed(2)}%` : 'unknown';

const lineOf = ({ page, variant, visits, failedVisits, errorVisits }: Variant): string[] => [
  ...[page, variant, String(visits)],
  ...[share(failedVisits, visits), share(errorVisits, visits)],
];

export default slipwayCommand({
  meta: { name: 'slipway flags', description: 'Show who gets each flag, and compare its variants' },
  args: {
    ...environmentArg,
    since: {
      type: 'string',
      valueHint: 'duration',
      default: '168h',
      description: 'How far back to count visits, such as 6h; records are kept for 30 days (720h)',
    },
  },
  examples: ['slipway flags --env local', 'slipway flags --env production --since 24h'],
  async run({ env, since }, terminal) {
    const period = parseDuration('--since', since);
    const target = await openTarget(terminal.workspace(), env);
    const { name } = target.environment;
    const composition = await runningComposition(target);
    const now = Date.now();
    const from = new Date(Math.floor((now - period) / HOUR) * HOUR);
    const source = findHealthSource(terminal.env, target);
    const exposures = source ? await source.exposures({ environment: name, from, to: new Date(now) }) : [];

    const flags = Object.entries(composition.flags ?? {}).flatMap(([slice, rules]) =>
      Object.entries(rules).map(([flag, rule]) => ({
        flag: `${slice}.${flag}`,
        rule,
        variants: variantsOf(exposures, `${slice}.${flag}`),
      })),
    );
    const lines = flags.flatMap(({ flag, rule, variants }) => {
      const own = [flag, ruleText(rule)];
      return variants.length > 0 ? variants.map((variant) => [...own, ...lineOf(variant)]) : [own];
    });
    return {
      text: [
        flags.length > 0
          ? table([['flag', 'rule', 'page of', 'variant', 'visits', 'failed', 'with errors'], ...lines])
          : `${env} sets no flag`,
        ...(source ? [] : ['\nSet SLIPWAY_HEALTH_KEY to compare variants: it is the key of the collector.']),
      ].join('\n'),
      data: { environment: env, since: from.toISOString(), flags },
    };
  },
});
