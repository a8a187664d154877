/** `/billing`: the plan, this period's use against it, what it all cost, and the other plans. */
import { useQuery } from '@tanstack/react-query';
import { Grid, Page, Stack } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { planOf } from '../data/plans';
import { subscriptionQueries } from '../data/subscription';
import { usageQueries } from '../data/usage';
import { t } from '../messages';
import { payments } from '../features/payments';
import { CardWaiting } from '../components/CardSkeleton';
import { CurrentPlan, CurrentPlanWaiting } from '../components/CurrentPlan';
import { PeriodUse } from '../components/PeriodUsage';
import { Plans } from '../components/Plans';
import { Totals } from '../components/Totals';
import { LatestRecords } from '../features/usage/LatestRecords';
import { UseByDay } from '../features/usage/UsageByDay';
import { useFailureToast } from '../features/usage/useFailureToast';

export default function BillingPage() {
  const session = useSession();
  return session.status === 'signed-in' ? <Billing userId={session.user.id} /> : null; // the guard shows what to do
}

function Billing({ userId }: { userId: string }) {
  const subscription = useQuery(subscriptionQueries.current(userId));
  const totals = useQuery(usageQueries.totals(userId));
  useFailureToast(subscription.isError || totals.isError, t('loadFailed'));
  const plan = planOf(subscription.data);

  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap="xl">
        <Grid min="26rem">
          <QueryPanel query={subscription} failure={t('planFailed')} waiting={<CurrentPlanWaiting />}>
            {(current) => (
              <CurrentPlan
                subscription={current}
                plan={plan}
                now={subscription.dataUpdatedAt}
                onManage={payments.manage}
              />
            )}
          </QueryPanel>
          <QueryPanel
            query={totals}
            failure={t('usageFailed')}
            // Against the plan, so the plan must be known first.
            waiting={<CardWaiting lines={10} />}
          >
            {(used) =>
              subscription.isPending ? <CardWaiting lines={10} /> : <PeriodUse totals={used} plan={plan} />
            }
          </QueryPanel>
        </Grid>
        {!totals.isError && <Totals totals={totals.data} />}
        <UseByDay userId={userId} />
        <LatestRecords userId={userId} />
        <Plans current={plan} provider={payments} />
      </Stack>
    </Page>
  );
}
