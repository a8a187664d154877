import { expect, test } from 'vitest';
import { matches, namesVerb } from './matching';

test.each([
  ['release-notes', 'release notes', true],
  ['release_notes', 'Release-Notes', true],
  ['Release notes', 'release_n', true],
  ['release - notes', 'release notes', true],
  ['releasenotes', 'release notes', false],
  ['Website', '', true],
])('%s is found by “%s”: %s (23)', (text, query, isFound) => {
  expect(matches(text, query)).toBe(isFound);
});

test.each([
  ['Stop ', 'stop', true],
  ['Stop ', 'STOP web', true],
  ['Copy endpoint of ', 'endpoint', true],
  [' stoppen', 'website stoppen', true],
  ['Stop ', 'top', false],
  ['Stop ', 'sto', false],
  ['Stop ', 'stopwatch', false],
  ['Stop ', '-', false],
])('the verb “%s” is named by “%s”: %s (23)', (verb, query, isNamed) => {
  expect(namesVerb(verb, query)).toBe(isNamed);
});
