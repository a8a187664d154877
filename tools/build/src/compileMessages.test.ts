/** The compiler of message catalogs. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileMessages, messagesFile, messagesOf } from './compileMessages.mjs';
import { compileCatalog } from './release';

test('keeps plain text, compiles arguments, and leaves the other code unchanged', () => {
  expect(
    compileMessages(`export const t = defineMessages({ a: 'Don’t', b: 'by {name}' }); const c = 'x {y}';`),
  ).toBe(`export const t = defineMessages({ a: "Don’t", b: ["by ",["name"]] }); const c = 'x {y}';`);
});

test('leaves the options of a constructor unchanged', () => {
  const source = `const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium' });`;
  expect(compileMessages(source, 'notes')).toBe(source);
});

test('fails the build on invalid ICU text, and names the message and the position', () => {
  expect(() => compileMessages(`export const t = { a: 'A', b: 'by {name' };`)).toThrow(
    'b: invalid ICU text at character 4, expect argument closing brace: by {name',
  );
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
  ['/x/apps/auth/src/features/mfa/messages.ts', true],
  ['/x/apps/auth/src/features/mfa/someMessages.ts', false],
  ['/x/apps/auth/messages.ts', false],
  ['/x/tools/backend/src/messages.ts', false],
  ['/x/apps/auth/src/messages.test.ts', false],
])('tells whether %s is a message catalog: %s', (file, expected) => {
  expect(messagesFile.test(file)).toBe(expected);
});

const catalog = `export const t = defineMessages({ a: 'by {name}' });`;
const compiled = `export const t = defineMessages({ a: ["by ",["name"]] });`;
const other = `export const messages = [{ text: 'by {name' }];`;

test.each([
  ['src/messages.ts', catalog, compiled],
  ['src/features/share/messages.ts', catalog, compiled],
  ['src/features/chat/messages.ts', other, other],
  ['src/features/share/texts.ts', catalog, undefined],
  ['messages.ts', catalog, undefined],
  ['../other/src/messages.ts', catalog, undefined],
])('of a slice in any folder, %s is compiled only if it is a catalog', (path, source, expected) => {
  expect(compileCatalog('/teams/notes', join('/teams/notes', path), source)).toBe(expected);
});

test('fails the build on invalid ICU text in a catalog of a feature', () => {
  const source = `export const t = defineMessages({ a: 'by {name' });`;
  expect(() =>
    compileCatalog('/teams/notes', '/teams/notes/src/features/share/messages.ts', source),
  ).toThrow();
});

test('leaves a syntax error to the compiler of the build', () => {
  const source = `export const t = defineMessages({ a: 'It's {name}' });`;
  expect(compileMessages(source)).toBe(source);
});

test('names the place of a syntax error', () => {
  expect(() => messagesOf("export const t = defineMessages({\n  a: 'A' 'B',\n});")).toThrow(/^2:10: /);
  // Editors do not count a byte order mark.
  expect(() => messagesOf('\uFEFFconst t = ;')).toThrow('1:11: Unexpected token');
});
