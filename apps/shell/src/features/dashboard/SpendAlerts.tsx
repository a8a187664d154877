/**
 * Spend limits that are half used, nearly used up or reached this month. Nothing is shown without one, and nothing when
 * they can't be read: Billing shows them too.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, Notice, Stack } from '@slipway/design-system';
import { formats, useHasRoute } from '@slipway/platform';
import { dashboardQueries, type SpendAlert } from '../../data/dashboard';
import { t } from './messages';

export function SpendAlerts() {
  const { data = [] } = useQuery(dashboardQueries.spendAlerts());
  const hasRoute = useHasRoute();
  if (data.length === 0) return null;
  return (
    <Stack gap="sm">
      {data.map((alert) => (
        <Notice key={`${alert.scope} ${alert.subject}`} tone={alert.percent === 50 ? 'info' : 'warning'}>
          {textOf(alert)} {hasRoute('/billing') && <Link href="/billing">{t('spendAlertLink')}</Link>}
        </Notice>
      ))}
    </Stack>
  );
}

const textOf = ({ name, percent, amount, spent, resets_at }: SpendAlert): string =>
  t('spendAlert', {
    // A limit of 0 does not reset. At 50 or 80 %, more may have been spent since the alert.
    percent: amount === 0 ? '0' : String(percent),
    used: amount === 0 ? 0 : Math.floor(Math.round(spent * 1e6) / Math.round(amount * 1e4)),
    name: name ?? t('spendAlertAccount'),
    spent: formats.dollars(spent),
    amount: formats.dollars(amount),
    day: formats.utcDate(resets_at),
  });
