/** What every project's tests have in common; a project extends it in three lines. */
import { defineConfig } from 'vitest/config';

const shared = {
  include: ['**/*.test.{ts,tsx}'],
  exclude: ['dist/**', 'node_modules/**'],
  restoreMocks: true,
  // The report is what `npm run validate` counts.
  reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]] as [
    'default',
    ['json', object],
  ],
};

/** For code that needs no browser. `timeout` in milliseconds. */
export const nodeTests = ({ timeout = 10_000 } = {}) =>
  defineConfig({ test: { ...shared, environment: 'node', testTimeout: timeout, hookTimeout: timeout } });

/** For components and browser code. */
export const browserTests = () => defineConfig({ test: { ...shared, environment: 'jsdom' } });
