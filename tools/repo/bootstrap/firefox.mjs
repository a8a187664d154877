/** Finds Firefox for the nightly tests, or installs it. Only Node's modules. */
import { existsSync } from 'node:fs';
import { fail } from './install.mjs';
import { aptGet, installDebian, onPath } from './machine.mjs';

const installedPath = () => onPath('firefox', 'firefox-esr');

/** The path of Firefox: `SLIPWAY_FIREFOX`, on the PATH, or Debian's package (as root). Exits when there is none. */
export function firefoxPath() {
  const named = process.env.SLIPWAY_FIREFOX;
  if (named && !existsSync(named)) fail(`SLIPWAY_FIREFOX names ${named}, which does not exist`);
  if (!named && !installedPath() && aptGet()) installDebian('firefox-esr', 'firefox');
  const found = named || installedPath();
  if (!found) fail('The tests in Firefox need one on the PATH, or its path in SLIPWAY_FIREFOX');
  return found;
}
