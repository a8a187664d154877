/** The list in its four states: loading, failed, empty, and the cards. */
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Grid, Icon, VisuallyHidden } from '@slipway/design-system';
import type { Deployment } from '../data/deployments';
import { t } from '../messages';
import { CreateButton } from './CreateButton';
import { DeploymentSkeleton } from './DeploymentSkeleton';

interface DeploymentListProps {
  /** Undefined until loaded. */
  deployments: readonly Deployment[] | undefined;
  /** A deployment is being created: shows a placeholder for its card. */
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
  if (!deployments) return <Waiting count={6} />;
  if (deployments.length === 0) {
    return isAdding ? (
      <Waiting count={1} />
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
        <li aria-busy="true">
          <VisuallyHidden>{t('loading')}</VisuallyHidden>
          <DeploymentSkeleton />
        </li>
      )}
      {deployments.map((deployment) => (
        <li key={deployment.id}>{card(deployment)}</li>
      ))}
    </Grid>
  );
}

const Waiting = ({ count }: { count: number }) => (
  <Grid aria-busy="true" role="status">
    <VisuallyHidden>{t('loading')}</VisuallyHidden>
    {Array.from({ length: count }, (_, card) => (
      <DeploymentSkeleton key={card} />
    ))}
  </Grid>
);
