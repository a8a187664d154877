/** The module the shell loads: the billing page, and the limits that the deployments page shows. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/billing': () => import('./routes/BillingPage'),
  'deployment.limits': () => import('./slots/DeploymentLimits'),
});
