/** What the shell loads: a page for every route the manifest declares. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/whats-new': () => import('./pages/WhatsNewPage'),
});
