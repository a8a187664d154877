/** Every component of the design system has a story in the workshop, and no app defines a component of the same name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const library = join(root, 'libs/design-system/src');
const entries = ['index.ts', 'overlays/index.ts', 'chart/index.ts', 'landing/index.ts'];
const pages = join(root, 'tools/workshop/src/pages');

/** Providers render only their children. */
const withoutStory = new Set(['LinkProvider', 'ErrorReporter']);

const components = entries
  .flatMap((entry) => [...readFileSync(join(library, entry), 'utf8').matchAll(/export \{([^}]*)\}/g)])
  .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  .filter((name) => /^[A-Z][a-z]/.test(name) && !withoutStory.has(name));

const stories = readdirSync(pages)
  .map((file) => readFileSync(join(pages, file), 'utf8'))
  .join('\n');

test('every component has a story', () => {
  expect(components.length).toBeGreaterThan(45);
  expect(components.filter((name) => !new RegExp(`<${name}[\\s>]`).test(stories))).toEqual([]);
});

/** The names of all components that are defined in a folder of apps. */
const namesDefinedIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.tsx$/.test(file) && !file.includes('node_modules'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:function|const) ([A-Z]\w+)/g),
    ])
    .map(([, name = '']) => name);

test('no app defines a component of the design system', { tags: ['DS-09'] }, () => {
  const defined = namesDefinedIn(join(root, 'apps'));
  expect(defined.length).toBeGreaterThan(10);
  expect(defined.filter((name) => components.includes(name))).toEqual([]);
});
