import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { constants, lastStatements, smallerFunctions, unusedFunctions } from './unusedFunctions.mjs';
import { emptyFunctions, nameExport, unnameComponents } from './unusedFunctionsLoader.mjs';

it('marks components that a bundler may leave out, and keeps the lines', () => {
  const source =
    'var Link = React10.forwardRef(\n  render\n);\nLink.displayName = "Link";\nLink.other = "x";\n';
  expect(unnameComponents(source)).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  render\n);\n\nLink.other = "x";\n',
  );
});

it('empties functions that nothing calls, also inner ones, and keeps the lines', () => {
  const source =
    'function createRouter() {\n  async function fetch2(key, { flush } = {}) {\n    load(key);\n  }\n  return [fetch2];\n}\n';
  const { source: emptied, names } = emptyFunctions(source, 'react-router');
  expect(names).toEqual(['fetch2']);
  expect(emptied).not.toContain('load(key)');
  expect(emptied.split('\n').slice(4)).toEqual(source.split('\n').slice(4));
  expect(emptied).toContain('async function fetch2() { throw new Error("fetch2 of react-router');
});

it('gives a function its smaller body, and keeps its parameters and the lines', () => {
  const source = 'function getMatchesToLoad(request, matches) {\n  load(request);\n}\nconst after = 1;\n';
  const { source: smaller, names } = emptyFunctions(source, 'react-router');
  expect(names).toEqual(['getMatchesToLoad']);
  expect(smaller).not.toContain('load(request)');
  expect(smaller).toContain('function getMatchesToLoad(request, matches) { if (matches.some(');
  expect(smaller.split('\n').slice(3)).toEqual(source.split('\n').slice(3));
});

it('ends a function after its last statement, and keeps the lines', () => {
  const source =
    'async function handleLoaders() {\n  if (!init.dataStrategy) {\n    return { done };\n  }\n  load();\n}\nconst after = 1;\n';
  const { source: shorter } = emptyFunctions(source, 'react-router');
  expect(shorter).toContain('    return { done };\n  } throw new Error("handleLoaders of react-router');
  expect(shorter).not.toContain('load();');
  expect(shorter.split('\n').slice(6)).toEqual(source.split('\n').slice(6));
});

it('empties a function that is assigned to an export', () => {
  const source = 'exports.hydrateRoot = function (container) {\n  hydrate(container);\n};\n';
  const { source: emptied, names } = emptyFunctions(source, 'react-dom');
  expect(names).toEqual(['hydrateRoot']);
  expect(emptied).toContain('exports.hydrateRoot = function () { throw new Error("hydrateRoot of react-dom');
  expect(emptied.split('\n').slice(2)).toEqual(source.split('\n').slice(2));
});

it('puts the value of a constant where it is read, and nowhere else', () => {
  const source = [
    'var isHydrating = !1;',
    'function initInput(isHydrating) { isHydrating || set(); }',
    'function render(root) { if (isHydrating) root.isHydrating = { isHydrating: 1 }; isHydrating = !0; }',
  ];
  expect(emptyFunctions(source.join('\n'), 'react-dom').source.split('\n')).toEqual([
    source[0],
    source[1],
    'function render(root) { if (false) root.isHydrating = { isHydrating: 1 }; isHydrating = !0; }',
  ]);
});

it('leaves functions that have the name of a property of every object', () => {
  const source = 'function hasOwnProperty() { return 1; }';
  expect(emptyFunctions(source, 'react-dom').source).toBe(source);
});

it('says which statement an upgrade has renamed', () => {
  expect(() => emptyFunctions('function handleLoaders() { load(); }', 'react-router')).toThrow(
    'handleLoaders of react-router has no statement that starts with “if (!init.dataStrategy”',
  );
});

it('names the export of React that the router reads by a computed name', () => {
  expect(nameExport('var useOptimisticImpl = React3[USE_OPTIMISTIC];\n')).toBe(
    'var useOptimisticImpl = React3.useOptimistic;\n',
  );
});

const require = createRequire(import.meta.url);
const data = createRequire(require.resolve('@slipway/data/lazy-auth'));

const folders = {
  'react-dom': () => join(dirname(require.resolve('react-dom/package.json')), 'cjs'),
  'react-router': () => join(dirname(require.resolve('react-router/package.json')), 'dist/production'),
  '@supabase/supabase-js': () => dirname(data.resolve('@supabase/supabase-js')),
};

/** The files of the installed package that a build empties. */
function filesOf(library: keyof typeof folders): string[] {
  const folder = folders[library]();
  return readdirSync(folder)
    .filter((file) => /^(?:(?:chunk-\w+|index)\.mjs|react-dom-client\.production\.js)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

const namesIn = (lists: Partial<Record<string, object>>, library: string) =>
  Object.keys(lists[library] ?? {});

// After an upgrade that renames one, its code would be in every first script again.
it.each(Object.keys(unusedFunctions) as (keyof typeof folders)[])(
  'knows each function and constant by the name that it has in the installed %s',
  (library) => {
    const found = filesOf(library).flatMap((source) => emptyFunctions(source, library).names);
    const others = [smallerFunctions, lastStatements, constants].flatMap((lists) => namesIn(lists, library));
    expect([...new Set(found)].sort()).toEqual([...unusedFunctions[library], ...others].sort());
  },
);

it('knows how the installed router reads the export of React', () => {
  expect(filesOf('react-router').filter((source) => nameExport(source) !== source)).toHaveLength(1);
});
