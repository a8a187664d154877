/** Test configuration that every project extends in three lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { compileCatalog, messagesFile } from './tools/build/src/compileMessages.mjs';

const specification = (file: string) => readFileSync(join(import.meta.dirname, 'docs/spec', file), 'utf8');

/** The allowed tags: ids of conformance rows (`DEP-25`) and traps (`T-13`). Vitest rejects others. */
export const tags = [...new Set(specification('conformance.md').match(/\b[A-Z]+-\d{2,3}b?\b/g))].map(
  (name) => ({
    name,
  }),
);

/**
 * Long, for a machine that does other work too: a test that passes does not wait for it. A mutant that never answers
 * would cost the whole time.
 */
const patience = process.env['STRYKER_MUTATOR_WORKER'] ? 10_000 : 60_000;

const shared = {
  tags,
  include: ['**/*.test.{ts,tsx}'],
  exclude: ['dist/**', 'node_modules/**'],
  restoreMocks: true,
  setupFiles: [join(import.meta.dirname, 'vitest.waits.ts')],
  testTimeout: patience,
  hookTimeout: patience,
  // `npm run validate` counts tests from this report.
  reporters: ['default', ['json', { outputFile: 'test-results/report.json' }]] as [
    'default',
    ['json', object],
  ],
};

/**
 * For code that needs no browser. Files share processes, with separate copies of what they mock: a process for each file
 * takes longer to start than most files' tests.
 */
export const nodeTests = () => defineConfig({ test: { ...shared, environment: 'node', isolate: false } });

/** V8 compiles PGlite's WebAssembly once, without optimizing it: that takes longer than a test's queries. */
const compileOnce = { execArgv: ['--liftoff-only'] };

/** For tests that open databases. */
export const databases = {
  globalSetup: '@slipway/backend/testing/databases',
  setupFiles: '@slipway/backend/testing/fastPasswords',
  ...compileOnce,
};

/** For projects whose tests open databases. Tests wait for databases, so two files run at once. */
export const databaseTests = () => mergeConfig(nodeTests(), { test: { ...databases, maxWorkers: 2 } });

/** Compiles messages for tests, as the build does. */
const catalogues = {
  name: 'catalogues',
  enforce: 'pre' as const,
  transform: (source: string, id: string) => (messagesFile.test(id) ? compileCatalog(id, source) : undefined),
};

/** For components and browser code, whose files share a page. */
export const browserTests = () =>
  defineConfig({
    plugins: [catalogues],
    test: {
      ...shared,
      environment: 'jsdom',
      isolate: false,
      maxWorkers: 1,
      setupFiles: [...shared.setupFiles, join(import.meta.dirname, 'vitest.browser.ts')],
    },
  });
