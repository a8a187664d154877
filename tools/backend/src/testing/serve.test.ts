import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, inject, test } from 'vitest';
import { newHome } from './serve';

test('a home that its test does not remove is removed with the database of the tests', () => {
  const [home, other] = [newHome(), newHome({ prepared: 'keys' })];
  expect([dirname(home), dirname(other)]).toEqual([inject('testsFolder'), inject('testsFolder')]);
  expect(home).not.toBe(other);
  expect(existsSync(`${home}/data`)).toBe(true);
  expect(readdirSync(other)).toEqual(['keys.json']);
});
