import { expect, test } from 'vitest';
import { nameError } from './deploymentName';

test.each([
  ['', 'nameMissing'],
  ['!!!', 'nameUnusable'],
  ['日本', 'nameUnusable'],
  ['x'.repeat(80), undefined],
  ['x'.repeat(81), 'nameTooLong'],
  [`a${'😀'.repeat(79)}`, undefined],
  ['My Chatbot v1!', undefined],
])('the name %j has the error %s', { tags: ['DEP-21', 'T-27'] }, (name, error) => {
  expect(nameError(name)).toBe(error);
});
