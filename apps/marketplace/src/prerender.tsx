/** Prerenders the search, as a visitor or a user sees it before agents have arrived. The build runs it in Node (decision 071). */
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { featuredQueries, readRatings } from './data/featured';
import { listingQueries } from './data/listings';
import { defaultFilter } from './data/search';
import MarketplacePage from './routes/MarketplacePage';

void printPages(
  manifest,
  { '/marketplace': <MarketplacePage /> },
  {
    '/marketplace': {
      // A filter, or the page of a creator. Panels open over the search.
      variesBy: ['q', 'category', 'sort', 'price', 'tag', 'kept', 'creator'],
      isLoading: true,
      forUsers: true,
      requests: (cache) => [cache.prefetchInfiniteQuery(listingQueries.search(defaultFilter))],
    },
    'landing.featured': {
      requests: (cache, _user, ids) => [
        cache.prefetchQuery(featuredQueries.list()).then(() => readRatings([ids])),
      ],
    },
  },
);
