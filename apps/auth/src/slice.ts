/** The module the shell loads: a page for each route of the manifest, and a component for each slot. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/login': () => import('./routes/LoginPage'),
    '/signup': () => import('./routes/SignUpPage'),
  },
  slots: {
    'dashboard.account': () => import('./slots/AccountPanel'),
  },
});
