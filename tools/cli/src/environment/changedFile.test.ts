/** The value of `slipway env set`, as a user types it. */
import { expect, it } from 'vitest';
import { changedFile } from './changedFile';
import { environmentSchema } from './environment';
import { exampleOf } from './examples';

const file = { name: 'staging', store: 'store', address: 'https://staging.example', backend: 'embedded' };
const set = (field: string, text: string) => changedFile(file, field.split('.'), text, 'staging.json');

it.each([
  ['languages', '["en","de"]', ['en', 'de']],
  ['site', '{"name":"Pier","owner":"Pier","callUrl":"https://a.example"}', expect.anything()],
  ['indexed', 'false', false],
  ['store', '2048', '2048'],
  ['root', 'true', 'true'],
  ['keepDays', '3', 3],
])('takes %s %s', (field, text, value) => {
  expect(set(field, text).fields).toEqual({ ...file, [field]: value });
});

it('takes a number for a field of text', () => {
  expect(set('hosting.listen', '8080').environment.hosting.listen).toBe('8080');
});

it.each([
  ['languages', 'en,de', 'languages: must be a list, [ … ]'],
  ['flags.notes', 'on', 'flags.notes: must be an object, { … }'],
  ['policy.approvals', '2', 'policy.approvals: must be { "count", "by" }, with "hours" or without'],
])('shows how to write %s, for %s', (field, text, message) => {
  expect(() => set(field, text)).toThrow(
    `staging.json: ${message}. Write JSON in quotes: slipway env set staging ${field} '${exampleOf(field) ?? ''}'`,
  );
});

it('reports only the fields that are missing, for a field of the backend', () => {
  expect(() => set('backend.url', 'https://b.example')).toThrow(/: backend\.publishableKey: is missing$/);
});

it('has a valid example of each field that is a list or an object', () => {
  const fields = Object.keys(environmentSchema.entries).filter((field) => {
    try {
      set(field, 'no such value');
      return false;
    } catch (error) {
      return /must be (?:a list|an object),/.test(String(error));
    }
  });
  expect(fields).toContain('hosting');
  for (const field of [...fields, 'policy.freezes', 'policy.errorBudget', 'thirdParties.notes.connect']) {
    set(field, exampleOf(field) ?? `${field} has no example`);
  }
});
