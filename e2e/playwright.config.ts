/** The whole product in a real Chromium, against the same server that `npm start` runs. */
import { defineConfig } from '@playwright/test';
import { chromiumPath, testFlags } from '@slipway/repo/bootstrap/chromium.mjs';
import { controlPort, origin } from './support/server';

/**
 * Builds and commands: they start first, so that no worker still runs them when the others have finished. Playwright would
 * start the sandbox last, because it has another browser: for its last 15 seconds, two of three workers had no tests.
 */
const longest = ['**/specs/{shipping,documents}/**/*.spec.ts', '**/specs/platform/sandbox.spec.ts'];

export default defineConfig({
  testDir: './specs',
  // Each worker has a separate server with its database and store (`servers.mjs`). `E2E_WORKERS`: nine at most.
  // Two cores are busy with three.
  workers: Number(process.env.E2E_WORKERS || 3),
  projects: [
    { name: 'releases', testMatch: longest },
    { name: 'pages', testIgnore: longest },
  ],
  // Long, for a machine that does other work too: a condition ends the wait.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A shared machine may stall once; a test that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    baseURL: origin,
    // A worker answers requests that a test intercepts. serviceWorker.spec.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: testFlags,
    },
  },
  webServer: {
    command: 'node servers.mjs',
    url: `http://127.0.0.1:${String(controlPort)}/0`,
    timeout: 180_000,
    // `--reuse`: otherwise servers on these ports are those of another run.
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
