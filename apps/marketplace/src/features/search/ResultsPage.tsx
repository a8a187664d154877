/** One page of results: lists of a few cards, of which only those near the viewport are in the document. */
import { memo, useDeferredValue } from 'react';
import { Grid, Stack } from '@slipway/design-system';
import type { Installer } from '../../data/installs';
import type { Filter, Listing } from '../../data/search';
import { ListingCard } from '../../components/ListingCard';
import { t } from './messages';
import { useVirtualizedList } from './useVirtualizedList';

export interface CardActions {
  installer: Installer;
  onOpenDetails: (id: string) => void;
  /** Whether these are agents that the user keeps: their cards offer to deploy them. */
  isKept: boolean;
}

interface ResultsPageProps extends CardActions {
  /** The filter that produced the listings. */
  filter: Filter;
  listings: readonly Listing[];
  /** The number of its first result. */
  from: number;
  /** Whether there are several lists, which then have their range as a name. */
  isLabeled: boolean;
  isBusy: boolean;
}

/** Memoized: rendering 48 cards is expensive, so a keystroke in the search box must not re-render them. */
export const ResultsPage = memo(function ResultsPage({
  listings,
  from,
  isLabeled,
  ...list
}: ResultsPageProps) {
  const rows = useTopRowsFirst(listings);
  return (
    <Stack gap="lg">
      {groupsOf(rows).map((group, index) => {
        const first = from + index * GROUP;
        const range = { from: first, to: first + group.length - 1 };
        return (
          <CardList
            key={first}
            {...list}
            listings={group}
            label={isLabeled ? t('resultsRange', range) : undefined}
          />
        );
      })}
    </Stack>
  );
});

interface CardListProps extends Omit<ResultsPageProps, 'from' | 'isLabeled'> {
  label: string | undefined;
}

const CardList = memo(function CardList({ listings, label, isBusy, ...card }: CardListProps) {
  const { ref, placeholderHeight } = useVirtualizedList(listings);
  return (
    <Stack
      ref={ref}
      minHeight={placeholderHeight === undefined ? undefined : `${String(placeholderHeight)}px`}
    >
      {placeholderHeight === undefined && (
        <Grid as="ul" role="list" aria-label={label} busy={isBusy}>
          {listings.map((listing) => (
            <li key={listing.agent_id} data-agent={listing.agent_id}>
              <ListingCard {...card} listing={listing} />
            </li>
          ))}
        </Grid>
      )}
    </Stack>
  );
});

/** About one screen of cards; divisible by 1, 2, 3 and 4, so every grid width gets full rows. */
export const GROUP = 12;

/** Keyed by the rows of a page, so that the measurements of its groups outlive the component. */
const groups = new WeakMap<readonly Listing[], readonly (readonly Listing[])[]>();

function groupsOf(rows: readonly Listing[]): readonly (readonly Listing[])[] {
  const known = groups.get(rows);
  if (known) return known;
  const length = Math.ceil(rows.length / GROUP);
  const made = Array.from({ length }, (_, at) => rows.slice(at * GROUP, (at + 1) * GROUP));
  groups.set(rows, made);
  return made;
}

/** Renders the first rows of new results at once, and the rest after the browser has painted them. */
function useTopRowsFirst(listings: readonly Listing[]): readonly Listing[] {
  const deferred = useDeferredValue(listings);
  if (deferred === listings) return listings;
  const top = listings.slice(0, GROUP);
  const ids = new Set(top.map(({ agent_id }) => agent_id));
  return [...top, ...deferred.slice(GROUP).filter(({ agent_id }) => !ids.has(agent_id))];
}
