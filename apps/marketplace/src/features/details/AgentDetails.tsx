/** One agent in depth, over the list: what it does, what it costs, what people say, and what can be done with it. */
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  EmptyState,
  Heading,
  Icon,
  Link,
  Notice,
  Skeleton,
  SkeletonText,
  Stack,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel, Slot } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Agent, agentQueries, sampleAgent } from '../../data/agents';
import type { Filter, Listing } from '../../data/search';
import type { Installs } from '../../data/installs';
import { byline, categoryName } from '../../components/labels';
import { t } from '../../messages';
import { DetailsActions } from './DetailsActions';
import { AgentSummary } from '../../components/AgentSummary';
import { ReportForm } from './ReportForm';
import { Reviews } from '../reviews/Reviews';

interface AgentDetailsProps {
  id: string;
  /** As the list has it, until its details are there. */
  listing: Listing | undefined;
  /** It is one of the samples: there is nobody to ask for more. */
  isSample: boolean;
  /** What the list below shows. */
  filter: Filter;
  installs: Installs;
  onClose: () => void;
}

export default function AgentDetails({
  id,
  listing,
  isSample,
  filter,
  installs,
  onClose,
}: AgentDetailsProps) {
  const sample = isSample && listing ? sampleAgent(listing) : undefined;
  const query = useQuery({ ...agentQueries.details(id), enabled: sample === undefined });
  const agent = sample ?? query.data;
  return (
    <Dialog
      open
      size="lg"
      // What comes later must not move what is there; a sample is all there.
      isTall={sample === undefined}
      title={agent?.name ?? listing?.name ?? t('details')}
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
      actions={agent ? <DetailsActions agent={agent} isSample={isSample} installs={installs} /> : undefined}
    >
      {sample ? (
        <Stack gap="xl">
          <AgentSummary agent={sample} filter={filter} />
          <Notice tone="warning">{t('samples')}</Notice>
        </Stack>
      ) : (
        <QueryPanel query={query} failure={t('detailsFailed')} waiting={<ContentsWaiting />}>
          {(data) => (data ? <Contents agent={data} filter={filter} /> : <Gone onClose={onClose} />)}
        </QueryPanel>
      )}
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
      <AgentSummary agent={agent} filter={filter} />
      {!agent.external_only && (
        <Slot
          name="agent.playground"
          props={{ name: agent.name, agentId: agent.id }}
          label={t('playground')}
          waiting={<Skeleton shape="block" height="12.5rem" />}
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
