/** `npm test`: installs what is missing, Chromium and curl too, then runs the whole validation. */
import { chromiumPath } from './chromium.mjs';
import { curlPath } from './curl.mjs';
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();
process.env.SLIPWAY_CHROMIUM = chromiumPath();
curlPath();
await import('./validate.mjs');
