/** Only the unit tests, for mutation testing: the database tests would take minutes for each mutant. */
import { mergeConfig } from 'vitest/config';
import { nodeTests } from '../../vitest.shared.ts';

export default mergeConfig(nodeTests(), { test: { exclude: ['src/tests/**'] } });
