/** Auth: sign-in, sign-up, and the settings of an account's sign-in. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'auth',
  owner: 'identity-team',
  contract: 2,
  migration: '20261215100840',
  routes: [
    { path: '/login', title: 'Sign In', access: 'public' },
    { path: '/signup', title: 'Create Account', access: 'public' },
  ],
  slots: [{ name: 'dashboard.account', version: 1 }],
  caches: ['account-deletion'],
  nav: [],
} as const satisfies SliceManifest;
