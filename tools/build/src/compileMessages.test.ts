/** The compiler of message catalogs, and the pseudo-locale. */
import { expect, test } from 'vitest';
import { messagesFile, compileMessages } from './compileMessages.mjs';

test('keeps plain text, compiles arguments, and leaves the other code unchanged', () => {
  expect(
    compileMessages(`export const t = defineMessages({ a: 'Don’t', b: 'by {name}' }); const c = 'x {y}';`),
  ).toBe(`export const t = defineMessages({ a: "Don’t", b: ["by ",["name"]] }); const c = 'x {y}';`);
});

test('leaves the options of a constructor unchanged', () => {
  const source = `const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });`;
  expect(compileMessages(source, 'pseudo')).toBe(source);
});

test('fails the build on invalid ICU text', () => {
  expect(() => compileMessages(`export const t = { a: 'by {name' };`)).toThrow();
});

test('writes the pseudo-locale accented, longer, and between brackets', () => {
  expect(compileMessages(`export const t = { a: 'Sign In' };`, 'pseudo')).toBe(
    `export const t = { a: "[!! Śíĝń Íń ~~~ !!]" };`,
  );
});

test('keeps arguments in the pseudo-locale, and translates plurals', () => {
  const compiled = compileMessages(
    `export const t = { a: '{count, plural, one {# person} other {# people}}' };`,
    'pseudo',
  );
  expect(compiled).toContain('["count",2,{"one":[0,');
  expect(compiled).toContain('péŕśóń');
});

test.each([
  ['/x/apps/auth/src/messages.ts', true],
  ['/x/libs/platform/src/messages.ts', true],
  ['/x/apps/auth/src/pages/messages.ts', false],
  ['/x/apps/auth/src/messages.test.ts', false],
])('tells whether %s is a message catalog: %s', (file, expected) => {
  expect(messagesFile.test(file)).toBe(expected);
});
