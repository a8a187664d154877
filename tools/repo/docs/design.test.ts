/** The tables of docs/design.md have the values of the design system. */
import { expect, test } from 'vitest';
import { read } from './markdown';

const variable = /(--[\w-]+):\s*([^;]+);/g;
const row = /^\|\s*`(--[\w-]+)`\s*\|\s*`([^`]+)`\s*\|/gm;

/** The first value of each variable: later ones are for other media. */
const values = new Map(
  [...read('libs/design-system/src/theme.css').matchAll(variable)]
    .reverse()
    .map(([, name = '', value = '']) => [name, value] as const),
);
const design = read('docs/design.md');
const shown = [...design.matchAll(row)].map(([, name = '', value = '']) => [name, value] as const);

test('every value in a table is the token’s', () => {
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter(([name, value]) => values.get(name) !== value)).toEqual([]);
});

test.each(['text', 'space', 'radius', 'motion'])('the table of --%s- has every token', (group) => {
  const names = [...values.keys()].filter(
    (name) => name.startsWith(`--${group}-`) && name !== '--motion-ease',
  );
  expect(names.filter((name) => !design.includes(`\`${name}\``))).toEqual([]);
});
