/** What was used in the current period, each measure against what the plan allows. */
import { Card, Heading, Notice, ProgressBar, Stack, Text } from '@slipway/design-system';
import type { Plan } from '../data/plans';
import type { UsageTotals } from '../data/usage';
import { dayOf, money } from '../format';
import { t } from '../messages';
import { Facts } from './DescriptionList';

/** 1 GB, in the megabytes that storage is counted in. */
const STORAGE_QUOTA = 1_000;

const toneOf = (used: number, quota: number) =>
  used >= quota ? 'danger' : used >= quota * 0.8 ? 'warning' : 'accent';

export function PeriodUse({ totals, plan }: { totals: UsageTotals; plan: Plan }) {
  const { period_messages, storage } = totals;
  const hasUsedUp = plan.messages !== null && period_messages >= plan.messages;
  return (
    <Card as="section" aria-label={t('thisPeriod')}>
      <Stack>
        <div>
          <Heading level={2} size="lg">
            {t('thisPeriod')}
          </Heading>
          <Text size="sm" tone="muted">
            {t('thisPeriodHint', { start: dayOf(totals.period_start), end: dayOf(totals.period_end) })}
          </Text>
        </div>
        {hasUsedUp && <Notice tone="warning">{t('quotaReached')}</Notice>}
        {plan.messages === null ? (
          <Facts facts={[[t('messages'), t('unlimited', { used: period_messages })]]} />
        ) : (
          <ProgressBar
            label={t('messages')}
            value={period_messages}
            max={plan.messages}
            valueText={t('ofMessages', { used: period_messages, quota: plan.messages })}
            tone={toneOf(period_messages, plan.messages)}
          />
        )}
        <ProgressBar
          label={t('storage')}
          value={storage}
          max={STORAGE_QUOTA}
          valueText={t('ofStorage', { used: storage })}
          tone={toneOf(storage, STORAGE_QUOTA)}
        />
        <Facts
          facts={[
            [t('apiCalls'), t('noQuota', { used: totals.period_api_calls })],
            [t('cost'), money(totals.period_cost)],
          ]}
        />
      </Stack>
    </Card>
  );
}
