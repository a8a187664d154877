/** What the shell loads from this app: the page of deployments. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/deployments': () => import('./routes/DeploymentsPage'),
});
