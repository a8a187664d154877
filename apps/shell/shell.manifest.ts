/** The shell's own pages, and the contract versions it hosts. It names no slice. */
import type { ShellManifest } from '@slipway/contracts';

export const manifest = {
  id: 'shell',
  owner: 'platform-team',
  contracts: [1, 2],
  links: ['/login', '/signup', '/marketplace', '/agents', '/deployments', '/billing'],
  routes: [
    {
      path: '/',
      title: 'Deploy AI Agents in Seconds',
      access: 'public',
      shows: [{ name: 'landing.featured', version: 1 }],
    },
    {
      path: '/dashboard',
      title: 'Dashboard',
      access: 'signed-in',
      shows: [{ name: 'dashboard.account', version: 1 }],
    },
  ],
} as const satisfies ShellManifest;
