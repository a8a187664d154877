/** `npm test`: installs what is missing, Chromium too, then runs the whole validation. */
import { chromiumPath } from './chromium.mjs';
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();
process.env.SLIPWAY_CHROMIUM = chromiumPath();
await import('./validate.mjs');
