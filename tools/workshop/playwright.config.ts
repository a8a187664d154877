/** Every state of every component in Chromium, built like the app and with its response headers. */
import { defineConfig } from '@playwright/test';
import { chromiumPath, testFlags } from '@slipway/repo/bootstrap/chromium.mjs';

const port = Number(process.env.WORKSHOP_PORT ?? 4280);
const origin = `http://127.0.0.1:${String(port)}`;

export default defineConfig({
  testDir: './src',
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: chromiumPath(),
      args: testFlags,
    },
  },
  webServer: {
    command: 'npx vite preview --configLoader runner',
    env: { PORT: String(port) },
    url: origin,
  },
});
