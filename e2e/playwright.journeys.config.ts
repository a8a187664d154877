/** The ten journeys, each as a video in `test-results/journeys`. */
import base from './playwright.config';

export default {
  ...base,
  projects: undefined,
  testDir: './journeys',
  outputDir: 'test-results/journeys',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    ...base.use,
    reducedMotion: 'no-preference' as const,
    actionTimeout: 30_000,
    video: { mode: 'on' as const, size: { width: 1280, height: 800 } },
  },
};
