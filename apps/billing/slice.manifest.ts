/** Billing: the plan, the usage and its cost. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'billing',
  owner: 'billing-team',
  contract: 2,
  migration: '20261215100830',
  routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  slots: [{ name: 'deployment.limits', version: 1 }],
  // The details of a deployment show limits that are reached.
  caches: ['spend-limits'],
  nav: [{ path: '/billing', label: 'Billing' }],
} as const satisfies SliceManifest;
