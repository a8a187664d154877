/** `/dashboard`: account status, totals, quick actions and recent activity, in the order of the specification. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Card, Grid, Page, SkeletonText, Stack } from '@slipway/design-system';
import { Slot } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { GettingStarted } from '../features/dashboard/GettingStarted';
import { Totals } from '../features/dashboard/Totals';
import { ACCOUNT, PendingDeletion } from '../features/dashboard/PendingDeletion';
import { QuickActions } from '../features/dashboard/QuickActions';
import { RecentActivity } from '../features/dashboard/RecentActivity';
import { SpendAlerts } from '../features/dashboard/SpendAlerts';
import { AuthStatusCard } from '../features/dashboard/AuthStatusCard';
import { dashboardQueries, startQueries } from '../data/dashboard';
import { t as shared } from '../messages';
import { t } from '../features/dashboard/messages';

/** Before the page is rendered. Resolves when the data is there, or has failed. */
export async function startData({ queryClient }: { queryClient: QueryClient }): Promise<void> {
  await Promise.all(startQueries(queryClient));
}

export default function DashboardPage() {
  const session = useSession();
  const { isPending, failureCount } = useQuery({
    ...dashboardQueries.activity(),
    enabled: session.status === 'signed-in',
  });
  if (session.status !== 'signed-in') return null; // The route's guard asks the visitor to sign in.
  return (
    <Page title={shared('dashboard')} action={<PendingDeletion />}>
      <Stack gap="lg">
        <SpendAlerts />
        <AuthStatusCard user={session.user} />
        <Totals />
        <Grid min="26rem" count={2} align="start">
          <Stack gap="lg">
            <QuickActions />
            <RecentActivity />
            <GettingStarted />
          </Stack>
          {/* In one column it is below the activity, whose length is unknown: hidden until then, so that no button moves. */}
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
