/** What was used and paid, ever. */
import { Grid, Section, StatCard } from '@slipway/design-system';
import type { UsageTotals } from '../data/usage';
import { money } from '../format';
import { t } from '../messages';

/** `totals` is undefined while it is on its way. */
export function Totals({ totals }: { totals: UsageTotals | undefined }) {
  const busy = totals === undefined;
  const hint = t('totalHint');
  return (
    <Section title={t('total')}>
      <Grid min="max(9.5rem, 20%)">
        <StatCard
          busy={busy}
          label={t('messages')}
          hint={hint}
          value={totals && t('noQuota', { used: totals.messages })}
        />
        <StatCard
          busy={busy}
          label={t('apiCalls')}
          hint={hint}
          value={totals && t('noQuota', { used: totals.api_calls })}
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
