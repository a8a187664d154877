/** Auth: signing in and creating an account. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'auth',
  owner: 'identity-team',
  contract: 1,
  routes: [
    { path: '/login', title: 'Sign In', access: 'public' },
    { path: '/signup', title: 'Create Account', access: 'public' },
  ],
  slots: [],
  nav: [],
} as const satisfies SliceManifest;
