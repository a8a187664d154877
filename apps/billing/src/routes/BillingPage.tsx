/** `/billing`: the current plan, usage against its quotas, the total cost, and the other plans. */
import { useQuery } from '@tanstack/react-query';
import { Grid, Page, Stack } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { usageQueries } from '../data/usage';
import { t as shared } from '../messages';
import { t } from '../features/overview/messages';
import { PaymentNotice } from '../features/payments/PaymentNotice';
import { usePayments } from '../features/payments/usePayments';
import { useSubscription } from '../features/payments/useSubscription';
import { CurrentPlan, CurrentPlanSkeleton } from '../components/CurrentPlan';
import { PeriodUsage, PeriodUsageSkeleton } from '../components/PeriodUsage';
import { Plans } from '../components/Plans';
import { Totals } from '../components/Totals';
import { Charges } from '../features/charges/Charges';
import { Earnings } from '../features/earnings/Earnings';
import { SpendLimits } from '../features/spend-limits/SpendLimits';
import { Invoices } from '../features/invoices/Invoices';
import { LatestRecords } from '../features/usage/LatestRecords';
import { UsageByDay } from '../features/usage/UsageByDay';
import { useFailureToast } from '../features/usage/useFailureToast';

export default function BillingPage() {
  const session = useSession();
  return session.status === 'signed-in' ? <Billing userId={session.user.id} /> : null; // the guard redirects to sign-in
}

function Billing({ userId }: { userId: string }) {
  const { subscription, plan, payment } = useSubscription(userId);
  const totals = useQuery(usageQueries.totals(userId));
  const payments = usePayments();
  useFailureToast(subscription.isError || totals.isError, t('loadFailed'));
  // Without the subscription, no plan is known: the free one would be a claim (A6).
  const isUnknown = subscription.isError && subscription.data === undefined;

  return (
    <Page title={shared('title')} description={shared('description')}>
      <Stack gap="xxl">
        {payment && <PaymentNotice result={payment} plan={plan.name} />}
        <Grid min="26rem" count={2}>
          <QueryPanel
            query={subscription}
            failure={t('planFailed')}
            waiting={<CurrentPlanSkeleton />}
            keepsSpace
          >
            {(current) => (
              <CurrentPlan
                subscription={current}
                plan={plan}
                now={subscription.dataUpdatedAt}
                onManage={payments.manage}
                isOpening={payments.opening === 'portal'}
              />
            )}
          </QueryPanel>
          <QueryPanel
            query={totals}
            failure={t('usageFailed')}
            // Quotas depend on the plan, so the plan must load first.
            waiting={<PeriodUsageSkeleton />}
            keepsSpace
          >
            {(loaded) =>
              subscription.isPending ? (
                <PeriodUsageSkeleton />
              ) : (
                <PeriodUsage totals={loaded} plan={isUnknown ? undefined : plan} />
              )
            }
          </QueryPanel>
        </Grid>
        <Charges userId={userId} />
        <SpendLimits />
        <Invoices userId={userId} />
        <Earnings userId={userId} />
        {!totals.isError && <Totals totals={totals.data} />}
        <UsageByDay userId={userId} />
        <LatestRecords userId={userId} />
        <Plans
          // No second payment is offered while one is confirmed.
          current={
            isUnknown || payment === 'waiting' || payment === 'late'
              ? 'unknown'
              : subscription.isPending
                ? 'loading'
                : plan
          }
          provider={payments}
        />
      </Stack>
    </Page>
  );
}
