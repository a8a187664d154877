/** Translations: one file per catalog and language, checked against English; and the pseudo-locales. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rejectStrayFiles } from './strayFiles';
import { languagesOf, readTranslation, shellCatalogs, sliceCatalogs } from './translations';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'translations-'));
  mkdirSync(join(directory, 'src'));
  writeFileSync(
    join(directory, 'src/messages.ts'),
    `export const t = defineMessages({ title: 'Notes', count: '{n, plural, one {# note} other {# notes}}' });`,
  );
});
afterEach(() => {
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

const catalogs = () => sliceCatalogs('notes', directory);
const add = (translation: object) => {
  writeFileSync(join(directory, 'src/messages.de.json'), JSON.stringify(translation));
};

test('a build without translations is English', () => {
  expect(languagesOf(catalogs())).toEqual([]);
});

test('one file adds a language: messages by catalog, and the names of the manifest', () => {
  add({
    messages: { title: 'Notizen', count: '{n, plural, one {# Notiz} other {# Notizen}}' },
    names: { Notes: 'Notizen' },
  });
  expect(languagesOf(catalogs())).toEqual(['de']);
  expect(readTranslation('de', catalogs(), ['Notes'])).toEqual({
    messages: {
      notes: { title: 'Notizen', count: [['n', 2, { one: [0, ' Notiz'], other: [0, ' Notizen'] }]] },
    },
    names: { Notes: 'Notizen' },
  });
});

test.each([
  [{ messages: { titel: 'Notizen' } }, 'messages.titel: English has no such message'],
  [{ messages: { title: '{name}' } }, 'messages.title: English has no argument {name}'],
  [
    { messages: { count: '{n, plural, one {{m} Notiz} other {# Notizen}}' } },
    'messages.count: English has no argument {m}',
  ],
  [{ names: { Note: 'Notiz' } }, 'names: the manifest has no text "Note"'],
  [{ title: 'Notizen' }, 'title: is not a known field; translations belong in messages'],
  [{ messages: ['Notizen'] }, 'messages: must be an object of texts'],
  [{ messages: { title: 1 } }, 'messages.title: must be a text'],
  [{ names: { Notes: null } }, 'names.Notes: must be a text'],
  [
    { messages: { count: '{n, plural, one {# Notiz}}' } },
    'messages.count: invalid ICU text at character 26, missing other clause: {n, plural, one {# Notiz}}',
  ],
])('rejects %o, and names the file', (translation, message) => {
  add(translation);
  expect(() => readTranslation('de', catalogs(), ['Notes'])).toThrow(`src/messages.de.json: ${message}`);
});

test('rejects a file that is not JSON, and names it', () => {
  writeFileSync(join(directory, 'src/messages.de.json'), '{ "messages": {');
  expect(() => readTranslation('de', catalogs(), [])).toThrow(/src\/messages\.de\.json: Expected/);
  writeFileSync(join(directory, 'src/messages.de.json'), '[]');
  expect(() => readTranslation('de', catalogs(), [])).toThrow('src/messages.de.json: must be an object with');
});

test.each([
  ['messages.deutsch.json', 'deutsch: must be a language tag such as de or pt-BR'],
  ['messages.de_AT.json', 'de_AT: must be a language tag such as de or pt-BR'],
  [
    'features/share/messages.de.json',
    'there is no messages.ts beside it: move it to the catalog that it translates',
  ],
])('rejects %s, which no build would contain', (file, message) => {
  add({ messages: { title: 'Notizen' } });
  expect(() => {
    rejectStrayFiles(catalogs());
  }).not.toThrow();
  mkdirSync(join(directory, 'src/features/share'), { recursive: true });
  writeFileSync(join(directory, 'src', file), '{}');
  expect(() => {
    rejectStrayFiles(catalogs());
  }).toThrow(`src/${file}: ${message}`);
});

test('rejects a catalog with another name, which would stay English', () => {
  const reject = () => {
    rejectStrayFiles(catalogs());
  };
  const catalog = `export const t = defineMessages({ title: 'Share' });`;
  writeFileSync(join(directory, 'src/share.test.ts'), catalog);
  writeFileSync(
    join(directory, 'src/share.ts'),
    '/** `export const t = defineMessages({ … })` is in messages.ts. */',
  );
  expect(reject).not.toThrow();
  writeFileSync(join(directory, 'src/shareMessages.ts'), catalog);
  expect(reject).toThrow('src/shareMessages.ts: a catalog is a messages.ts: move it');
});

/** Adds a folder with a catalog, or with another module of that name. */
function addFolder(name: string, source: string, translation?: object): void {
  const folder = join(directory, 'src', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'messages.ts'), source);
  if (translation) writeFileSync(join(folder, 'messages.de.json'), JSON.stringify(translation));
}
const share = `export const t = defineMessages({ title: 'Share {name}' });`;

test('a catalog of a folder has its own id, so that equal keys have different translations', () => {
  add({ messages: { title: 'Notizen' } });
  addFolder('features/share', share, { messages: { title: '{name} teilen' } });
  expect(readTranslation('de', catalogs(), []).messages).toEqual({
    notes: { title: 'Notizen' },
    'notes/features/share': { title: [['name'], ' teilen'] },
  });
});

test('one folder is enough to add a language, also to a slice whose folders have all of its text', () => {
  rmSync(join(directory, 'src/messages.ts'));
  addFolder('features/share', share, { messages: { title: '{name} teilen' } });
  vi.stubEnv('SLIPWAY_LANGUAGES', 'en-XA');
  expect(languagesOf(catalogs())).toEqual(['de', 'en-XA']);
  expect(Object.keys(readTranslation('de', catalogs(), []).messages)).toEqual(['notes/features/share']);
  expect(readTranslation('en-XA', catalogs(), []).messages['notes/features/share']?.title).toContainEqual([
    'name',
  ]);
});

test('another module with the name of a catalog has no translation', () => {
  addFolder('features/chat', `export const messages = [{ text: 'by {name' }];`);
  expect(Object.values(catalogs())).toEqual(['notes']);
});

test.each([
  [{ messages: { count: 'Notizen' } }, 'messages.count: English has no such message'],
  [{ messages: { title: '{n}' } }, 'messages.title: English has no argument {n}'],
  [{ names: { Notes: 'Notizen' } }, 'names: move them to src/messages.de.json'],
])('rejects %o in a folder, and names the folder', (translation, message) => {
  addFolder('features/share', share, translation);
  expect(() => readTranslation('de', catalogs(), ['Notes'])).toThrow(
    `src/features/share/messages.de.json: ${message}`,
  );
});

test('the shell has its own catalogs and those of its libraries', () => {
  expect(Object.values(shellCatalogs('shell', join(import.meta.dirname, '../../../apps/shell')))).toEqual(
    expect.arrayContaining([
      'shell',
      'platform',
      'platform/overrides',
      'platform/languages',
      'design-system',
      'design-system/overlays',
    ]),
  );
});

test('the pseudo-locales are accented and longer, and from right to left', () => {
  vi.stubEnv('SLIPWAY_LANGUAGES', 'en-XA,ar-XB');
  expect(languagesOf(catalogs())).toEqual(['ar-XB', 'en-XA']);
  const accented = readTranslation('en-XA', catalogs(), ['Notes']);
  expect(accented.messages.notes?.title).toBe('[!! Ńóťéś ~~~ !!]');
  expect(JSON.stringify(accented.messages.notes?.count)).toContain('["n",2,{"one":[0," ńóťé"]');
  expect(accented.names).toEqual({ Notes: '[!! Ńóťéś ~~~ !!]' });
  expect(readTranslation('ar-XB', catalogs(), []).messages.notes?.title).toBe(
    '\u200f\u202eNotes\u202c\u200f',
  );
});
