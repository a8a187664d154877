/** No component without a page: what the design system exports, the workshop draws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const library = join(import.meta.dirname, '../../../libs/design-system/src');
const entries = ['index.ts', 'overlays/index.ts', 'chart/index.ts', 'landing/index.ts'];
const pages = join(import.meta.dirname, 'pages');

/** Gives its children a component to draw links with; it has no look. */
const invisible = new Set(['LinkProvider']);

const components = entries
  .flatMap((entry) => [...readFileSync(join(library, entry), 'utf8').matchAll(/export \{([^}]*)\}/g)])
  .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  .filter((name) => /^[A-Z][a-z]/.test(name) && !invisible.has(name));

const drawn = readdirSync(pages)
  .map((file) => readFileSync(join(pages, file), 'utf8'))
  .join('\n');

test('every component has its states in the workshop', () => {
  expect(components.length).toBeGreaterThan(45);
  expect(components.filter((name) => !new RegExp(`<${name}[\\s>]`).test(drawn))).toEqual([]);
});

/** Every name that a file of an app gives to a component of its own. */
const namesDefinedIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.tsx$/.test(file) && !file.includes('node_modules'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:function|const) ([A-Z]\w+)/g),
    ])
    .map(([, name = '']) => name);

test('no app defines again what the design system has', { tag: ['@DS-09'] }, () => {
  const defined = namesDefinedIn(join(library, '../../../apps'));
  expect(defined.length).toBeGreaterThan(10);
  expect(defined.filter((name) => components.includes(name))).toEqual([]);
});
