/** The list in its four states: loading, failed, empty, and the cards. */
import type { ReactNode } from 'react';
import { CardSkeletons, EmptyState, ErrorState, Grid, Icon } from '@slipway/design-system';
import type { Deployment } from '../data/deployments';
import { t } from '../messages';
import { CreateButton } from './CreateButton';

interface DeploymentListProps {
  /** Undefined until loaded. */
  deployments: readonly Deployment[] | undefined;
  /** A deployment is being created: its place is free. */
  isAdding: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  onRetry: () => void;
  onCreate: () => void;
  card: (deployment: Deployment) => ReactNode;
}

export function DeploymentList({
  deployments,
  isAdding,
  hasFailed,
  isFetching,
  onRetry,
  onCreate,
  card,
}: DeploymentListProps) {
  if (!deployments && hasFailed) {
    return (
      <ErrorState
        title={t('listFailed')}
        description={t('loadFailedHint')}
        retryLabel={t('tryAgain')}
        onRetry={onRetry}
        retrying={isFetching}
      />
    );
  }
  if (!deployments) return <CardSkeletons label={t('loading')} />;
  if (deployments.length === 0) {
    return isAdding ? (
      <CardSkeletons count={1} label={t('loading')} />
    ) : (
      <EmptyState
        icon={<Icon name="deploy" size={20} />}
        title={t('empty')}
        description={t('emptyHint')}
        action={<CreateButton label={t('createFirst')} onClick={onCreate} />}
      />
    );
  }
  return (
    <Grid as="ul" role="list">
      {isAdding && (
        <li>
          <CardSkeletons count={1} label={t('loading')} />
        </li>
      )}
      {deployments.map((deployment) => (
        <li key={deployment.id}>{card(deployment)}</li>
      ))}
    </Grid>
  );
}
