/** One deployment: its agent, status, key and endpoint, and the actions on it. */
import type { ReactNode } from 'react';
import {
  Badge,
  Button,
  Icon,
  IconButton,
  ItemCard,
  LinkButton,
  Stack,
  StatusBadge,
  Text,
} from '@slipway/design-system';
import type { Deployment } from '../data/deployments';
import { hasEnded } from '../data/ending';
import { actionFor, isTransitioning, type StatusAction } from '../data/status';
import { formats } from '@slipway/platform';
import { t } from '../messages';
import { statusName } from './statusName';
import { CopyLine } from './CopyLine';
import { EndNotice } from './EndNotice';

interface DeploymentCardProps {
  deployment: Deployment;
  /** ISO-8601 UTC. */
  lastDeployed: string | null;
  /** Whether the agent runs on its creator's site. */
  isExternal: boolean;
  /** When calls end, because the creator withdrew the agent; ISO-8601 UTC. */
  endsAt: string | undefined;
  /** Shown above the key and the endpoint. */
  notice: ReactNode;
  isChanging: boolean;
  isRestoring: boolean;
  isCopying: boolean;
  onAction: (action: StatusAction) => void;
  /** Delete has the pointer or the focus. */
  onDeleteSoon: () => void;
  onDelete: () => void;
  onCopyKey: () => void;
  onCopyEndpoint: () => void;
  onDetails: () => void;
}

export function DeploymentCard({
  deployment: { name, agent, status, api_key, endpoint_url },
  lastDeployed,
  isExternal,
  endsAt,
  notice,
  isChanging,
  isRestoring,
  isCopying,
  onAction,
  onDeleteSoon,
  onDelete,
  onCopyKey,
  onCopyEndpoint,
  onDetails,
}: DeploymentCardProps) {
  const isEnded = endsAt !== undefined && hasEnded(endsAt);
  const allowed = actionFor(status);
  // A deployment whose notice period is over cannot be started again.
  const action = isEnded && allowed !== 'stop' ? undefined : allowed;
  // While transitioning there is no action: a disabled button keeps the space and the focus.
  const button = action ?? (isTransitioning({ status }) && !isEnded ? 'wait' : undefined);
  return (
    <ItemCard
      level={2}
      title={name}
      aside={
        isEnded ? (
          <Badge tone="danger">{t('status-ended')}</Badge>
        ) : (
          <StatusBadge kind="deployment" status={status} label={statusName(status)} />
        )
      }
      byline={
        <Stack direction="row" gap="sm" align="center">
          {/* A long name breaks, instead of widening the page. */}
          <Stack>
            <Text size="sm" tone="muted">
              {agent?.name ?? t('agentUnavailable')}
            </Text>
          </Stack>
          {isExternal && <Badge title={t('externalText')}>{t('externalBadge')}</Badge>}
        </Stack>
      }
      footer={
        <>
          <Stack direction="row" gap="sm">
            {button && (
              <Button
                size="sm"
                busy={isChanging || !action}
                aria-label={t(`${button}Of`, { name })}
                onClick={() => {
                  if (action) onAction(action);
                }}
              >
                {t(button)}
              </Button>
            )}
            <Button
              size="sm"
              variant="quiet"
              flush={button ? undefined : 'start'}
              aria-label={t('detailsOf', { name })}
              onClick={onDetails}
            >
              {t('details')}
            </Button>
          </Stack>
          <IconButton
            size="sm"
            label={t('deleteOf', { name })}
            aria-disabled={isRestoring}
            onPointerEnter={onDeleteSoon}
            onFocus={onDeleteSoon}
            onClick={onDelete}
          >
            <Icon name="delete" />
          </IconButton>
        </>
      }
    >
      {endsAt !== undefined && <EndNotice endsAt={endsAt} />}
      {notice}
      <CopyLine label={t('apiKey')} text={api_key}>
        <IconButton size="sm" label={t('copyKeyOf', { name })} aria-disabled={isCopying} onClick={onCopyKey}>
          <Icon name="copy" />
        </IconButton>
      </CopyLine>
      <CopyLine label={t('endpoint')} text={new URL(endpoint_url).pathname} whole={endpoint_url}>
        <IconButton size="sm" label={t('copyEndpointOf', { name })} onClick={onCopyEndpoint}>
          <Icon name="copy" />
        </IconButton>
        <LinkButton
          square
          size="sm"
          variant="quiet"
          href={endpoint_url}
          target="_blank"
          rel="noopener"
          aria-label={t('openEndpointOf', { name })}
        >
          <Icon name="external" />
        </LinkButton>
      </CopyLine>
      <Text size="sm" tone="subtle">
        {lastDeployed === null
          ? t('neverDeployed')
          : t('lastDeployed', { when: formats.dateTime(lastDeployed) })}
      </Text>
    </ItemCard>
  );
}
