/**
 * Slices that have spent their error budget: more of their views went wrong than their manifest allows. The deployer's
 * command line checks it, because servers do not read health records.
 */
import { defaultBudget, type Composition } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import { type Rates, ratesOf } from '../alerts/budget';
import { createReportReader } from '../canary/reports';
import { type Change, selectionOf } from '../composition/selection';
import type { ErrorBudgetRule } from '../environment/policy';
import type { Trust } from '../trust/open';
import { verifiedRelease } from '../trust/signedRelease';

const DAY = 86_400_000;
/** Fewer bad views than this are chance. */
const MIN_BAD = 10;

/** The views of a slice, of all its releases, since a time in milliseconds. */
export type ReadRates = (slice: string, from: number, to: number) => Promise<Rates>;

/** Visits with an override belong to developers and are ignored. */
export const ratesFrom =
  (source: Pick<HealthSource, 'minutes'>, environment: string): ReadRates =>
  async (slice, from, to) => {
    const rows = await createReportReader(source, { environment, slice })(from, to);
    return ratesOf(rows.filter(({ group }) => group !== 'override'));
  };

const kinds = { failed: 'failed', errors: 'had an error' } as const;
const percent = (share: number) => `${String(Number((100 * share).toFixed(2)))}%`;

/** The budget is that of the release that runs: a new one cannot give itself a larger one. */
async function budgetOf(trust: Trust, before: Composition, slice: string) {
  const version = selectionOf(before).stable.get(slice);
  if (version === undefined) return undefined; // new here
  const { release } = await verifiedRelease(trust, { id: slice, version });
  return (release.kind === 'slice' ? release.budget : undefined) ?? defaultBudget;
}

/** A sentence for each slice that gets another release and has spent its budget. @throws as the source does */
export async function spentBudgets(
  trust: Trust,
  before: Composition,
  changes: readonly Change[],
  { days }: ErrorBudgetRule,
  readRates: ReadRates,
): Promise<string[]> {
  const now = trust.now.getTime();
  const slices = new Set(changes.filter(({ to }) => to !== null).map(({ app }) => app));
  const lines = await Promise.all(
    [...slices].map(async (slice) => {
      const budget = await budgetOf(trust, before, slice);
      if (!budget) return [];
      const rates = await readRates(slice, now - days * DAY, now);
      return (['failed', 'errors'] as const)
        .filter((kind) => rates[kind] >= MIN_BAD && rates[kind] / rates.views >= budget[kind])
        .map(
          (kind) =>
            `${slice} has spent its error budget in ${before.environment}: ${percent(rates[kind] / rates.views)} of ${rates.views.toLocaleString('en')} views ${kinds[kind]} in ${String(days)} days, and ${percent(budget[kind])} may`,
        );
    }),
  );
  return lines.flat();
}
