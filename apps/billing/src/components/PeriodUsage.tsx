/** Usage in the current period, each measure against the quota of the plan. */
import {
  Card,
  Heading,
  Link,
  Notice,
  ProgressBar,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@slipway/design-system';
import type { Plan } from '../data/plans';
import type { UsageTotals } from '../data/usage';
import { dateInLine, lastDayOf, money } from '../data/amounts';
import { isUsedUp, quotaTone, STORAGE_QUOTA_MB } from '../data/quota';
import { t as shared } from '../messages';
import { t } from '../features/overview/messages';
import { DescriptionList } from './DescriptionList';

/** Where the card is beside the plan: reserves some space for the notice about a used-up quota. */
const MIN_HEIGHT = 'min(15rem, (100vw - 60rem) * 999)';

interface PeriodUsageProps {
  totals: UsageTotals;
  /** Undefined when it could not be loaded: then there is no quota to compare with. */
  plan: Plan | undefined;
}

export function PeriodUsage({ totals, plan }: PeriodUsageProps) {
  const { period_messages, storage } = totals;
  return (
    <Card as="section" aria-label={t('thisPeriod')}>
      <Stack minHeight={MIN_HEIGHT}>
        <div>
          <Heading level={2} size="lg">
            {t('thisPeriod')}
          </Heading>
          <Text size="sm" tone="muted">
            {t('thisPeriodHint', {
              start: dateInLine(totals.period_start),
              end: dateInLine(lastDayOf(totals.period_end)),
            })}
          </Text>
        </div>
        {plan && isUsedUp(period_messages, plan) && (
          <Notice tone="warning">
            {t('quotaReached', { day: dateInLine(totals.period_end) })}{' '}
            <Link href="#plans">{t('seePlans')}</Link>
          </Notice>
        )}
        {plan === undefined || plan.messages === null ? (
          <DescriptionList
            items={[
              [
                t('messages'),
                plan ? t('unlimited', { used: period_messages }) : shared('count', { used: period_messages }),
              ],
            ]}
          />
        ) : (
          <ProgressBar
            label={t('messages')}
            value={period_messages}
            max={plan.messages}
            valueText={t('ofMessages', { used: period_messages, quota: plan.messages })}
            tone={quotaTone(period_messages, plan.messages)}
          />
        )}
        <ProgressBar
          label={t('storage')}
          value={storage}
          max={STORAGE_QUOTA_MB}
          valueText={t('ofStorage', { used: storage })}
          tone={quotaTone(storage, STORAGE_QUOTA_MB)}
        />
        <DescriptionList
          items={[
            [t('apiCalls'), shared('count', { used: totals.period_api_calls })],
            [t('callCost'), money(totals.period_cost)],
          ]}
        />
      </Stack>
    </Card>
  );
}

/** As tall as the usage of a plan with a quota. */
export function PeriodUsageSkeleton() {
  const figure = <Skeleton width="3.5rem" />;
  const bar = (
    <Stack gap="sm">
      <Text as="div" size="sm">
        <Skeleton width="6rem" />
      </Text>
      <Skeleton shape="block" height="0.5rem" />
    </Stack>
  );
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{shared('loading')}</VisuallyHidden>
      <Stack minHeight={MIN_HEIGHT}>
        <div>
          <Heading level={2} size="lg" aria-hidden="true">
            <Skeleton width="7rem" />
          </Heading>
          <Text as="div" size="sm">
            <Skeleton width="14rem" />
          </Text>
        </div>
        {bar}
        {bar}
        <DescriptionList
          items={[
            [t('apiCalls'), figure],
            [t('callCost'), figure],
          ]}
        />
      </Stack>
    </Card>
  );
}
