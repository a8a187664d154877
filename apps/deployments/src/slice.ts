/** The module the shell loads: the deployments page. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/deployments': {
      page: () => import('./routes/deploymentsRoute'),
      loader: async (context) => {
        // The queries are in the page's chunk: pages that show a slot of this slice do not load them.
        await (await import('./routes/deploymentsRoute')).startData(context);
      },
    },
  },
});
