/** Agents: create, test, publish and monitor them. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'agents',
  owner: 'agents-team',
  contract: 2,
  migration: '20261215103000',
  routes: [
    {
      path: '/agents',
      title: 'AI Agents',
      access: 'signed-in',
      shows: [{ name: 'agent.playground', version: 1 }],
    },
  ],
  slots: [
    { name: 'agent.playground', version: 1 },
    {
      name: 'marketplace.conversation',
      version: 1,
      props: { conversation: { type: 'string' }, secret: { type: 'string' } },
    },
  ],
  nav: [{ path: '/agents', label: 'My Agents' }],
} as const satisfies SliceManifest;
