/** The search of public agents. The URL holds the filter. */
import { type ReactNode, useRef } from 'react';
import { Page, Skeleton, Stack, Text } from '@slipway/design-system';
import type { Installer } from '../../data/installs';
import type { Filter, Listing } from '../../data/search';
import { countLine } from '../../components/labels';
import { SampleNotice } from '../../components/SampleNotice';
import { t } from '../../messages';
import { useKept } from '../kept/useKept';
import { Filters, focusFirst } from './Filters';
import { Results } from './Results';
import { useFilter } from './useFilter';
import { useSearchResults } from './useSearchResults';

export interface DetailsContext {
  listings: readonly Listing[];
  filter: Filter;
  /** Set while the list shows samples: `onRetry` loads the marketplace again. */
  samples: { isFetching: boolean; onRetry: () => void } | undefined;
}

interface SearchPageProps {
  installer: Installer;
  onOpenDetails: (agentId: string) => void;
  /** Renders the open details from the listed agents. */
  details: (context: DetailsContext) => ReactNode;
}

export function SearchPage({ installer, onOpenDetails, details }: SearchPageProps) {
  const filters = useRef<HTMLDivElement>(null);
  const { filter, text, setText, choose, clear } = useFilter();
  const kept = useKept(filter);
  const view = useSearchResults(filter, kept === undefined);
  const shown = kept ?? view;
  const { results } = shown;
  const listings = results?.pages.flat() ?? [];
  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap="lg">
        <Filters ref={filters} text={text} filter={filter} onTextChange={setText} onChoose={choose} />
        {/* Above the notice of samples, which appears late and would move this line. */}
        <Text as="div" size="sm" tone="muted" role="status">
          {results
            ? countLine(listings.length, results.total)
            : !shown.hasFailed && <Skeleton width="11rem" />}
        </Text>
        {shown.isSample && <SampleNotice of="samples" isFetching={view.isFetching} onRetry={view.retry} />}
        <Results
          // Another key: the samples are below a notice, and the live cards must not move there.
          key={shown.isSample ? 'samples' : 'live'}
          view={shown}
          isKept={kept !== undefined}
          onClear={() => {
            focusFirst(filters.current);
            clear();
          }}
          installer={installer}
          onOpenDetails={onOpenDetails}
        />
      </Stack>
      {details({
        listings,
        filter,
        samples: shown.isSample ? { isFetching: view.isFetching, onRetry: view.retry } : undefined,
      })}
    </Page>
  );
}
