/** The languages that an environment offers: in the composition, in documents, and what lacks one. */
import { expect, test } from 'vitest';
import { parseComposition, type ShellRelease } from '@slipway/contracts';
import { sliceToCompose, testBackend, testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { asRevision, compose } from './compose';
import { renderDocument } from './document';
import { untranslated } from './languages';

const file = { size: 2, integrity: `sha384-${'A'.repeat(64)}` };
const names = { Marketplace: 'سوق' };
const inArabic = { ar: { file: 'messages.ar.json', names } };
const { files } = sliceRelease();
const translated = sliceToCompose({ languages: inArabic, files: { ...files, 'messages.ar.json': file } });

const composed = (
  languages: string[] | undefined,
  slice = translated,
  shell: ShellRelease = shellRelease(),
) =>
  parseComposition(
    asRevision(
      compose({
        environment: testEnvironment('staging', languages && { languages }),
        ...{ backend: testBackend, shell, slices: [slice] },
      }),
      1,
      '2026-11-21T09:00:00.000Z',
    ),
  );

const route = { path: '/marketplace', title: 'Marketplace', access: 'public' } as const;
const documentIn = (languages: string[] | undefined) =>
  renderDocument(composed(languages), shellRelease(), route);

test('an environment in English has no languages in its composition, whatever its releases have', () => {
  expect(composed(undefined)).not.toHaveProperty('languages');
  expect(composed(['en'])).not.toHaveProperty('languages');
  expect(documentIn(undefined)).toContain('<html lang="en">');
});

test('the composition has the file of each release in each language that is offered, with its hash', () => {
  const { base } = composed(['en', 'ar']).slices[translated.release.id] ?? {};
  expect(composed(['en', 'ar', 'de']).languages).toEqual({
    offered: ['en', 'ar', 'de'],
    translations: {
      ar: { [base ?? '']: { file: 'messages.ar.json', integrity: file.integrity, names } },
      de: {},
    },
  });
});

test('the document has the default language, its direction, and the title in it', () => {
  const html = documentIn(['ar', 'en']);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<title>سوق · Slipway</title>');
  expect(documentIn(['en', 'ar'])).toContain('<html lang="en">');
});

test('names the releases that a language of the environment lacks', () => {
  const environment = testEnvironment('staging', { languages: ['en', 'ar', 'de'] });
  expect(untranslated(environment, [translated.release])).toEqual([
    `${translated.release.id} has no de messages: it stays English. Add src/messages.de.json to it.`,
  ]);
});

test.each([[[]], [['German']], [['../de']]])('rejects the languages %j', (languages) => {
  expect(() => testEnvironment('staging', { languages })).toThrow(/language/);
});
