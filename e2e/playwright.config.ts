/** The whole product in a real Chromium, against the same server that `npm start` runs. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '@slipway/repo/bootstrap/chromium.mjs';
import { gitHubPort, home, localPort, origin } from './support/server';

export default defineConfig({
  testDir: './specs',
  // One database and one store: what a test changes, it puts back before the next begins.
  workers: 1,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  // A shared machine may stall once; a test that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: chromiumFlags,
    },
  },
  webServer: {
    command: 'node e2e/start.mjs',
    cwd: '..',
    env: {
      PORT: String(localPort),
      PUBLIC_URL: origin,
      SLIPWAY_HOME: home,
      // All people of all tests come from one address.
      SIGN_IN_LIMIT: '1000',
      NX_DAEMON: 'false',
      GITHUB_CLIENT_ID: 'e2e',
      GITHUB_CLIENT_SECRET: 'e2e-secret',
      GITHUB_URL: `http://127.0.0.1:${String(gitHubPort)}`,
    },
    url: `${origin}/healthz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
});
