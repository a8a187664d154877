/** What's new: the newest agents of the marketplace, on a page from a separate repository. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'whats-new',
  owner: 'newsletter-team',
  contract: 1,
  routes: [{ path: '/whats-new', title: 'What’s New', access: 'public' }],
  slots: [],
  nav: [],
} as const satisfies SliceManifest;
