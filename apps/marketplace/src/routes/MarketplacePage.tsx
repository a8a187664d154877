/** `/marketplace`: searches public agents. The URL holds the filter, and `?agent=` opens an agent's details. */
import { Suspense } from 'react';
import { Button, Notice, Page, Skeleton, Stack, Text } from '@slipway/design-system';
import { lazyPart } from '@slipway/platform';
import { countLine } from '../components/labels';
import { useOpenDetails } from '../features/details/useOpenDetails';
import { useInstaller } from '../features/installs/useInstaller';
import { Filters } from '../features/search/Filters';
import { Results } from '../features/search/Results';
import { useFilter } from '../features/search/useFilter';
import { useSearchResults } from '../features/search/useSearchResults';
import { t } from '../messages';

const AgentDetails = lazyPart(async () => ({
  default: (await import('../features/details/AgentDetails')).AgentDetails,
}));

export default function MarketplacePage() {
  const { filter, text, setText, submit, choose, clear } = useFilter();
  const view = useSearchResults(filter);
  const installer = useInstaller();
  const details = useOpenDetails();
  const { results } = view;
  const listings = results?.pages.flat() ?? [];

  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap="lg">
        <Filters text={text} filter={filter} onTextChange={setText} onSubmit={submit} onChoose={choose} />
        {view.isSample && (
          <Notice
            tone="warning"
            action={
              <Button size="sm" onClick={view.retry} busy={view.isFetching}>
                {t('tryAgain')}
              </Button>
            }
          >
            {t('samples')}
          </Notice>
        )}
        <Text as="div" size="sm" tone="muted" role="status">
          {results
            ? countLine(listings.length, results.total)
            : !view.hasFailed && <Skeleton width="11rem" />}
        </Text>
        <Results view={view} onClear={clear} installer={installer} onOpenDetails={details.open} />
      </Stack>
      {details.agentId !== null && (
        <Suspense>
          <AgentDetails
            key={details.agentId}
            agentId={details.agentId}
            listing={listings.find(({ agent_id }) => agent_id === details.agentId)}
            isSample={view.isSample}
            filter={filter}
            installer={installer}
            onClose={details.close}
          />
        </Suspense>
      )}
    </Page>
  );
}
