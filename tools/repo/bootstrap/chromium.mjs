/** Finds Chromium for the tests in a browser, or installs it. Only Node's modules. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { announceInstall, fail, root, run } from './install.mjs';
import { aptGet, debianCommand, installDebian, onPath } from './machine.mjs';

/** Debian's build without windows. A test takes a quarter less processor time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const windowed = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of Playwright's own download, if there is one. */
function downloaded() {
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
    { cwd: root, encoding: 'utf8' },
  );
  const path = stdout.trim();
  return path && existsSync(path) ? path : undefined;
}

/**
 * Chromium makes two hidden pages for the address bar of each window, which take longer than a page of the app: the
 * first three. The others are Playwright's, because Chromium reads only the last `--disable-features`.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Letters have the widths that they have on phones and most desktops: Chromium without a screen rounds them to pixels. */
const SMOOTH_LETTERS = '--font-render-hinting=none';

const withoutFeatures = (features) => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  SMOOTH_LETTERS,
  `--disable-features=${features.join(',')}`,
];

/** Allows root, needs no graphics card, and disables background requests. */
export const chromiumFlags = withoutFeatures(disabledFeatures);

/** For tests, which open a page each. Chromium would start a process for the next page, which most tests do not have. */
export const testFlags = withoutFeatures([...disabledFeatures, 'SpareRendererForSitePerProcess']);

/** The path of a Chromium that can open a window, if there is one. */
export const windowedPath = () => onPath(...windowed) ?? downloaded();

function installedPath() {
  const named = process.env.SLIPWAY_CHROMIUM;
  if (named && !existsSync(named)) fail(`SLIPWAY_CHROMIUM names ${named}, which does not exist`);
  return named || (onPath(HEADLESS_SHELL) ?? windowedPath());
}

/** Describes the installation that `chromiumPath` would make, or undefined when Chromium is there. */
export const missingChromium = () =>
  installedPath()
    ? undefined
    : {
        name: 'Chromium',
        reason:
          'the end-to-end tests and the component workshop run in it; SLIPWAY_CHROMIUM names another one',
        command: aptGet() ? debianCommand(HEADLESS_SHELL) : 'npx playwright install chromium',
      };

/** The path of Chromium: `SLIPWAY_CHROMIUM`, on the PATH, Debian's package (as root), or Playwright's download. */
export function chromiumPath() {
  const found = installedPath();
  if (found) return found;

  announceInstall(missingChromium());
  if (aptGet()) installDebian(HEADLESS_SHELL, 'chromium');
  else {
    run(
      'npx',
      ['playwright', 'install', 'chromium'],
      'Playwright could not download Chromium: install it, or set SLIPWAY_CHROMIUM to its path',
    );
  }
  const installed = installedPath();
  if (!installed)
    throw new Error('Chromium was installed but is not on the PATH: set SLIPWAY_CHROMIUM to its path');
  return installed;
}
