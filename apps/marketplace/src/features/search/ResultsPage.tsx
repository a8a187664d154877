/** One page of results: lists of a few cards, of which only those near the viewport are in the document. */
import { memo, type ReactNode } from 'react';
import { Grid, Stack } from '@slipway/design-system';
import type { Installer } from '../../data/installs';
import type { Filter, Listing } from '../../data/search';
import { ListingCard } from '../../components/ListingCard';
import { t } from './messages';
import { useVirtualizedList } from './useVirtualizedList';

export interface CardActions {
  installer: Installer;
  onOpenDetails: (id: string) => void;
  /** Whether these are the user's kept agents, whose cards have a Deploy button. */
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

/** Memoized: rendering the cards is expensive, so a keystroke in the search box must not re-render them. */
export const ResultsPage = memo(function ResultsPage({
  listings,
  from,
  isLabeled,
  ...list
}: ResultsPageProps) {
  const groups = groupsOf(listings).map((group, index) => {
    const first = from + index * GROUP;
    const range = { from: first, to: first + group.length - 1 };
    return (
      <CardList
        key={first}
        {...list}
        listings={group}
        label={isLabeled ? t('resultsRange', range) : undefined}
        startsFar={index * LEAST_GROUP_HEIGHT > window.innerHeight}
      />
    );
  });
  return (
    <NearViewport rows={listings} places={groups}>
      {groups}
    </NearViewport>
  );
});

interface CardListProps extends Omit<ResultsPageProps, 'from' | 'isLabeled'> {
  label: string | undefined;
  startsFar: boolean;
}

const CardList = memo(function CardList({ listings, label, isBusy, startsFar, ...card }: CardListProps) {
  return (
    <NearViewport
      rows={listings}
      startsFar={startsFar}
      places={
        <Grid>
          {listings.map(({ agent_id }) => (
            <Stack key={agent_id} minHeight={`${String(CARD_HEIGHT / 16)}rem`} />
          ))}
        </Grid>
      }
    >
      <Grid as="ul" role="list" aria-label={label} busy={isBusy}>
        {listings.map((listing) => (
          <li key={listing.agent_id} data-agent={listing.agent_id}>
            <ListingCard {...card} listing={listing} />
          </li>
        ))}
      </Grid>
    </NearViewport>
  );
});

interface NearViewportProps {
  rows: readonly Listing[];
  startsFar?: boolean;
  /** About as tall as the children: shown far from the viewport until the height is known. */
  places: ReactNode;
  children: ReactNode;
}

/** A box whose children are in the document only near the viewport. */
function NearViewport({ rows, startsFar = false, places, children }: NearViewportProps) {
  const { ref, isFar, height } = useVirtualizedList(rows, startsFar);
  return (
    <Stack ref={ref} minHeight={isFar && height !== undefined ? `${String(height)}px` : undefined}>
      {!isFar ? children : height === undefined && places}
    </Stack>
  );
}

/** Divisible by 1, 2 and 3, so every grid width gets full rows. */
export const GROUP = 6;

/** CSS pixels. A card is taller when its name or its tags need a second line. */
const CARD_HEIGHT = 268;

/** CSS pixels: with three columns, a group is two rows. */
const LEAST_GROUP_HEIGHT = 2 * CARD_HEIGHT;

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
