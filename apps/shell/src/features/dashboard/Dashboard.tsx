/** The content of `/dashboard`: account status, totals, quick actions and recent activity, in the order of the specification. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card, Grid, Page, SkeletonText, Stack } from '@slipway/design-system';
import { Slot } from '@slipway/platform';
import { dashboardQueries } from '../../data/dashboard';
import { t as shared } from '../../messages';
import { GettingStarted } from './GettingStarted';
import { t } from './messages';
import { ACCOUNT, PendingDeletion } from './PendingDeletion';
import { QuickActions } from './QuickActions';
import { RecentActivity } from './RecentActivity';
import { SpendAlerts } from './SpendAlerts';
import { Totals } from './Totals';

interface DashboardProps {
  /** The card of the account. */
  status: ReactNode;
  /** In the prerendered page, which has neither the user nor the links: reserves their space (decision 106). */
  waiting?: boolean;
}

export function Dashboard({ status, waiting = false }: DashboardProps) {
  const { isPending, failureCount } = useQuery(dashboardQueries.activity());
  return (
    <Page title={shared('dashboard')} action={<PendingDeletion />}>
      <Stack gap="lg">
        <SpendAlerts />
        {status}
        <Totals />
        <Grid min="26rem" count={2} align="start">
          <Stack gap="lg">
            <QuickActions waiting={waiting} />
            <RecentActivity />
            <GettingStarted />
          </Stack>
          {/* In one column it is below the activity. Hidden until that has loaded, so that no button moves. */}
          <Stack gap="lg" id={ACCOUNT} tabIndex={-1} reserved={isPending && failureCount === 0}>
            <Slot
              name="dashboard.account"
              props={{}}
              label={t('account')}
              waiting={
                <Card aria-busy="true">
                  <SkeletonText lines={2} />
                </Card>
              }
            />
          </Stack>
        </Grid>
      </Stack>
    </Page>
  );
}
