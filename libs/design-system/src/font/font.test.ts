// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fontFile, subset } from './subsetFont';

interface Described {
  version: string;
  contains: unknown[];
}
const read = (file: string) =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')) as Described;

const theme = readFileSync(join(import.meta.dirname, '../theme.css'), 'utf8');
const font = readFileSync(fontFile);

it('is that of the installed Inter: otherwise run `npm run font -w @slipway/design-system`', async () => {
  expect((await subset()).equals(font)).toBe(true);
});

it('is a third smaller than the published one', () => {
  expect(font.length).toBeLessThan(33_000);
});

it('has the weights that the styles promise', () => {
  expect(theme).toContain("font-weight: 400 700;\n  font-display: swap;\n  src: url('./font/inter.woff2')");
});

it('is in the bill of materials, with its version', () => {
  const { version } = read('@fontsource-variable/inter/package.json');
  expect(read('../../package.json').contains).toEqual([
    { name: '@fontsource-variable/inter', version, license: 'OFL-1.1' },
  ]);
});
