/** Projects, and the files of each whose tests must notice a change. Pages are covered by end-to-end tests instead. */
export const targets = {
  'libs/session': ['src/**/*.ts'],
  'libs/platform': ['src/**/*.{ts,tsx}'],
  'libs/gateway': ['src/**/*.ts'],
  'libs/data': ['src/**/*.ts'],
  'libs/log': ['src/**/*.ts'],
  'libs/state': ['src/**/*.ts'],
  'libs/keys': ['src/**/*.ts'],
  'libs/contracts': ['src/**/*.ts'],
  'tools/cli': ['src/{composition,checks,release,store,environment}/**/*.ts'],
  'apps/shell': ['src/data/**/*.ts'],
  'apps/auth': ['src/{data,rules}/**/*.ts'],
  'apps/marketplace': ['src/data/**/*.ts'],
  'apps/agents': ['src/data/**/*.ts'],
  'apps/deployments': ['src/data/**/*.ts'],
  'apps/billing': ['src/data/**/*.ts'],
};

/** Tests and their helpers, texts, lists of exports, generated types. */
export const excluded = [
  '**/*.test.*',
  '**/testing/**',
  '**/tests/**',
  '**/messages.ts',
  '**/index.ts',
  '**/*.types.ts',
];
