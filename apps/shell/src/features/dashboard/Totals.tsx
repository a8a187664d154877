/** Four totals of the user's agents; zeros for a new account. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Grid, Icon, StatCard } from '@slipway/design-system';
import { formats, QueryPanel } from '@slipway/platform';
import { t } from './messages';
import { type DashboardTotals, dashboardQueries, zeroTotals } from '../../data/dashboard';

const stats = (totals: DashboardTotals): [label: string, value: string, hint: string, icon: ReactNode][] => [
  [
    t('totalAgents'),
    formats.integer(totals.total_agents),
    t('totalAgentsHint'),
    <Icon key="a" name="agent" />,
  ],
  [
    t('activeUsers'),
    formats.integer(totals.active_users),
    t('activeUsersHint'),
    <Icon key="b" name="people" />,
  ],
  [t('revenue'), formats.dollars(totals.revenue), t('revenueHint'), <Icon key="c" name="money" />],
  [
    t('interactions'),
    formats.integer(totals.interactions),
    t('interactionsHint'),
    <Icon key="d" name="messages" />,
  ],
];

const Cards = ({ totals, busy = false }: { totals: DashboardTotals; busy?: boolean }) => (
  <Grid min="8rem" count={4}>
    {stats(totals).map(([label, value, hint, icon]) => (
      <StatCard key={label} label={label} value={value} hint={hint} icon={icon} busy={busy} />
    ))}
  </Grid>
);

export function Totals() {
  const totals = useQuery(dashboardQueries.totals());
  return (
    <QueryPanel
      query={totals}
      failure={t('totalsFailed')}
      waiting={<Cards totals={zeroTotals} busy />}
      keepsSpace
    >
      {(known) => <Cards totals={known} />}
    </QueryPanel>
  );
}
