/** Messages or their cost, by day and by deployment, over a range that someone chooses. */
import { lazy, Suspense, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, Chip, ChipGroup, EmptyState, Section, Skeleton, Stack } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { type Measure, overTime } from '../../data/usageOverTime';
import { usageQueries } from '../../data/usage';
import { t } from '../../messages';

// The drawing is as heavy as the rest of the page, which does not wait for it.
const UseChart = lazy(async () => ({ default: (await import('../../components/UsageChart')).UseChart }));

const ranges = [7, 30, 90] as const;
const measures: readonly Measure[] = ['messages', 'cost'];

export function UseByDay({ userId }: { userId: string }) {
  const [days, setDays] = useState<number>(30);
  const [measure, setMeasure] = useState<Measure>('messages');
  const use = useQuery({ ...usageQueries.byDay(userId, days), placeholderData: keepPreviousData });
  const waiting = <Skeleton height="18rem" shape="block" />;

  return (
    <Section title={t('useByDay')}>
      <Card aria-busy={use.isPlaceholderData}>
        <Stack>
          <Stack direction="row" justify="between" wrap>
            <ChipGroup label={t('measure')}>
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
            <ChipGroup label={t('range')}>
              {ranges.map((each) => (
                <Chip
                  key={each}
                  pressed={each === days}
                  onClick={() => {
                    setDays(each);
                  }}
                >
                  {t('lastDays', { days: each })}
                </Chip>
              ))}
            </ChipGroup>
          </Stack>
          <QueryPanel
            query={use}
            failure={t('useFailed')}
            waiting={waiting}
            empty={<EmptyState title={t('noUse')} description={t('noUseHint')} />}
          >
            {(rows) => (
              <Suspense fallback={waiting}>
                <UseChart use={overTime(rows, measure, days, use.dataUpdatedAt)} measure={measure} />
              </Suspense>
            )}
          </QueryPanel>
        </Stack>
      </Card>
    </Section>
  );
}
