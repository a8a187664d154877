/** SHELL-13: there are visitors and people who are signed in, and the app has no word or rule for anybody else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { roleRule } from './roles.js';

const root = join(import.meta.dirname, '../../..');

const catalogues = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src/messages.ts`))
  .filter((file) => existsSync(join(root, file)));

it('no catalogue names an administrator, a role or a permission', { tags: ['SHELL-13'] }, () => {
  expect(catalogues.length).toBeGreaterThan(4);
  const named = catalogues.filter((file) =>
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
])('%s has %i complaints: a role is no protection', { tags: ['T-66', 'SHELL-14'] }, (code, count) => {
  const found = new Linter().verify(code, {
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: { 'no-restricted-syntax': ['error', roleRule] },
  });
  expect(found).toHaveLength(count);
});
