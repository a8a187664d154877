/** Lint for the whole workspace: the usual rules, and those of docs/architecture.md and CONTRIBUTING.md. */
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { dependencyRule } from './tools/repo/lint/dependencies.js';
import { filesPlugin } from './tools/repo/lint/files.js';
import { roleRule } from './tools/repo/lint/roles.js';
import {
  buttonTypeRule,
  defaultExportFiles,
  defaultExportRule,
  folderRules,
  inlineStyleRule,
  interceptedRule,
  onlyComponentRule,
  textRules,
  viewTransitionRule,
} from './tools/repo/lint/structure.js';

/** Rules of `no-restricted-syntax` for all files. */
const everywhere = [roleRule, buttonTypeRule, viewTransitionRule];

const react = reactHooks.configs.flat['recommended-latest'];
/**
 * All rules but two run React's compiler over each file, which takes a third of the time of the whole workspace. `npm test`
 * leaves them to the night and to the lint of a slice: `npx nx lint billing`, editors, `slice.yml`.
 */
const withoutCompiler = Object.fromEntries(
  ['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'].map((name) => [name, react.rules[name]]),
);
const reactRules = process.env.LINT_WITHOUT_COMPILER === '1' ? withoutCompiler : react.rules;

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/test-results',
      '**/node_modules',
      '**/.slipway',
      'libs/data/src/database.types.ts',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // There is one logger, which redacts: `log` of @slipway/log.
      'no-console': 'error',
    },
  },
  // TypeScript finds them in a tenth of the time; the examples have separate configurations.
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['examples/**'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    files: [
      ...['tools/**', 'supabase/**', 'e2e/**', 'bench/**', 'apps/gateway/**', 'apps/collector/**'],
      'libs/log/src/logger.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.{ts,tsx}'],
    ...jsxA11y.flatConfigs.strict,
    languageOptions: { ...jsxA11y.flatConfigs.strict.languageOptions, globals: globals.browser },
  },
  // Only files that can have components or hooks.
  {
    files: ['apps/**/*.tsx', 'libs/{design-system,platform,session,testing}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    ...react,
    rules: reactRules,
  },
  {
    files: ['**/*.test.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    // Build files do not run in the browser, so they may use the build tools. Fixtures are separate slices.
    ignores: [
      '**/rspack.config.ts',
      '**/vitest*.config.ts',
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      '**/fixtures/**',
    ],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', dependencyRule],
    },
  },
  ...folderRules,
  // ESLint keeps only the last `no-restricted-syntax` that matches a file: each has the rules of all files.
  { rules: { 'no-restricted-syntax': ['error', defaultExportRule, ...everywhere] } },
  { files: defaultExportFiles, rules: { 'no-restricted-syntax': ['error', ...everywhere] } },
  {
    files: ['e2e/{specs,support}/**/*.ts'],
    ignores: ['e2e/support/serverResponse.ts'],
    rules: { 'no-restricted-syntax': ['error', defaultExportRule, interceptedRule, ...everywhere] },
  },
  {
    files: ['apps/*/src/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': ['error', defaultExportRule, inlineStyleRule, ...everywhere, ...textRules],
    },
  },
  {
    files: ['apps/*/src/{routes,slots}/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': ['error', inlineStyleRule, onlyComponentRule, ...everywhere, ...textRules],
    },
  },
  { plugins: { files: filesPlugin }, rules: { 'files/names': 'error' } },
  { ignores: ['**/fixtures/**'], rules: { 'files/length': 'error' } },
);
