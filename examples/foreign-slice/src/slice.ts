/** The module that the shell loads: a page for every route of the manifest. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/whats-new': () => import('./pages/WhatsNewPage'),
});
