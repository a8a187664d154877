/** SHELL-13: the app distinguishes visitors and signed-in users only; it has no other roles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { files, root } from '../docs/markdown';
import { roleRule } from './roles.js';

const catalogs = files('apps/*messages.ts', 'libs/*messages.ts').filter((file) =>
  /\/src\/(?:.+\/)?messages\.ts$/.test(file),
);

it('no message mentions an administrator, a role or a permission', { tags: ['SHELL-13'] }, () => {
  expect(catalogs.length).toBeGreaterThan(4);
  const named = catalogs.filter((file) =>
    /:\s*['"`][^'"`]*\b(?:admin(?:istrator)?s?|roles?|permissions?)\b/i.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(named).toEqual([]);
});

it.each([
  ['<Guard requiredRole="user" />', 0],
  ['<Guard />', 0],
  ['<Guard requiredRole="admin" />', 1],
  ['<Guard requiredRole={role} />', 1],
])('%s has %i errors', { tags: ['T-66', 'SHELL-14'] }, (code, count) => {
  const found = new Linter().verify(code, {
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: { 'no-restricted-syntax': ['error', roleRule] },
  });
  expect(found).toHaveLength(count);
});
