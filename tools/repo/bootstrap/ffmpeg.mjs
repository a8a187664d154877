/** Finds ffmpeg, with which Playwright writes videos, or installs it on Debian. Only Node's modules. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { announceInstall, fail } from './install.mjs';
import { aptGet, debianCommand, installDebian, onPath } from './machine.mjs';

/** The path of ffmpeg. Exits when there is none and it cannot be installed. */
function ffmpegPath() {
  const found = onPath('ffmpeg');
  if (found) return found;
  if (!aptGet()) fail('The journeys are recorded with ffmpeg: install it');
  announceInstall({
    name: 'ffmpeg',
    reason: 'Playwright writes the videos of the journeys with it',
    command: debianCommand('ffmpeg'),
  });
  installDebian('ffmpeg');
  const installed = onPath('ffmpeg');
  if (!installed) throw new Error('ffmpeg was installed but is not on the PATH');
  return installed;
}

/** The revision of ffmpeg that this Playwright looks for. */
function revision() {
  const { resolve } = createRequire(import.meta.url);
  const file = join(dirname(resolve('playwright-core/package.json')), 'browsers.json');
  const { browsers } = JSON.parse(readFileSync(file, 'utf8'));
  return browsers.find(({ name }) => name === 'ffmpeg').revision;
}

/** Makes a folder for `PLAYWRIGHT_BROWSERS_PATH` that has ffmpeg. The browser is named by its path. */
export function browsersWithFfmpeg(folder) {
  const place = join(folder, `ffmpeg-${revision()}`);
  mkdirSync(place, { recursive: true });
  const file = join(place, process.platform === 'darwin' ? 'ffmpeg-mac' : 'ffmpeg-linux');
  if (!existsSync(file)) symlinkSync(ffmpegPath(), file);
  return folder;
}
