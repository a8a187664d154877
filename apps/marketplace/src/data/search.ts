/** What the marketplace asks for and what it gets, live or from the samples. */
import type { Row } from '@slipway/data';
import type { Category } from './category';
import type { PriceRange } from './priceRange';
import type { Sort } from './sort';

/** Prices are US dollars, `price_micros` millionths of one; `installs` counts people; `created_at` is ISO-8601 UTC. */
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
>;

export interface Filter {
  /** What is looked for in names, descriptions and tags; everything when empty. */
  q: string;
  category: Category;
  sort: Sort;
  price: PriceRange;
  /** All of which an agent must have, as they are written. */
  tags: readonly string[];
}

/** Everything, newest first. */
export const everything: Filter = { q: '', category: 'all', sort: 'relevance', price: 'any', tags: [] };

export interface Catalogue {
  /** What it answers. */
  filter: Filter;
  /** In the order asked for, as they arrived: each page begins after the last row of the one before. */
  pages: readonly (readonly Listing[])[];
  /** All public agents; 10,001 stands for more than 10,000. */
  total: number;
}
