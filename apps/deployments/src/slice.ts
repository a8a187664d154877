/** The module the shell loads: the deployments page. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/deployments': () => import('./routes/DeploymentsPage'),
  },
});
