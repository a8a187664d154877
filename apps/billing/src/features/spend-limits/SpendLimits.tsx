/** The spend limits of the account and of everything that is limited, or of one deployment and its keys. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Grid, Section } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { spendLimitQueries } from '../../data/spendLimits';
import { t } from './messages';
import { LimitEditor, LimitSkeleton } from './LimitEditor';
import { UnsavedLimits } from './UnsavedLimits';

interface SpendLimitsProps {
  deployment?: string;
  /** The parameter of the address that holds the panel around the limits open. */
  parameter?: string | undefined;
}

export function SpendLimits({ deployment, parameter }: SpendLimitsProps) {
  const limits = useQuery(spendLimitQueries.of(deployment));
  const isAccount = deployment === undefined;
  /** How many limits are typed but not saved. */
  const [unsaved, setUnsaved] = useState(0);
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
              <LimitEditor key={`${limit.scope} ${limit.subject}`} limit={limit} countUnsaved={setUnsaved} />
            ))}
          </Grid>
        )}
      </QueryPanel>
      {unsaved > 0 && <UnsavedLimits parameter={parameter} />}
    </Section>
  );
}
