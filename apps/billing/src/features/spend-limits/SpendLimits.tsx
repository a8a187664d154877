/** The spend limits of the account and of everything that is limited, or of one deployment and its keys. */
import { useQuery } from '@tanstack/react-query';
import { Section, Stack, Text } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { CardSkeleton } from '../../components/CardSkeleton';
import { spendLimitQueries } from '../../data/spendLimits';
import { t } from '../../messages';
import { LimitEditor } from './LimitEditor';

export function SpendLimits({ deployment }: { deployment?: string }) {
  const limits = useQuery(spendLimitQueries.of(deployment));
  const isAccount = deployment === undefined;
  return (
    <Section title={t('spendLimits')} {...(isAccount ? {} : { level: 3, gap: 'sm' })}>
      <Text tone="muted">{t(isAccount ? 'spendLimitsHint' : 'deploymentLimitsHint')}</Text>
      <QueryPanel query={limits} failure={t('spendLimitsFailed')} waiting={<CardSkeleton lines={3} />}>
        {(rows) => (
          <Stack gap="lg">
            {rows.map((limit) => (
              // Remounted when the limit changes elsewhere, so that the field shows it.
              <LimitEditor key={`${limit.scope} ${limit.subject}`} limit={limit} />
            ))}
          </Stack>
        )}
      </QueryPanel>
    </Section>
  );
}
