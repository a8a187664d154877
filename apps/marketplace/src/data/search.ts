/** Types of a marketplace search: its filter and its results, live or from the samples. */
import type { Row } from '@slipway/data';
import type { Category } from './category';
import type { PriceRange } from './priceRange';
import type { Sort } from './sort';

/** Prices are US dollars, `price_micros` millionths of one; `installs` counts users; `created_at` is ISO-8601 UTC. */
export type Listing = Pick<
  Row<'agent_listings'>,
  | 'agent_id'
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'creator_name'
  | 'pricing_model'
  | 'price_per_message'
  | 'price_per_month'
  | 'price_micros'
  | 'external_only'
  | 'installs'
  | 'review_count'
  | 'rating_sum'
  | 'created_at'
  | 'creator_id'
  | 'color'
  | 'icon'
>;

export interface Filter {
  /** Matched against names, descriptions and tags; matches every agent when empty. */
  q: string;
  category: Category;
  sort: Sort;
  price: PriceRange;
  /** An agent must have all of them; compared exactly. */
  tags: readonly string[];
  /** Only agents that the signed-in user keeps. */
  kept: Kept | 'any';
}

/** How a user keeps agents. */
export const keptKinds = ['installed', 'favorites'] as const;
export type Kept = (typeof keptKinds)[number];

/** Every agent, newest first. */
export const defaultFilter: Filter = {
  q: '',
  category: 'all',
  sort: 'relevance',
  price: 'any',
  tags: [],
  kept: 'any',
};

export interface SearchResults {
  /** The filter that produced these results. */
  filter: Filter;
  /** Sorted by the filter's order; each page starts after the last row of the previous page. */
  pages: readonly (readonly Listing[])[];
  /** All public agents; 10,001 stands for more than 10,000. */
  total: number;
}
