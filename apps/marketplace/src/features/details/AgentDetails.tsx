/** The details dialog of an agent: summary, playground, reviews, actions and a report form. */
import { useQuery } from '@tanstack/react-query';
import { AgentCover, Link, Section, Skeleton, SkeletonText, Stack, Text } from '@slipway/design-system';
import { Markdown } from '@slipway/design-system/markdown';
import { Dialog } from '@slipway/design-system/overlays';
import { pictureUrl } from '@slipway/data';
import { QueryPanel, Slot } from '@slipway/platform';
import { useSession } from '@slipway/session';
import {
  type Agent,
  agentQueries,
  type AgentVersion,
  type OtherAgent,
  sampleAgent,
  versionQueries,
} from '../../data/agents';
import { type MessageQuota, messageQuotaQuery } from '../../data/messageQuota';
import { distributionRatings, listingRatings } from '../../data/rating';
import { reviewQueries } from '../../data/reviews';
import type { Filter, Listing } from '../../data/search';
import type { Installer } from '../../data/installs';
import { byline, categoryName } from '../../components/labels';
import { SampleNotice } from '../../components/SampleNotice';
import { ViewTitle } from '../../components/ViewTitle';
import { t } from './messages';
import type { DetailsContext } from '../search/SearchPage';
import { FavoriteButton } from '../kept/FavoriteButton';
import { DetailsActions } from './DetailsActions';
import { NotFound } from './NotFound';
import { AgentSummary } from '../../components/AgentSummary';
import { PlaygroundSkeleton } from './PlaygroundSkeleton';
import { ReportForm } from './ReportForm';
import { useMayRead } from '../session/useMayRead';
import { Reviews } from '../reviews/Reviews';
import { UsedUpPlan } from './UsedUpPlan';
import { VersionNotes } from './VersionNotes';

interface AgentDetailsProps {
  agentId: string;
  /** Shown until the details have loaded. */
  listing: Listing | undefined;
  /** The agent is a bundled sample: the backend is unreachable, so nothing more can be loaded or changed. */
  samples: DetailsContext['samples'];
  /** The current search filter. */
  filter: Filter;
  installer: Installer;
  onClose: () => void;
}

export function AgentDetails({ agentId, listing, samples, filter, installer, onClose }: AgentDetailsProps) {
  const sample = samples && listing ? sampleAgent(listing) : undefined;
  const mayRead = useMayRead();
  const query = useQuery({ ...agentQueries.details(agentId), enabled: sample === undefined && mayRead });
  const isUser = useSession().status === 'signed-in';
  // The content waits for the notes, except for retries: shown later, they would move the reviews.
  const notes = useQuery({ ...versionQueries.notes(agentId), enabled: isUser && !sample && mayRead });
  // They wait for it too, as for the notes.
  const quota = useQuery({ ...messageQuotaQuery(), enabled: isUser && !sample && mayRead });
  const agent = sample ?? query.data;
  const name = agent?.name ?? listing?.name;
  return (
    <Dialog
      open
      kind="panel"
      size="lg"
      title={name ?? t('details')}
      description={
        agent ? (
          <>
            {(sample ?? agent.creator_id === '') ? (
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
      startsAtTitle={!agent}
      onClose={onClose}
      actions={agent && !sample ? <DetailsActions agent={agent} installer={installer} /> : undefined}
    >
      {name !== undefined && <ViewTitle name={name} />}
      {samples && sample && listing ? (
        <Stack gap="xl">
          <SampleNotice of="sample" {...samples} />
          <Cover agent={sample} />
          <AgentSummary agent={sample} ratings={listingRatings(listing)} filter={filter} />
        </Stack>
      ) : (
        <QueryPanel query={query} failure={t('detailsFailed')} waiting={<DetailsSkeleton />}>
          {(data) =>
            !data ? (
              <NotFound onClose={onClose} />
            ) : [notes, quota].some(({ isLoading, failureCount }) => isLoading && failureCount === 0) ? (
              <DetailsSkeleton />
            ) : (
              <DetailsContents agent={data} notes={notes.data ?? []} quota={quota.data} filter={filter} />
            )
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
    <Skeleton shape="block" height="6.125rem" />
    <Skeleton width="18rem" />
    <SkeletonText lines={3} />
    <PlaygroundSkeleton />
  </Stack>
);

interface DetailsContentsProps {
  agent: Agent;
  notes: readonly AgentVersion[];
  quota: MessageQuota | null | undefined;
  filter: Filter;
}

function DetailsContents({ agent, notes, quota, filter }: DetailsContentsProps) {
  const session = useSession();
  const distribution = useQuery(reviewQueries.distribution(agent.id));
  const others = useQuery(agentQueries.others(agent));
  return (
    <Stack gap="xl">
      <Cover agent={agent} />
      <AgentSummary
        agent={agent}
        ratings={
          distribution.isPending ? 'loading' : distribution.data && distributionRatings(distribution.data)
        }
        filter={filter}
        action={session.status === 'signed-in' && <FavoriteButton agent={agent} userId={session.user.id} />}
      />
      {!agent.external_only && <UsedUpPlan quota={quota} />}
      {!agent.external_only && (
        <Slot
          name="agent.playground"
          props={{
            ...{ name: agent.name, agentId: agent.id, examples: agent.examples },
            ...{ category: agent.category, color: agent.color, icon: agent.icon },
          }}
          label={t('playground')}
          waiting={<PlaygroundSkeleton examples={agent.examples} />}
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
      <VersionNotes notes={notes} />
      <Section level={3} gap="md" title={t('reviews')}>
        <Reviews agent={agent} />
      </Section>
      <MoreByCreator others={others.data ?? []} />
      {/* Wait for the section above, which would move this form, except for its retries. */}
      {session.status === 'signed-in' &&
        session.user.id !== agent.creator_id &&
        !(others.isLoading && others.failureCount === 0) && <ReportForm agentId={agent.id} />}
    </Stack>
  );
}

function MoreByCreator({ others }: { others: readonly OtherAgent[] }) {
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
