/** Vitest's configuration for `together.mjs`: the projects' tests by what they need, which is one worker's setup. */
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { browserTests, databaseTests, nodeTests, tags } from '../../../vitest.shared.ts';
import { kindOf } from './kinds.mjs';
import { LongestFirst } from './longestFirst.ts';

const root = join(import.meta.dirname, '../../..');
const folders = (process.env['SLIPWAY_TEST_FOLDERS'] ?? '').split(',').filter(Boolean);

/** In the order of their start. Tests of databases wait the most, so the others fill the end. */
const kinds = { databaseTests, nodeTests, browserTests };

/** The tests of one kind as a project of Vitest's. */
function project(name: string, config: ViteUserConfig, included: readonly string[]) {
  const include = included.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
  const exclude = ['**/dist/**', '**/node_modules/**', '**/test-results/**'];
  // A page is one worker. Tests of databases wait for more than half of their time, and continue when the page has ended: with
  // two workers, a core has nothing to do then.
  const maxWorkers = config.test?.maxWorkers === 1 ? 1 : 3;
  return { ...config, root, test: { ...config.test, name, include, exclude, maxWorkers } };
}

export default defineConfig({
  root,
  test: {
    tags,
    reporters: ['default', ['json', { outputFile: process.env['SLIPWAY_TEST_REPORT'] ?? '' }]],
    sequence: { sequencer: LongestFirst },
    projects: Object.entries(kinds).flatMap(([name, config]) => {
      const included = folders.filter((folder) => kindOf(join(root, folder)) === name);
      return included.length > 0 ? [project(name, config(), included)] : [];
    }),
  },
});
