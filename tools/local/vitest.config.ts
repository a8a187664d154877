import { mergeConfig } from 'vitest/config';
import { nodeTests } from '../../vitest.shared';

export default mergeConfig(nodeTests({ timeout: 60_000 }), {
  test: { globalSetup: './src/testing/databases.ts' },
});
