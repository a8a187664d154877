/** `npm test`: installs what is missing, Chromium, curl and web servers too, then runs the whole validation. */
import { chromiumPath } from './chromium.mjs';
import { curlPath } from './curl.mjs';
import { installPackages, requireNode } from './install.mjs';
import { webServers } from './webServers.mjs';

requireNode();
installPackages();
process.env.SLIPWAY_CHROMIUM = chromiumPath();
curlPath();
webServers();
await import('./validate.mjs');
