/** The module the shell loads: the billing page. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  '/billing': () => import('./routes/BillingPage'),
});
