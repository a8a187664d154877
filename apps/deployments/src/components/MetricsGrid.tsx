/** Four numbers of a span of time. */
import { Grid, StatCard } from '@slipway/design-system';
import type { Figures } from '../data/calls';
import { t } from '../messages';

const latency = (ms: number | null) => (ms === null ? t('nothing') : t('milliseconds', { ms }));

/** Without figures: their places. */
export function FigureGrid({ figures }: { figures: Figures | undefined }) {
  const busy = figures === undefined;
  return (
    <Grid min="9rem" gap="sm">
      <StatCard label={t('calls')} busy={busy} value={figures?.calls.toLocaleString('en-US')} />
      <StatCard label={t('failures')} busy={busy} value={figures?.failures.toLocaleString('en-US')} />
      <StatCard label={t('p50')} busy={busy} value={latency(figures?.p50_ms ?? null)} />
      <StatCard label={t('p95')} busy={busy} value={latency(figures?.p95_ms ?? null)} />
    </Grid>
  );
}
