import { mergeConfig } from 'vitest/config';
import { nodeTests } from '../vitest.shared';

export default mergeConfig(nodeTests({ timeout: 60_000 }), {
  // Most of the time is spent waiting for databases.
  test: { globalSetup: '@slipway/backend/testing/databases', maxWorkers: 2 },
});
