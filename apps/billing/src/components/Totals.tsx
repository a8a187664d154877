/** Usage and cost since the first call. */
import { Grid, Section, StatCard } from '@slipway/design-system';
import type { UsageTotals } from '../data/usage';
import { money } from '../data/amounts';
import { t as shared } from '../messages';
import { t } from '../features/overview/messages';

/** `totals` is undefined while loading. */
export function Totals({ totals }: { totals: UsageTotals | undefined }) {
  const busy = totals === undefined;
  const hint = t('totalHint');
  return (
    <Section title={t('total')}>
      <Grid min="8rem" count={4}>
        <StatCard
          busy={busy}
          label={t('messages')}
          hint={hint}
          value={totals && shared('count', { used: totals.messages })}
        />
        <StatCard
          busy={busy}
          label={t('apiCalls')}
          hint={hint}
          value={totals && shared('count', { used: totals.api_calls })}
        />
        <StatCard
          busy={busy}
          label={t('storage')}
          hint={hint}
          value={totals && t('megabytes', { used: totals.storage })}
        />
        <StatCard busy={busy} label={t('cost')} hint={hint} value={totals && money(totals.cost)} />
      </Grid>
    </Section>
  );
}
