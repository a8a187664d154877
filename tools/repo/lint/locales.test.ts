/** No code of a page names a locale: numbers and dates follow the language of the document (decision 063). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { files, root } from '../docs/markdown';

const named = /(?:Intl\.(?!Segmenter)\w+|toLocale\w+)\(\s*(?:'[a-z]{2}|\))/;

test('no page formats in a fixed locale, or in that of the browser', () => {
  const sources = files('apps/*.ts', 'apps/*.tsx', 'libs/platform/*.ts*', 'libs/design-system/*.ts*').filter(
    (file) => !/\.test\.tsx?$|^apps\/(?:console|collector|gateway)\//.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
