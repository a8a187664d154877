/** Auth: signing in, creating an account, and how a person gets into theirs. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'auth',
  owner: 'identity-team',
  contract: 1,
  routes: [
    { path: '/login', title: 'Sign In', access: 'public' },
    { path: '/signup', title: 'Create Account', access: 'public' },
  ],
  slots: [{ name: 'dashboard.account', version: 1 }],
  nav: [],
} as const satisfies SliceManifest;
