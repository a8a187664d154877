import { mergeConfig } from 'vitest/config';
import { nodeTests } from '../../vitest.shared.ts';

/** Mutation testing skips tests that take long: one bundles the code, where a mutant is never active. */
const slow = ['**/killedDeploy.test.ts', '**/concurrency.test.ts'];

export default mergeConfig(nodeTests(), {
  test: process.env.STRYKER_MUTATOR_WORKER ? { exclude: slow } : {},
});
