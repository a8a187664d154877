/** `/marketplace`: every public agent, searched and filtered; the address carries the view, `?agent=` the details. */
import { lazy, Suspense } from 'react';
import { Button, Notice, Page, Skeleton, Stack, Text } from '@slipway/design-system';
import { useSearchResults } from '../features/search/useSearchResults';
import { useInstalls } from '../features/installs/useInstalls';
import { countLine } from '../components/labels';
import { t } from '../messages';
import { Filters } from '../features/search/Filters';
import { Results } from '../features/search/Results';
import { useFilter } from '../features/search/useFilter';
import { useOpenDetails } from '../features/details/useOpenDetails';

const AgentDetails = lazy(() => import('../features/details/AgentDetails'));

export default function MarketplacePage() {
  const { filter, text, setText, submit, choose, clear } = useFilter();
  const view = useSearchResults(filter);
  const installs = useInstalls();
  const shown = useOpenDetails();
  const { catalogue } = view;
  const listings = catalogue?.pages.flat() ?? [];

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
          {catalogue
            ? countLine(listings.length, catalogue.total)
            : !view.hasFailed && <Skeleton width="11rem" />}
        </Text>
        <Results view={view} onClear={clear} installs={installs} onPreview={shown.show} />
      </Stack>
      {shown.id !== null && (
        <Suspense>
          <AgentDetails
            key={shown.id}
            id={shown.id}
            listing={listings.find(({ agent_id }) => agent_id === shown.id)}
            isSample={view.isSample}
            filter={filter}
            installs={installs}
            onClose={shown.close}
          />
        </Suspense>
      )}
    </Page>
  );
}
