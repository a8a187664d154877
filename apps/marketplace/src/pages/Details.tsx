/** One agent in depth, over the list: what it does, what it costs, what people say, and what can be done with it. */
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Badge,
  Button,
  EmptyState,
  Heading,
  Icon,
  Link,
  LinkButton,
  Skeleton,
  SkeletonText,
  Stack,
  Text,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel, Slot, useHasRoute } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Agent, agentQueries } from '../data/agents';
import { priceLabel } from '../data/price';
import type { Filter } from '../data/catalogue';
import type { Installs } from '../data/useInstalls';
import { byline, categoryName, t } from '../messages';
import { InstallButton } from '../ui/InstallButton';
import { Markdown } from '../ui/Markdown';
import { ReportForm } from '../ui/ReportForm';
import { Reviews } from '../ui/Reviews';
import { Tags } from '../ui/Tags';

interface DetailsProps {
  id: string;
  /** What the list calls it, until its details are there. */
  name: string | undefined;
  /** What the list below shows. */
  filter: Filter;
  installs: Installs;
  onClose: () => void;
}

export default function Details({ id, name, filter, installs, onClose }: DetailsProps) {
  const query = useQuery(agentQueries.details(id));
  const agent = query.data;
  return (
    <Dialog
      open
      size="lg"
      isTall
      title={agent?.name ?? name ?? t('details')}
      description={
        agent ? (
          <>
            <bdi>{byline(agent.creator?.full_name)}</bdi> · {categoryName(agent.category)}
          </>
        ) : query.isPending ? (
          <Skeleton width="12rem" />
        ) : undefined
      }
      onClose={onClose}
      actions={agent ? <Actions agent={agent} installs={installs} /> : undefined}
    >
      <QueryPanel query={query} failure={t('detailsFailed')} waiting={<ContentsWaiting />}>
        {(data) => (data ? <Contents agent={data} filter={filter} /> : <Gone onClose={onClose} />)}
      </QueryPanel>
    </Dialog>
  );
}

const ContentsWaiting = () => (
  <Stack gap="xl">
    <Skeleton width="18rem" />
    <SkeletonText lines={3} />
    <Skeleton shape="block" height="16rem" />
  </Stack>
);

function Gone({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      icon={<Icon name="search" size={20} />}
      title={t('agentGone')}
      description={t('agentGoneHint')}
      action={<Button onClick={onClose}>{t('backToList')}</Button>}
    />
  );
}

function Contents({ agent, filter }: { agent: Agent; filter: Filter }) {
  const session = useSession();
  const [isReporting, setReporting] = useState(false);
  return (
    <Stack gap="xl">
      <Stack direction="row" gap="md" wrap>
        <Badge tone={agent.pricing_model === 'free' ? 'success' : 'neutral'}>{priceLabel(agent)}</Badge>
        <Text as="span" size="sm" tone="muted">
          {t('downloads', { count: agent.install_count })} {t('downloadsUnit')}
        </Text>
        <Tags tags={agent.tags} limit={agent.tags.length} filter={filter} />
      </Stack>
      <Stack gap="md" dir="auto">
        <Markdown text={agent.description?.trim() ? agent.description : t('noDescription')} />
      </Stack>
      {!agent.external_only && (
        <Slot
          name="agent.playground"
          props={{ name: agent.name, agentId: agent.id }}
          label={t('playground')}
          waiting={<Skeleton shape="block" height="16rem" />}
        />
      )}
      <Part title={t('reviews')}>
        <Reviews agent={agent} />
      </Part>
      <Others agent={agent} />
      {session.status === 'signed-in' && session.user.id !== agent.creator_id && (
        <Stack gap="md" align={isReporting ? 'stretch' : 'start'}>
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={isReporting}
            onClick={() => {
              setReporting(!isReporting);
            }}
          >
            {t('report')}
          </Button>
          {isReporting && (
            <ReportForm
              agentId={agent.id}
              onDone={() => {
                setReporting(false);
              }}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="md">
      <Heading level={3} size="md">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

function Others({ agent }: { agent: Agent }) {
  const { data: others = [] } = useQuery(agentQueries.others(agent));
  if (others.length === 0) return null;
  return (
    <Part title={t('others')}>
      <Stack as="ul" role="list" gap="xs">
        {others.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/marketplace?agent=${id}`}>{name}</Link>
          </li>
        ))}
      </Stack>
    </Part>
  );
}

function Actions({ agent, installs }: { agent: Agent; installs: Installs }) {
  const hasRoute = useHasRoute();
  return (
    <>
      {installs.isInstalled(agent.id) && (
        <Button
          variant="quiet"
          busy={installs.isChanging(agent.id)}
          onClick={() => {
            installs.uninstall(agent);
          }}
        >
          {t('uninstall')}
        </Button>
      )}
      {agent.external_only && agent.external_url !== null ? (
        <LinkButton href={agent.external_url} target="_blank" rel="noopener noreferrer">
          {t('openSite')}
          <Icon name="external" label={t('leaves')} size={14} />
        </LinkButton>
      ) : (
        hasRoute('/deployments') && (
          <LinkButton href={`/deployments?agent=${agent.id}`}>{t('deploy')}</LinkButton>
        )
      )}
      <InstallButton agent={agent} installs={installs} />
    </>
  );
}
