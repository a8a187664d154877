/** Searches without the database: over the samples, and over a user's kept agents. */
import type { Filter, Listing } from './search';
import { priceRanges } from './priceRange';
import { meanRating } from './rating';
import type { Sort } from './sort';

const MICROS = 1_000_000;

const rating = ({ rating_sum, review_count }: Listing) => meanRating(rating_sum, review_count);

/** Comparators per sort order. Ties keep the order of the listings. */
const comparators: Record<Sort, (a: Listing, b: Listing) => number> = {
  relevance: () => 0,
  newest: () => 0,
  installs: (a, b) => b.installs - a.installs,
  rating: (a, b) => rating(b) - rating(a) || b.review_count - a.review_count,
  price: (a, b) => a.price_micros - b.price_micros,
};

/** The listings that match the filter, sorted by it. `q` matches names, descriptions and tags, ignoring case. */
export function matchListings(
  listings: readonly Listing[],
  { q, category, sort, price, tags }: Filter,
): Listing[] {
  const needle = q.trim().toLowerCase();
  const { min = 0, max = Infinity } = priceRanges[price];
  return listings
    .filter(
      (listing) =>
        (category === 'all' || listing.category === category) &&
        tags.every((tag) => listing.tags.includes(tag)) &&
        listing.price_micros >= min * MICROS &&
        listing.price_micros <= max * MICROS &&
        [listing.name, listing.description ?? '', ...listing.tags].some((text) =>
          text.toLowerCase().includes(needle),
        ),
    )
    .sort(comparators[sort]);
}
