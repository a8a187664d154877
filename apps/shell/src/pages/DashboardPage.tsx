/** `/dashboard`: who is signed in, how their agents do, what they did, and where to go from here. */
import { Card, Grid, Page, SkeletonText, Stack } from '@slipway/design-system';
import { Slot } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { Figures } from '../dashboard/Figures';
import { QuickActions } from '../dashboard/QuickActions';
import { RecentActivity } from '../dashboard/RecentActivity';
import { StatusCard } from '../dashboard/StatusCard';
import { t } from '../messages';

export default function DashboardPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null; // the guard shows what to do
  return (
    <Page title={t('dashboard')}>
      <Stack gap="lg">
        <Figures />
        <Grid min="26rem" style={{ alignItems: 'start' }}>
          <Stack gap="lg">
            <QuickActions />
            <RecentActivity />
          </Stack>
          <Stack gap="lg">
            <StatusCard user={session.user} />
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
