/** Pictures of every page and state, from the same servers as the tests. Their baselines are in `docs/screens`. */
import base from './playwright.config';

export default {
  ...base,
  testDir: './screens',
  snapshotPathTemplate: '../docs/screens/{arg}{ext}',
  // All states of this test start on the server of worker 0.
  workers: 1,
};
