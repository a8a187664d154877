/** What every project's tests have in common; a project extends it in three lines. */
import { defineConfig } from 'vitest/config';

const shared = { passWithNoTests: false, restoreMocks: true, include: ['**/*.test.{ts,tsx}'], exclude: ['dist/**', 'node_modules/**'] };

/** For code that needs no browser. */
export const nodeTests = (options: { timeout?: number } = {}) =>
  defineConfig({ test: { ...shared, environment: 'node', testTimeout: options.timeout ?? 10_000, hookTimeout: options.timeout ?? 10_000 } });

/** For components and browser code. */
export const browserTests = () => defineConfig({ test: { ...shared, environment: 'jsdom' } });
