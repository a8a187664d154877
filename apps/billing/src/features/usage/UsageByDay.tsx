/** Messages or their cost, by day and deployment, over a range the user chooses. */
import { Suspense, useDeferredValue, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, Chip, ChipGroup, EmptyState, Icon, Section, Stack } from '@slipway/design-system';
import { lazyPart, QueryPanel } from '@slipway/platform';
import { type Measure, usageOverTime } from '../../data/usageOverTime';
import { FIRST_DAYS, usageQueries } from '../../data/usage';
import { UsageChartSkeleton } from '../../components/UsageChartSkeleton';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';
import { loadChart } from './loadChart';

const UsageChart = lazyPart(loadChart);

const ranges = [7, 30, 90] as const;
const measures: readonly Measure[] = ['messages', 'cost'];

export function UsageByDay({ userId }: { userId: string }) {
  const [days, setDays] = useState<number>(FIRST_DAYS);
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
            <ChipGroup label={t('measure')} data-actions="">
              {measures.map((each) => (
                <Chip
                  key={each}
                  pressed={each === measure}
                  onClick={() => {
                    setMeasure(each);
                  }}
                >
                  {t(each)}
                </Chip>
              ))}
            </ChipGroup>
            <ChipGroup label={shared('range')} data-actions="">
              {ranges.map((each) => (
                <Chip
                  key={each}
                  pressed={each === days}
                  onClick={() => {
                    setDays(each);
                  }}
                >
                  {shared('lastDays', { days: each })}
                </Chip>
              ))}
            </ChipGroup>
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
