/** Deployments: agents behind an endpoint, their status and their API keys. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'deployments',
  owner: 'deployments-team',
  contract: 2,
  migration: '20261209100000',
  routes: [
    {
      path: '/deployments',
      title: 'Deployments',
      access: 'signed-in',
      shows: [
        { name: 'agent.playground', version: 1 },
        { name: 'deployment.limits', version: 1 },
      ],
    },
  ],
  slots: [],
  caches: ['deployments'],
  nav: [{ path: '/deployments', label: 'Deployments' }],
} as const satisfies SliceManifest;
