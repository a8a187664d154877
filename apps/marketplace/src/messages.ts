/** Every word of this slice, in one place. */
import type { Category } from './data/category';

const categories: Readonly<Record<Category, string>> = {
  all: 'All',
  'customer-service': 'Customer Service',
  sales: 'Sales',
  content: 'Content',
  analytics: 'Analytics',
  productivity: 'Productivity',
};

/** The database counts so far and no further. */
const COUNTED_UP_TO = 10_000;

const number = (value: number) => value.toLocaleString('en-US');
const people = (count: number) => (count === 1 ? '1 person' : `${number(count)} people`);

export const t = {
  title: 'Marketplace',
  description: 'Compare agents by what they do, what they cost and what people say about them.',
  search: 'Search agents',
  searchHint: 'Search by name, task or tag',
  clearSearch: 'Clear search',
  categories: 'Category',
  /** A category that a newer database has is shown as it is spelled there. */
  category: (category: string) => (categories as Record<string, string | undefined>)[category] ?? category,
  count: (shown: number, total: number) =>
    `Showing ${number(shown)} of ${number(Math.min(total, COUNTED_UP_TO))}${total > COUNTED_UP_TO ? '+' : ''} agents`,
  loading: 'Loading agents',
  loadFailed: 'The marketplace could not be loaded',
  loadFailedHint: 'Nothing is lost. Try again in a moment.',
  samples: 'Sample catalogue: the marketplace cannot be reached right now, so these are examples.',
  tryAgain: 'Try again',
  nothingFound: 'No agents found',
  nothingFoundHint: 'Try adjusting your search or filter criteria',
  clearFilters: 'Clear filters',

  featured: 'Featured AI Agents',
  featuredFailed: 'featured agents could not be read',
  none: 'No agents available yet',
  noneHint: 'Be the first to publish an agent to the marketplace!',
  browseMarketplace: 'Browse Marketplace',
  browseAll: 'Browse All Agents',
  retry: 'Retry',

  by: (creator: string | null | undefined) => `by ${creator?.trim() ? creator : 'Anonymous'}`,
  noDescription: 'No description available',
  externalOnly: 'Runs on its creator’s own site',
  moreTags: (count: number) => `+${String(count)}`,
  rating: (average: number, count: number) =>
    count === 0 ? 'Not rated yet' : `Rated ${average.toFixed(1)} out of 5 by ${people(count)}`,
  downloads: (count: number) => number(count),
  downloadsUnit: 'downloads',
  viewDetails: 'View Details',
  viewDetailsOf: (name: string) => `View Details of ${name}`,
} as const;
