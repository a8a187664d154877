/** `npm run journeys`: the ten journeys, each with a video in `e2e/test-results/journeys`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { browsersWithFfmpeg } from '@slipway/repo/bootstrap/ffmpeg.mjs';

const env = {
  ...process.env,
  SLIPWAY_CHROMIUM: chromiumPath(),
  PLAYWRIGHT_BROWSERS_PATH: browsersWithFfmpeg(join(import.meta.dirname, 'test-results/browsers')),
};
const argv = ['playwright', 'test', '--config', 'playwright.journeys.config.ts', ...process.argv.slice(2)];
const { status, error } = spawnSync('npx', argv, { stdio: 'inherit', env });
if (error) throw error;
process.exit(status ?? 1);
