/** Marketplace: browse and search public agents; featured agents for the landing page. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'marketplace',
  owner: 'marketplace-team',
  contract: 2,
  migration: '20261128050000',
  routes: [
    {
      path: '/marketplace',
      title: 'Marketplace',
      access: 'public',
      shows: [{ name: 'agent.playground', version: 1 }],
    },
  ],
  slots: [{ name: 'landing.featured', version: 1 }],
  // Not in `shows`: a document must not preload what only shared links open.
  offers: [
    {
      name: 'marketplace.conversation',
      version: 1,
      props: { conversation: { type: 'string' }, secret: { type: 'string' } },
      fillers: 'one',
    },
  ],
  caches: ['creators'],
  nav: [{ path: '/marketplace', label: 'Marketplace' }],
} as const satisfies SliceManifest;
