/** The module that the shell loads: the marketplace page and the featured agents for the landing page. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    '/marketplace': () => import('./routes/MarketplacePage'),
  },
  slots: {
    'landing.featured': () => import('./slots/FeaturedAgents'),
  },
});
