/** Calls, failures and latency over a span of time. */
import { Grid, StatCard } from '@slipway/design-system';
import type { Figures } from '../data/calls';
import { formats } from '@slipway/platform';
import { t } from '../features/details/messages';
import { latencyText } from './latencyText';

/** `figures` is undefined while loading. */
export function FigureGrid({ figures }: { figures: Figures | undefined }) {
  const busy = figures === undefined;
  return (
    <Grid min="7rem" count={4} gap="sm">
      <StatCard label={t('calls')} busy={busy} value={figures && formats.integer(figures.calls)} />
      <StatCard label={t('failures')} busy={busy} value={figures && formats.integer(figures.failures)} />
      <StatCard label={t('p50')} busy={busy} value={latencyText(figures?.p50_ms ?? null)} />
      <StatCard label={t('p95')} busy={busy} value={latencyText(figures?.p95_ms ?? null)} />
    </Grid>
  );
}
