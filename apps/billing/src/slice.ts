/** The module the shell loads: the billing page, and the limits that the deployments page shows. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/billing': {
      page: () => import('./routes/billingRoute'),
      loader: async (context) => {
        // The queries are in the page's chunk: pages that show a slot of this slice do not load them.
        await (await import('./routes/billingRoute')).startPage(context);
      },
    },
  },
  slots: {
    'deployment.limits': () => import('./slots/DeploymentLimits'),
  },
});
