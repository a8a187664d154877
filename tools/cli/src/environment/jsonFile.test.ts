/** JSON in files that users edit. */
import { expect, it } from 'vitest';
import { parseJsonFile } from './jsonFile';

it('ignores a byte order mark', () => {
  expect(parseJsonFile('\uFEFF{"name":"local"}', 'local.json')).toEqual({ name: 'local' });
});

it.each([
  ['{\n  "name": "local"\n  "store": "x"\n}', /^local\.json:3 is not valid JSON: .*; correct it, then run/],
  ['', /^local\.json is not valid JSON: .*; correct it, then run the command again$/],
])('names the file, the line if it is known, and what to do, for %o', (text, message) => {
  expect(() => parseJsonFile(text, 'local.json')).toThrow(message);
});
