/** The compiler of message catalogs. */
import { expect, test } from 'vitest';
import { compileMessages, messagesFile, messagesOf } from './compileMessages.mjs';

test('keeps plain text, compiles arguments, and leaves the other code unchanged', () => {
  expect(
    compileMessages(`export const t = defineMessages({ a: 'Don’t', b: 'by {name}' }); const c = 'x {y}';`),
  ).toBe(`export const t = defineMessages({ a: "Don’t", b: ["by ",["name"]] }); const c = 'x {y}';`);
});

test('leaves the options of a constructor unchanged', () => {
  const source = `const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium' });`;
  expect(compileMessages(source, 'notes')).toBe(source);
});

test('fails the build on invalid ICU text', () => {
  expect(() => compileMessages(`export const t = { a: 'by {name' };`)).toThrow();
});

test('reads the messages of a catalog, and no other text', () => {
  const source = `export const t = defineMessages({ a: 'A', 'b-c': 'by {name}' }); const names = { a: t('a'), d: 'D' };`;
  expect(messagesOf(source)).toEqual({ a: 'A', 'b-c': 'by {name}' });
  expect(messagesOf(`export const messages = { close: 'Close' } as const;`)).toEqual({ close: 'Close' });
});

/** Evaluates a catalog that was compiled with an id, in a page that has `texts`. */
function evaluate(texts: object): Record<string, unknown> {
  const compiled = compileMessages(`defineMessages({ a: 'A', b: 'by {name}' })`, 'notes');
  const run = new Function('window', 'defineMessages', `return ${compiled}`) as (
    window: object,
    define: (catalog: object) => object,
  ) => Record<string, unknown>;
  return run({ slipwayTexts: texts }, (catalog) => catalog);
}

test('a catalog takes the translation that the page has, and is known to one that comes later', () => {
  const catalogs: [string, object][] = [];
  const translated = evaluate({ catalogs, translations: { notes: { a: 'Ä' } } });
  expect(translated).toEqual({ a: 'Ä', b: ['by ', ['name']] });
  expect(catalogs).toEqual([['notes', translated]]);
});

test.each([
  ['/x/apps/auth/src/messages.ts', true],
  ['/x/libs/platform/src/languages/messages.ts', true],
  ['/x/apps/auth/src/pages/messages.ts', false],
  ['/x/apps/auth/src/messages.test.ts', false],
])('tells whether %s is a message catalog: %s', (file, expected) => {
  expect(messagesFile.test(file)).toBe(expected);
});
