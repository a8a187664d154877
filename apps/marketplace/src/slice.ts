/** The module that the shell loads: the marketplace page and the featured agents for the landing page. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/marketplace': {
      page: () => import('./routes/marketplaceRoute'),
      loader: async (context) => {
        // The queries are in the page's chunk: pages that show a slot of this slice do not load them.
        await (await import('./routes/marketplaceRoute')).startData(context);
      },
    },
  },
  slots: {
    'landing.featured': {
      slot: () => import('./slots/featuredSlot'),
      loader: async (context) => {
        await (await import('./slots/featuredSlot')).startData(context);
      },
    },
  },
});
