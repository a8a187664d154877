import { expect, it } from 'vitest';
import { trimmedPath } from './trimmedPath';

it.each([
  ['/rest/v1/agents', '/rest/v1/agents'],
  ['/rest/v1/agents/', '/rest/v1/agents'],
  ['/rest/v1//agents///', '/rest/v1//agents'],
  ['/', ''],
  ['', ''],
])('%j becomes %j', (path, expected) => {
  expect(trimmedPath(path)).toBe(expected);
});

it('a row of slashes within a path is read once: from each of its slashes, it takes half a minute', () => {
  const path = `/${'/'.repeat(200_000)}x`;
  expect(trimmedPath(path)).toBe(path);
});
