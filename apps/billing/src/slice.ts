/** The module the shell loads: the billing page, and the limits that the deployments page shows. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/billing': () => import('./routes/BillingPage'),
  },
  slots: {
    'deployment.limits': () => import('./slots/DeploymentLimits'),
  },
});
