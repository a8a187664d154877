/** Finds a Chromium for the end-to-end tests, or installs one. Node's modules only. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail, root, run } from './install.mjs';
import { installDebian, isRootOnDebian, onPath } from './machine.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Where Playwright's own download is, if it is there. */
function downloaded() {
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
    { cwd: root, encoding: 'utf8' },
  );
  const path = stdout.trim();
  return path && existsSync(path) ? path : undefined;
}

/** It may run as root, needs no graphics card, and asks nobody for anything by itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium: `SLIPWAY_CHROMIUM`, the machine's, Debian's package (as root), or Playwright's download. */
export function chromiumPath() {
  const named = process.env.SLIPWAY_CHROMIUM;
  if (named && !existsSync(named)) fail(`SLIPWAY_CHROMIUM names ${named}, which does not exist`);
  const found = named ?? onPath(...names) ?? downloaded();
  if (found) return found;

  console.log('Installing Chromium for the end-to-end tests (once) …');
  if (isRootOnDebian()) installDebian('chromium');
  else {
    run(
      'npx',
      ['playwright', 'install', 'chromium'],
      'Playwright could not download Chromium: install one, or name it in SLIPWAY_CHROMIUM',
    );
  }
  const installed = onPath(...names) ?? downloaded();
  if (!installed)
    throw new Error('Chromium was installed but is not on the PATH: name it in SLIPWAY_CHROMIUM');
  return installed;
}
