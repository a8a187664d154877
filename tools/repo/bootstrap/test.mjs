/** `npm test`: installs missing packages and programs, says which and why, then runs the whole validation. */
import { chromiumPath, missingChromium } from './chromium.mjs';
import { curlPath, missingCurl } from './curl.mjs';
import { installPackages, requireNode } from './install.mjs';
import { missingWebServers, webServers } from './webServers.mjs';

requireNode();
installPackages();

const missing = [missingChromium(), missingCurl(), missingWebServers()].filter(Boolean);
if (missing.length > 0) {
  console.log(
    'The tests need programs that are not installed (SLIPWAY_NO_INSTALL=1 prevents the installation):',
  );
  for (const { name, reason, command } of missing) console.log(`  ${name}: ${reason}\n    ${command}`);
}
process.env.SLIPWAY_CHROMIUM = chromiumPath();
curlPath();
webServers();
await import('../pipeline/validate.mjs');
