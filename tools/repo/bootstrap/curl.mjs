/** Finds curl for the end-to-end tests, or installs it on Debian. Only Node's modules. */
import { announceInstall, fail } from './install.mjs';
import { aptGet, debianCommand, installDebian, onPath } from './machine.mjs';

/** Describes the installation that `curlPath` would make, or undefined when curl is there. */
export const missingCurl = () =>
  onPath('curl')
    ? undefined
    : {
        name: 'curl',
        reason: 'the end-to-end tests run the curl commands that the app shows',
        command: debianCommand('curl'),
      };

/** The path of curl. Exits when there is none and it cannot be installed. */
export function curlPath() {
  const found = onPath('curl');
  if (found) return found;
  if (!aptGet()) fail('The end-to-end tests call an agent with curl: install it');
  announceInstall(missingCurl());
  installDebian('curl');
  const installed = onPath('curl');
  if (!installed) throw new Error('curl was installed but is not on the PATH');
  return installed;
}
