import { mergeConfig } from 'vitest/config';
import { databases, nodeTests } from '../../vitest.shared.ts';

const database = 'src/tests/**/*.test.ts';

export default mergeConfig(nodeTests(), {
  test: {
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', exclude: [database, 'node_modules/**'] } },
      // `mergeConfig` would add to the shared `include`, and run everything twice.
      {
        extends: true,
        test: {
          name: 'database',
          dir: 'src/tests',
          ...databases,
        },
      },
    ],
  },
});
