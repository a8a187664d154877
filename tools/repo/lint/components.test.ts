/**
 * Every component of the design system has a story in the workshop and a user besides it, and no app defines a component of
 * the same name.
 */
import { execFileSync } from 'node:child_process';
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

/** Every entry of the package. */
const { exports: paths } = JSON.parse(readFileSync(join(library, '../package.json'), 'utf8')) as {
  exports: Record<string, string | object>;
};

/** The values that an entry exports. `@public` above a line exempts it, with the reason beside it. */
const exportsOf = (entry: string) =>
  [
    ...readFileSync(join(library, '..', entry), 'utf8').matchAll(
      /(\/\*\* @public [^\n]*\*\/\n)?^export (?:\{([^}]*)\}|(?:async )?(?:const|function|class) (\w+))/gm,
    ),
  ]
    .filter(([, isPublic]) => isPublic === undefined)
    .flatMap(([, , names, name]) => name ?? (names ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));

/** The library uses them itself; a package that loses a name is a new major. */
const usedInside = ['drawerTiming', 'themeKey'];

test('every export has a user besides the workshop, which shows all of them', () => {
  const files = execFileSync(
    'git',
    ['grep', '--untracked', '-l', '@slipway/design-system', '--', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const users = files
    .split('\n')
    .filter((file) => file && !/^(?:libs\/design-system|tools\/(?:workshop|repo))\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const values = Object.values(paths)
    .filter((path) => typeof path === 'string' && /\.tsx?$/.test(path))
    .flatMap((path) => exportsOf(path as string));
  expect(values.length).toBeGreaterThan(70);
  expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(users)).sort()).toEqual(usedInside);
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
