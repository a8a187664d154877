/** The tables of docs/design.md have the values of the design system, and every state that has a picture. */
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

test('each state of `npm run screens` belongs to one screen, and no other is named', () => {
  const [, ...tables] = read('e2e/support/pageStates.ts').split(/^export const \w+States/m);
  const states = [...tables.join('').matchAll(/^ {2}'?([a-z][a-z-]*)'?[:,]/gm)].map(([, name = '']) => name);
  expect(states.length).toBeGreaterThan(60);
  const [, screens = ''] = design.split('## Screens');
  const rows = [...(screens.split('## ')[0] ?? '').matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)];
  const named = rows.flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(named.sort()).toEqual([...states, 'mail'].sort());
});
