import { expect, test } from 'vitest';
import { targetsOf } from './metadata';
import { isDelegated } from './pathPatterns';

const patterns = [
  'releases/*/*/release.json',
  'releases/billing/*/release.json',
  'releases/team-*/*/release.json',
  'releases/[ab]*/*/release.json',
  'environments/*/revisions/*/statement.json',
  'environments/preview-?/revisions/*/statement.json',
];
const paths = [
  ...['billing', 'team-a', 'abc', '.hidden', '*', '', 'a/b', 'bil', 'billing-x', 'team-'],
  ...['[ab]x', '..', 'b\nc', 'preview-1', 'preview-', 'preview-/x', 'Billing'],
].flatMap((name) => [
  `releases/${name}/0123456789abcdef/release.json`,
  `releases/${name}/.0/release.json`,
  `releases/${name}/01/release.json/`,
  `releases/${name}/01/release_json`,
  `environments/${name}/revisions/12/statement.json`,
  `environments/${name}/revisions//statement.json`,
]);

function roleWith(paths: readonly string[]) {
  const delegations = [{ name: 'role', keyIds: [], threshold: 1, paths }];
  const targets = targetsOf(1, { delegations, keys: [], names: Buffer.from('{}') }, new Date());
  const role = targets.delegations?.roles?.['role'];
  if (!role) throw new Error('The targets have no role');
  return role;
}

test('decides as the library does', () => {
  const decided = patterns.flatMap((pattern) => {
    const role = roleWith([pattern]);
    for (const path of paths)
      expect([pattern, path, isDelegated(role, path)]).toEqual([pattern, path, role.isDelegatedPath(path)]);
    return paths.filter((path) => isDelegated(role, path));
  });
  expect(decided.length).toBeGreaterThan(20);
});

test('a role with several patterns has the paths of each', () => {
  const role = roleWith(['releases/a/*/release.json', 'releases/b[x]/*/release.json']);
  const found = ['a', 'bx', 'b'].filter((id) => isDelegated(role, `releases/${id}/01/release.json`));
  expect(found).toEqual(['a', 'bx']);
});
