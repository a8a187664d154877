/** Every word of this slice, in one place. */
import { defineMessages } from '@slipway/platform';
import { categories } from './data/category';

/** The database counts so far and no further. */
const COUNTED_UP_TO = 10_000;

export const t = defineMessages({
  title: 'Marketplace',
  description: 'Compare agents by what they do, what they cost and what people say about them.',
  search: 'Search agents',
  searchHint: 'Search by name, task or tag',
  clearSearch: 'Clear search',
  categories: 'Category',
  sort: 'Sort by',
  'sort-relevance': 'Relevance',
  'sort-installs': 'Most installed',
  'sort-rating': 'Best rated',
  'sort-price': 'Lowest price',
  'sort-newest': 'Newest',
  price: 'Price',
  'price-any': 'Any price',
  'price-free': 'Free',
  'price-under-20': 'Up to $20',
  'price-20-40': '$20 to $40',
  'price-over-40': 'Over $40',
  tags: 'Tags',
  tag: 'Tag {tag}',
  'category-all': 'All',
  'category-customer-service': 'Customer Service',
  'category-sales': 'Sales',
  'category-content': 'Content',
  'category-analytics': 'Analytics',
  'category-productivity': 'Productivity',
  count: 'Showing {shown, number} of {total, number}{more, select, yes {+} other {}} agents',
  loading: 'Loading agents',
  pageOfCards: 'Agents {from, number} to {to, number}',
  showMore: 'Show more agents',
  loadingMore: 'Loading more agents',
  moreFailed: 'More agents could not be loaded.',
  loadFailed: 'The marketplace could not be loaded',
  loadFailedHint: 'Nothing is lost. Try again in a moment.',
  samples: 'Sample catalogue: the marketplace cannot be reached right now, so these are examples.',
  tryAgain: 'Try again',
  nothingFound: 'No agents found',
  nothingFoundHint: 'Try adjusting your search or filter criteria',
  clearFilters: 'Clear filters',

  featured: 'Featured AI Agents',
  none: 'No agents available yet',
  noneHint: 'Be the first to publish an agent to the marketplace!',
  browseMarketplace: 'Browse Marketplace',
  browseAll: 'Browse All Agents',
  retry: 'Retry',

  by: 'by {creator}',
  anonymous: 'Anonymous',
  noDescription: 'No description available',
  externalOnly: 'Runs on its creator’s own site',
  moreTags: '+{count, number}',
  rating:
    '{count, plural, =0 {Not rated yet} one {Rated {average, number, ::.0} out of 5 by # person} other {Rated {average, number, ::.0} out of 5 by # people}}',
  downloads: '{count, number}',
  downloadsUnit: 'downloads',
  free: 'Free',
  perMonth: '${price}/month',
  perMessage: '${price} per message',
  viewDetails: 'View Details',
  viewDetailsOf: 'View Details of {name}',

  preview: 'Preview',
  previewOf: 'Preview {name}',
  install: 'Install',
  installOf: 'Install {name}',
  installed: 'Installed',
  installedOf: 'Installed {name}',
  uninstall: 'Uninstall',
  installedToast: '{name} installed successfully!',
  uninstalledToast: '{name} uninstalled',
  installFailed: '{name} could not be installed. Try again in a moment.',
  uninstallFailed: '{name} could not be uninstalled. Try again in a moment.',

  details: 'Agent details',
  detailsFailed: 'The details could not be loaded',
  agentGone: 'This agent is not in the marketplace',
  agentGoneHint: 'It may have been unpublished, or the link is not complete.',
  backToList: 'Browse agents',
  playground: 'Try it',
  deploy: 'Deploy',
  openSite: 'Open its site',
  leaves: 'Leaves Slipway, in a new tab',
  others: 'More by this creator',

  reviews: 'Reviews',
  reviewsFailed: 'The reviews could not be loaded',
  noReviews: 'Nobody has reviewed it yet.',
  moreReviews: 'Show more reviews',
  stars: '{rating, number} out of 5',
  ratings: 'How people rated it',
  ratingsOf: '{rating, number} out of 5: {count, plural, one {# person} other {# people}}',
  'reviews-newest': 'Newest',
  'reviews-useful': 'Most useful',
  helpful: 'Helpful{count, plural, =0 {} other { (#)}}',
  helped: '{count, plural, one {# person finds} other {# people find}} this helpful',
  voteFailed: 'That could not be saved. Try again in a moment.',
  yourRating: 'Your rating',
  yourReview: 'Your review',
  sendReview: 'Publish review',
  changeReview: 'Save review',
  deleteReview: 'Delete review',
  reviewSaved: 'Your review is published',
  reviewDeleted: 'Your review is deleted',
  reviewFailed: 'Your review could not be saved. Try again in a moment.',

  report: 'Report this agent',
  reason: 'What is wrong',
  'reason-broken': 'It does not work',
  'reason-copyright': 'It uses somebody’s work',
  'reason-harmful': 'It is harmful',
  'reason-misleading': 'It is not what it says',
  'reason-spam': 'It is spam',
  'reason-other': 'Something else',
  reportDetails: 'Details, if you like',
  sendReport: 'Send report',
  reported: 'Thank you, the report is sent',
  reportedBefore: 'You have reported this agent before',
  reportFailed: 'The report could not be sent. Try again in a moment.',
});

/** The line above the list; `total` beyond what is counted shows as "10,000+". */
export const countLine = (shown: number, total: number) =>
  t('count', {
    shown,
    total: Math.min(total, COUNTED_UP_TO),
    more: total > COUNTED_UP_TO ? 'yes' : 'no',
  });

/** A category that a newer database has is shown as it is spelled there. */
export function categoryName(category: string): string {
  const known = categories.find((each) => each === category);
  return known ? t(`category-${known}`) : category;
}

export const byline = (creator: string | null | undefined) =>
  t('by', { creator: creator?.trim() ? creator : t('anonymous') });

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** The day of an ISO-8601 time, where the person is. */
export const day = (time: string) => date.format(new Date(time));
