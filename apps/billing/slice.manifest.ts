/** Billing: the plan, the usage and its cost. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'billing',
  owner: 'billing-team',
  contract: 1,
  migration: '20261122001000',
  routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  slots: [],
  nav: [{ path: '/billing', label: 'Billing' }],
} as const satisfies SliceManifest;
