/** The plan someone is on, and their subscription as the database has it. */
import { Button, Card, Heading, Stack, StatusBadge, Text } from '@slipway/design-system';
import type { Plan } from '../data/plans';
import type { Subscription } from '../data/subscription';
import { dayOf, daysUntil, money } from '../format';
import { statusName, t } from '../messages';
import { Facts } from './Facts';

interface CurrentPlanProps {
  /** Null without one. */
  subscription: Subscription | null;
  /** Of someone without a subscription. */
  plan: Plan;
  /** Milliseconds since 1970: when the subscription was read. */
  now: number;
  onManage: () => void;
}

export function CurrentPlan({ subscription, plan, now, onManage }: CurrentPlanProps) {
  return (
    <Card as="section" aria-label={t('currentPlan')}>
      <Stack>
        <Text as="div" size="sm" tone="muted">
          {t('currentPlan')}
        </Text>
        <Stack direction="row" gap="md" wrap>
          <Heading level={2} size="xxl" translate="no">
            {subscription?.plan_name ?? plan.name}
          </Heading>
          {subscription && (
            <StatusBadge
              kind="subscription"
              status={subscription.status}
              label={statusName(subscription.status)}
            />
          )}
        </Stack>
        {subscription ? <SubscriptionFacts subscription={subscription} now={now} /> : <FreeFacts />}
        {subscription && (
          <div>
            <Button onClick={onManage}>{t('manage')}</Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function SubscriptionFacts({ subscription, now }: { subscription: Subscription; now: number }) {
  const { price_per_cycle, billing_cycle, current_period_start, current_period_end } = subscription;
  return (
    <Facts
      facts={[
        [t('price'), t('perCycle', { price: money(price_per_cycle), cycle: billing_cycle })],
        [t('billingCycle'), t('cycle', { cycle: billing_cycle })],
        [
          t('period'),
          <>
            {t('periodDates', { start: dayOf(current_period_start), end: dayOf(current_period_end) })}
            <Text as="div" size="sm" tone="muted">
              {t('daysLeft', { days: daysUntil(current_period_end, now) })}
            </Text>
          </>,
        ],
      ]}
    />
  );
}

function FreeFacts() {
  return (
    <>
      <Text weight="medium">{t('freePlan')}</Text>
      <Text tone="muted">{t('freePlanHint')}</Text>
    </>
  );
}
