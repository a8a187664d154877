/**
 * `/marketplace`: searches public agents; `?creator=` is the page of one creator, `?agent=` opens an agent's details,
 * `?conversation=` a conversation that a user shared.
 */
import { Suspense, useRef } from 'react';
import { PageSkeleton } from '@slipway/design-system';
import { lazyPart, PartLoading, useDialogParam, useSearchParams } from '@slipway/platform';
import { useInstaller } from '../features/installs/useInstaller';
import { type DetailsContext, SearchPage } from '../features/search/SearchPage';
import { defaultFilter } from '../data/search';
import { t } from '../messages';
import { ViewArrival } from '../components/ViewArrival';

const AgentDetails = lazyPart(async () => ({
  default: (await import('../features/details/AgentDetails')).AgentDetails,
}));
const CreatorPage = lazyPart(async () => ({
  default: (await import('../features/creator/CreatorPage')).CreatorPage,
}));

const SharedConversation = lazyPart(async () => ({
  default: (await import('../features/conversation/SharedConversation')).SharedConversation,
}));

/** Beside a creator's page. */
const noContext: DetailsContext = { listings: [], filter: defaultFilter, samples: undefined };

export default function MarketplacePage() {
  const [params] = useSearchParams();
  const creatorId = params.get('creator');
  const installer = useInstaller();
  const { value: agentId, open, close } = useDialogParam('agent');
  const shared = useDialogParam('conversation');
  const before = useRef<string | null>(undefined);

  const details = ({ listings, filter, samples }: DetailsContext) =>
    agentId !== null && (
      <Suspense fallback={<PartLoading />}>
        <AgentDetails
          key={agentId}
          agentId={agentId}
          listing={listings.find(({ agent_id }) => agent_id === agentId)}
          samples={samples}
          filter={filter}
          installer={installer}
          onClose={close}
        />
      </Suspense>
    );

  const conversation = shared.value !== null && agentId === null && (
    <Suspense fallback={<PartLoading />}>
      <SharedConversation id={shared.value} onClose={shared.close} />
    </Suspense>
  );

  if (creatorId === null) {
    return (
      <>
        <SearchPage installer={installer} onOpenDetails={open} details={details} />
        <ViewArrival creator={creatorId} beforeRef={before} />
        {conversation}
      </>
    );
  }
  return (
    <>
      <Suspense fallback={<PageSkeleton title={t('creator')} />}>
        <CreatorPage
          key={creatorId}
          creatorId={creatorId}
          installer={installer}
          onOpenDetails={open}
          isCovered={agentId !== null}
        />
        <ViewArrival creator={creatorId} beforeRef={before} />
      </Suspense>
      {details(noContext)}
      {conversation}
    </>
  );
}
