/** What the marketplace asks for and what it gets, live or from the samples. */
import type { Row } from '@slipway/data';
import type { Category } from './category';

/** Prices are US dollars; `installs` counts people. */
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
  | 'external_only'
  | 'installs'
  | 'review_count'
  | 'rating_sum'
>;

export interface Filter {
  /** What is looked for in names, descriptions and tags; everything when empty. */
  q: string;
  category: Category;
}

export interface Catalogue {
  listings: Listing[];
  /** All public agents; 10,001 stands for more than 10,000. */
  total: number;
}
