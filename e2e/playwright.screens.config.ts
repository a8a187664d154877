/** Pictures of every page and state in every view. `SCREENS` is the folder that they are written to, or compared with. */
import { join } from 'node:path';
import base from './playwright.config';

export default {
  ...base,
  projects: undefined,
  testDir: './screens',
  snapshotPathTemplate: join(process.env.SCREENS ?? 'test-results/screens', '{arg}{ext}'),
  // All states of this test start on the server of worker 0.
  workers: 1,
  timeout: 300_000,
};
