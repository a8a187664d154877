/** The current plan, with the details of the subscription if there is one. */
import {
  Button,
  Card,
  Heading,
  Notice,
  Skeleton,
  Stack,
  StatusBadge,
  Text,
  VisuallyHidden,
} from '@slipway/design-system';
import { grantsPlan, type Plan, willRenew } from '../data/plans';
import type { Subscription } from '../data/subscription';
import { dateInLine, daysUntil, lastDayOf } from '../data/amounts';
import { t as shared } from '../messages';
import { statusName, t } from '../features/overview/messages';
import { DescriptionList } from './DescriptionList';

/**
 * The height of a card with a subscription, without its padding: plans without one are as high, so that little moves. The
 * details take one row, two on a phone, and three up to a width of 316 px.
 */
const MIN_HEIGHT =
  'max(13rem, min(16.625rem, (35.75rem - 100vw) * 999), min(20.5625rem, (19.75rem - 100vw) * 999))';

interface CurrentPlanProps {
  subscription: Subscription | null;
  /** The user's plan, also when the subscription has ended. */
  plan: Plan;
  /** When the subscription was loaded, in milliseconds since 1970. */
  now: number;
  onManage: () => void;
  /** The page of the payment provider is being opened. */
  isOpening?: boolean;
}

export function CurrentPlan({ subscription, plan, now, onManage, isOpening = false }: CurrentPlanProps) {
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
          <SubscriptionDetails subscription={subscription} plan={plan} now={now} />
        ) : (
          <FreePlanDetails plan={plan} />
        )}
        {subscription && (
          <div>
            <Button busy={isOpening} onClick={onManage}>
              {t('manage')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

interface SubscriptionDetailsProps {
  subscription: Subscription;
  plan: Plan;
  now: number;
}

function SubscriptionDetails({ subscription, plan, now }: SubscriptionDetailsProps) {
  const { status, price_per_cycle, billing_cycle, current_period_start, current_period_end } = subscription;
  const isValid = grantsPlan(subscription, now);
  return (
    <>
      <DescriptionList
        items={[
          [t('price'), t('perCycle', { price: String(price_per_cycle), cycle: billing_cycle })],
          [t('billingCycle'), t('cycle', { cycle: billing_cycle })],
          [
            t('period'),
            <>
              {t('periodDates', {
                start: dateInLine(current_period_start),
                end: dateInLine(lastDayOf(current_period_end)),
              })}
              <Text as="div" size="sm" tone="muted">
                {isValid
                  ? t(willRenew(subscription) ? 'renewsIn' : 'endsIn', {
                      days: daysUntil(current_period_end, now),
                    })
                  : t('planNow', { plan: plan.name })}
              </Text>
            </>,
          ],
        ]}
      />
      {isValid && status === 'past_due' && <Notice tone="warning">{t('pastDue')}</Notice>}
      {status === 'unpaid' && <Notice tone="warning">{t('unpaid')}</Notice>}
    </>
  );
}

function FreePlanDetails({ plan }: { plan: Plan }) {
  return (
    <>
      <DescriptionList
        items={[
          [t('price'), t('freePlan')],
          [t('messages'), t('perMonthCount', { messages: plan.messages ?? 0 })],
        ]}
      />
      <Text tone="muted">{t('freePlanHint')}</Text>
    </>
  );
}

/** As high as a card with a subscription, at any width from 320 px. */
export function CurrentPlanSkeleton() {
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{shared('loading')}</VisuallyHidden>
      <Stack minHeight={MIN_HEIGHT}>
        <Text as="div" size="sm">
          <Skeleton width="6rem" />
        </Text>
        <Heading level={2} size="xxl" aria-hidden="true">
          <Skeleton width="5rem" />
        </Heading>
        <DescriptionList
          items={[
            [t('price'), <Skeleton key="price" width="7.5rem" />],
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
