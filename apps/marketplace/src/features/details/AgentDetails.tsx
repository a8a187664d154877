/** The details dialog of an agent: summary, playground, reviews, actions and a report form. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  AgentCover,
  Button,
  EmptyState,
  Icon,
  Link,
  Notice,
  Section,
  Skeleton,
  SkeletonText,
  Stack,
  Text,
} from '@slipway/design-system';
import { Markdown } from '@slipway/design-system/markdown';
import { Dialog } from '@slipway/design-system/overlays';
import { pictureUrl } from '@slipway/data';
import { QueryPanel, Slot } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Agent, agentQueries, sampleAgent } from '../../data/agents';
import type { Filter, Listing } from '../../data/search';
import type { Installer } from '../../data/installs';
import { byline, categoryName } from '../../components/labels';
import { t } from '../../messages';
import { DetailsActions } from './DetailsActions';
import { AgentSummary } from '../../components/AgentSummary';
import { ReportForm } from './ReportForm';
import { Reviews } from '../reviews/Reviews';
import { VersionNotes } from './VersionNotes';

interface AgentDetailsProps {
  agentId: string;
  /** Shown until the details have loaded. */
  listing: Listing | undefined;
  /** The agent is a bundled sample: the backend is unreachable, so nothing more can be loaded. */
  isSample: boolean;
  /** The current search filter. */
  filter: Filter;
  installer: Installer;
  onClose: () => void;
}

export function AgentDetails({ agentId, listing, isSample, filter, installer, onClose }: AgentDetailsProps) {
  const sample = isSample && listing ? sampleAgent(listing) : undefined;
  const query = useQuery({ ...agentQueries.details(agentId), enabled: sample === undefined });
  const agent = sample ?? query.data;
  return (
    <Dialog
      open
      kind="panel"
      size="lg"
      title={agent?.name ?? listing?.name ?? t('details')}
      description={
        agent ? (
          <>
            {agent.creator_id === '' ? (
              <bdi>{byline(agent.creator?.full_name)}</bdi>
            ) : (
              <Link href={`/marketplace?creator=${agent.creator_id}`}>
                <bdi>{byline(agent.creator?.full_name)}</bdi>
              </Link>
            )}{' '}
            · {categoryName(agent.category)}
          </>
        ) : query.isPending ? (
          <Skeleton width="12rem" />
        ) : undefined
      }
      onClose={onClose}
      actions={agent ? <DetailsActions agent={agent} isSample={isSample} installer={installer} /> : undefined}
    >
      {sample ? (
        <Stack gap="xl">
          <Cover agent={sample} />
          <AgentSummary agent={sample} filter={filter} />
          <Notice tone="warning">{t('samples')}</Notice>
        </Stack>
      ) : (
        <QueryPanel query={query} failure={t('detailsFailed')} waiting={<DetailsSkeleton />}>
          {(data) =>
            data ? <DetailsContents agent={data} filter={filter} /> : <NotFound onClose={onClose} />
          }
        </QueryPanel>
      )}
    </Dialog>
  );
}

const Cover = ({ agent: { name, category, color, icon } }: { agent: Agent }) => (
  <AgentCover name={name} category={category} color={color} src={pictureUrl(icon)} />
);

const DetailsSkeleton = () => (
  <Stack gap="xl">
    <Skeleton width="18rem" />
    <SkeletonText lines={3} />
    <Skeleton shape="block" height="16rem" />
  </Stack>
);

function NotFound({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      icon={<Icon name="search" size={20} />}
      title={t('notFound')}
      description={t('notFoundHint')}
      action={<Button onClick={onClose}>{t('backToResults')}</Button>}
    />
  );
}

function DetailsContents({ agent, filter }: { agent: Agent; filter: Filter }) {
  const session = useSession();
  const [isReporting, setReporting] = useState(false);
  return (
    <Stack gap="xl">
      <Cover agent={agent} />
      <AgentSummary agent={agent} filter={filter} />
      {!agent.external_only && (
        <Slot
          name="agent.playground"
          props={{
            ...{ name: agent.name, agentId: agent.id, examples: agent.examples },
            ...{ category: agent.category, color: agent.color, icon: agent.icon },
          }}
          label={t('playground')}
          waiting={<Skeleton shape="block" height="16rem" />}
        />
      )}
      {!agent.external_only && (
        <Text size="sm" tone="subtle">
          {t('notice', { days: agent.notice_days })}
        </Text>
      )}
      {agent.readme?.trim() && (
        <Section level={3} gap="md" title={t('readme')}>
          <Markdown text={agent.readme} />
        </Section>
      )}
      {session.status === 'signed-in' && <VersionNotes agentId={agent.id} />}
      <Section level={3} gap="md" title={t('reviews')}>
        <Reviews agent={agent} />
      </Section>
      <MoreByCreator agent={agent} />
      {session.status === 'signed-in' && session.user.id !== agent.creator_id && (
        <Stack gap="md" align={isReporting ? 'stretch' : 'start'}>
          <Button
            size="sm"
            variant="quiet"
            flush="start"
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

function MoreByCreator({ agent }: { agent: Agent }) {
  const { data: others = [] } = useQuery(agentQueries.others(agent));
  if (others.length === 0) return null;
  return (
    <Section level={3} gap="md" title={t('moreByCreator')}>
      <Stack as="ul" role="list" gap="xs">
        {others.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/marketplace?agent=${id}`}>{name}</Link>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
