import { expect, test } from 'vitest';
import { messagesFile, compileMessages } from './compileMessages.mjs';

test('words stay, arguments are compiled, and the code around them is left alone', () => {
  expect(
    compileMessages(`export const t = defineMessages({ a: 'Don’t', b: 'by {name}' }); const c = 'x {y}';`),
  ).toBe(`export const t = defineMessages({ a: "Don’t", b: ["by ",["name"]] }); const c = 'x {y}';`);
});

test('the options of a constructor are no words', () => {
  const source = `const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });`;
  expect(compileMessages(source, 'pseudo')).toBe(source);
});

test('text that is not ICU fails the build', () => {
  expect(() => compileMessages(`export const t = { a: 'by {name' };`)).toThrow();
});

test('the pseudo-locale is accented, longer, and marked at both ends', () => {
  expect(compileMessages(`export const t = { a: 'Sign In' };`, 'pseudo')).toBe(
    `export const t = { a: "[!! Śíĝń Íń ~~~ !!]" };`,
  );
});

test('the pseudo-locale leaves arguments, and reaches into plurals', () => {
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
])('%s is a catalogue: %s', (file, is) => {
  expect(messagesFile.test(file)).toBe(is);
});
