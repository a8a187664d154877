/**
 * Strings that several parts of this slice show, as ICU messages, and the title of its page. Each part has the text that only
 * it shows in its folder's `messages.ts`, which loads with it.
 */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'Marketplace',
  description: 'Compare agents by features, price and reviews.',
  sort: 'Sort by',
  'category-all': 'All',
  'category-customer-service': 'Customer Service',
  'category-sales': 'Sales',
  'category-content': 'Content',
  'category-analytics': 'Analytics',
  'category-productivity': 'Productivity',
  count: 'Showing {shown, number} of {total, number}{more, select, yes {+} other {}} agents',
  loading: 'Loading agents',
  browseAll: 'Browse All Agents',

  by: 'by {creator}',
  anonymous: 'Anonymous',
  noDescription: 'No description available',
  externalOnly: 'Runs on its creator’s site',
  moreTags: '+{count, number}',
  rating:
    '{count, plural, =0 {Not rated yet} one {Rated {average, number, ::.0} out of 5 (# rating)} other {Rated {average, number, ::.0} out of 5 (# ratings)}}',
  unrated: 'No reviews yet',
  downloads: '{count, number}',
  downloadsUnit: '{count, plural, one {download} other {downloads}}',
  free: 'Free',
  perMonth: '${price}/month',
  perMessage: '${price} per message',
  backToResults: 'Browse agents',
  deploy: 'Deploy',

  creator: 'Creator',
});
