/** What every project's tests have in common; a project extends it in three lines. */
import { defineConfig } from 'vitest/config';
import { catalogueFile, compileCatalogue } from './tools/build/src/compileCatalogue.mjs';

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

/** Words are compiled for the tests as for the build. */
const catalogues = {
  name: 'catalogues',
  enforce: 'pre' as const,
  transform: (source: string, id: string) => (catalogueFile.test(id) ? compileCatalogue(source) : undefined),
};

/** For components and browser code; on a busy machine a page of cards takes its time. */
export const browserTests = () =>
  defineConfig({ plugins: [catalogues], test: { ...shared, environment: 'jsdom', testTimeout: 20_000 } });
