/** What's new: the newest agents of the marketplace, on a page of a team elsewhere. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'whats-new',
  owner: 'newsletter-team',
  contract: 1,
  routes: [{ path: '/whats-new', title: 'What’s New', access: 'public' }],
  slots: [],
  nav: [],
} as const satisfies SliceManifest;
