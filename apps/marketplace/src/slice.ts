/** What the shell loads from this app: the marketplace, and the landing page's featured agents. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/marketplace': () => import('./routes/MarketplacePage'),
  'landing.featured': () => import('./slots/FeaturedAgents'),
});
