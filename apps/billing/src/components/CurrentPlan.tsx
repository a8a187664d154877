/** The plan someone is on, and their subscription as the database has it. */
import {
  Button,
  Card,
  Heading,
  Skeleton,
  Stack,
  StatusBadge,
  Text,
  VisuallyHidden,
} from '@slipway/design-system';
import type { Plan } from '../data/plans';
import type { Subscription } from '../data/subscription';
import { dayOf, daysUntil, money } from '../format';
import { statusName, t } from '../messages';
import { Facts } from './DescriptionList';

/**
 * About the height of a subscription on a phone, without the card's padding, so that little moves when there is none.
 * On a wide screen the card next to it is taller.
 */
const MIN_HEIGHT = 'calc(20.375rem - 12.5vw)';

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
      <Stack minHeight={MIN_HEIGHT}>
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
        {subscription ? (
          <SubscriptionFacts subscription={subscription} now={now} />
        ) : (
          <FreeFacts plan={plan} />
        )}
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

function FreeFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <Facts
        facts={[
          [t('price'), t('freePlan')],
          [t('messages'), t('aMonth', { messages: plan.messages ?? 0 })],
        ]}
      />
      <Text tone="muted">{t('freePlanHint')}</Text>
    </>
  );
}

/** In the shape of a subscription. */
export function CurrentPlanWaiting() {
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Stack minHeight={MIN_HEIGHT}>
        <Text as="div" size="sm">
          <Skeleton width="6rem" />
        </Text>
        <Heading level={2} size="xxl" aria-hidden="true">
          <Skeleton width="5rem" />
        </Heading>
        <Facts
          facts={[
            [t('price'), <Skeleton key="price" width="6rem" />],
            [t('billingCycle'), <Skeleton key="cycle" width="5rem" />],
            [
              t('period'),
              <>
                <Skeleton width="11rem" />
                <Text as="div" size="sm">
                  <Skeleton width="5rem" />
                </Text>
              </>,
            ],
          ]}
        />
        <Skeleton shape="block" width="11rem" height="2.5rem" />
      </Stack>
    </Card>
  );
}
