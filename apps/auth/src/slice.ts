/** What the shell loads from this app: a page for every route the manifest declares, and a filling for every slot. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/login': () => import('./routes/LoginPage'),
  '/signup': () => import('./routes/SignUpPage'),
  'dashboard.account': () => import('./slots/AccountPanel'),
});
