/** Messages or their cost, by day and deployment, over a range the user chooses. The address has it (`?days=90`), for a reload. */
import { Suspense, useDeferredValue, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, EmptyState, Icon, Section, Stack } from '@slipway/design-system';
import { lazyPart, QueryPanel, useSearchParams } from '@slipway/platform';
import { type Measure, usageOverTime } from '../../data/usageOverTime';
import { DAYS, daysIn, FIRST_DAYS, ranges, usageQueries } from '../../data/usage';
import { ChoiceChips } from '../../components/ChoiceChips';
import { UsageChartSkeleton } from '../../components/UsageChartSkeleton';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';
import { loadChart } from './loadChart';

const UsageChart = lazyPart(loadChart);

const measures: readonly Measure[] = ['messages', 'cost'];

export function UsageByDay({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const daysInUrl = daysIn(params);
  const [days, setDays] = useState(daysInUrl);
  // A link to the page has another range, or none.
  const [known, setKnown] = useState(daysInUrl);
  if (known !== daysInUrl) {
    setKnown(daysInUrl);
    setDays(daysInUrl);
  }
  const chooseDays = (chosen: number) => {
    setDays(chosen);
    setParams(
      (current) => {
        if (chosen === FIRST_DAYS) current.delete(DAYS);
        else current.set(DAYS, String(chosen));
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const [measure, setMeasure] = useState<Measure>('messages');
  // A choice shows first.
  const shownDays = useDeferredValue(days);
  const shownMeasure = useDeferredValue(measure);
  const usage = useQuery({ ...usageQueries.byDay(userId, shownDays), placeholderData: keepPreviousData });

  return (
    <Section title={t('usageByDay')}>
      <Card aria-busy={usage.isPlaceholderData} data-frame="">
        <Stack>
          <Stack direction="row" justify="between" wrap>
            <ChoiceChips
              label={t('measure')}
              choices={measures}
              chosen={measure}
              labelOf={(each) => t(each)}
              onChoose={setMeasure}
            />
            <ChoiceChips
              label={shared('range')}
              choices={ranges}
              chosen={days}
              labelOf={(each) => shared('lastDays', { days: each })}
              onChoose={chooseDays}
            />
          </Stack>
          <QueryPanel
            query={usage}
            failure={t('usageByDayFailed')}
            waiting={<UsageChartSkeleton />}
            empty={
              <EmptyState
                level={3}
                icon={<Icon name="chart" size={20} />}
                title={t('noUsage')}
                description={t('noUsageHint')}
              />
            }
          >
            {(rows) => (
              <Suspense fallback={<UsageChartSkeleton />}>
                <UsageChart
                  usage={usageOverTime(rows, shownMeasure, shownDays, usage.dataUpdatedAt)}
                  measure={shownMeasure}
                />
              </Suspense>
            )}
          </QueryPanel>
        </Stack>
      </Card>
    </Section>
  );
}
