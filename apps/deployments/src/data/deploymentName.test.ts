import { expect, test } from 'vitest';
import { nameProblem } from './deploymentName';

test.each([
  ['', 'nameMissing'],
  ['!!!', 'nameUnusable'],
  ['日本', 'nameUnusable'],
  ['x'.repeat(80), undefined],
  ['x'.repeat(81), 'nameTooLong'],
  [`a${'😀'.repeat(79)}`, undefined],
  ['My Chatbot v1!', undefined],
])('%s: %s', { tags: ['DEP-21', 'T-27'] }, (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});
