/** The modules of slices: those of both contracts are equal to the shell, and all others are rejected. */
import { expect, it } from 'vitest';
import { defineSlice } from './defineSlice';
import { loaderIn, partIn, readSliceModule } from './sliceModule';

const ListPage = () => Promise.resolve({ default: () => null });
const FilesPage = () => Promise.resolve({ default: () => null });
const Action = () => Promise.resolve({ default: () => null });
const startFiles = () => undefined;

const manifest = {
  ...{ id: 'recipes', owner: 'recipes-team', nav: [] },
  routes: [
    { path: '/recipes', title: 'Recipes', access: 'public' },
    { path: '/recipes/files/*', title: 'Files', access: 'public' },
  ],
  slots: [{ name: 'recipes.actions', version: 1, props: { id: { type: 'string' } } }],
} as const;

const first = defineSlice(
  { ...manifest, contract: 1 },
  { '/recipes': ListPage, '/recipes/files/*': FilesPage, 'recipes.actions': Action },
  { '/recipes/files/*': startFiles },
);
const second = defineSlice(
  { ...manifest, contract: 2 },
  {
    pages: { '/recipes': ListPage, '/recipes/files/*': { page: FilesPage, loader: startFiles } },
    slots: { 'recipes.actions': Action },
  },
);
const read = (value: unknown, contracts = [1, 2]) =>
  readSliceModule({ default: value }, 'recipes', contracts);

it.each([
  ['contract 1', first],
  ['contract 2', second],
])('finds pages, slots and loaders of %s', (_contract, module) => {
  const slice = read(module);
  expect(partIn(slice, '/recipes')).toBe(ListPage);
  expect(partIn(slice, '/recipes/files/*')).toBe(FilesPage);
  expect(partIn(slice, 'recipes.actions')).toBe(Action);
  expect(partIn(slice, '/other')).toBeUndefined();
  expect(loaderIn(slice, '/recipes/files/*')).toBe(startFiles);
  expect(loaderIn(slice, '/recipes')).toBeUndefined();
});

it('accepts a module of contract 2 with only slots', () => {
  const slots = { ...manifest, routes: [], contract: 2 } as const;
  const slice = read(defineSlice(slots, { slots: { 'recipes.actions': Action } }));
  expect(partIn(slice, 'recipes.actions')).toBe(Action);
});

it('finds the loader of a slot', () => {
  const slots = { ...manifest, routes: [], contract: 2 } as const;
  const startAction = () => undefined;
  const slice = read(
    defineSlice(slots, { slots: { 'recipes.actions': { slot: Action, loader: startAction } } }),
  );
  expect(partIn(slice, 'recipes.actions')).toBe(Action);
  expect(loaderIn(slice, 'recipes.actions')).toBe(startAction);
});

it('rejects a contract that the shell does not support, whatever its module is like', () => {
  expect(() => read(first, [2])).toThrow('recipes needs contract 1; this shell supports 2');
  const third = { manifest: { id: 'recipes', contract: 3 } };
  expect(() => read(third)).toThrow('recipes needs contract 3; this shell supports 1, 2');
});

it.each([
  ['no module', undefined],
  ['no manifest', { pages: {} }],
  ['no parts of contract 1', { manifest: { id: 'recipes', contract: 1 }, pages: {} }],
  ['no parts of contract 2', { manifest: { id: 'recipes', contract: 2 }, parts: {} }],
])('rejects %s', (_what, module) => {
  expect(() => read(module)).toThrow('recipes does not export a slice');
});

it('rejects the module of another slice', () => {
  expect(() => readSliceModule({ default: second }, 'market', [2])).toThrow(
    'The release of market contains the slice recipes',
  );
});

it('has types that reject what the manifest does not have, and what it lacks', () => {
  const page = { ...manifest, slots: [], contract: 2 } as const;
  const pages = { '/recipes': ListPage, '/recipes/files/*': FilesPage };
  expect(defineSlice(page, { pages })).toEqual({ manifest: page, pages });
  // @ts-expect-error -- no page for one of the routes
  defineSlice(page, { pages: { '/recipes': ListPage } });
  // @ts-expect-error -- a slot that the manifest does not fill
  defineSlice(page, { pages, slots: { 'recipes.actions': Action } });
  // @ts-expect-error -- the form of contract 1
  defineSlice(page, pages);
  // @ts-expect-error -- the form of contract 2
  defineSlice({ ...page, contract: 1 }, { pages });
  defineSlice(page, {
    pages: {
      ...pages,
      // @ts-expect-error -- the path has no such parameter
      '/recipes/files/*': { page: FilesPage, loader: ({ params }) => params.id },
    },
  });
});
