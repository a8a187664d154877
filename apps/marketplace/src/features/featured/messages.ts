/** The text of the featured agents on the landing page. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  featured: 'Featured AI Agents',
  noFeatured: 'No agents available yet',
  noFeaturedHint: 'Be the first to publish an agent to the marketplace!',
  browseMarketplace: 'Browse Marketplace',
  retry: 'Retry',
  viewDetails: 'View Details',
  viewDetailsOf: 'View Details of {name}',
});
