/** The spend limits of the account and of everything that is limited, or of one deployment and its keys. */
import { useQuery } from '@tanstack/react-query';
import { Grid, Section } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { spendLimitQueries } from '../../data/spendLimits';
import { t } from './messages';
import { LimitEditor, LimitSkeleton } from './LimitEditor';

export function SpendLimits({ deployment }: { deployment?: string }) {
  const limits = useQuery(spendLimitQueries.of(deployment));
  const isAccount = deployment === undefined;
  return (
    <Section
      title={t('spendLimits')}
      description={t(isAccount ? 'spendLimitsHint' : 'deploymentLimitsHint')}
      {...(isAccount ? {} : { level: 3 })}
    >
      <QueryPanel
        query={limits}
        failure={t('spendLimitsFailed')}
        waiting={<LimitSkeleton isDeployment={!isAccount} />}
      >
        {(rows) => (
          <Grid min="30rem" gap="xl" align="start">
            {rows.map((limit) => (
              <LimitEditor key={`${limit.scope} ${limit.subject}`} limit={limit} />
            ))}
          </Grid>
        )}
      </QueryPanel>
    </Section>
  );
}
