/** The codemod to contract 2: what it moves, what it keeps, and what it leaves to the owner. */
import { expect, it } from 'vitest';
import { toSecondContract } from './secondContract';

const manifest = `/** Recipes. */
import type { SliceManifest } from '@slipway/contracts';

export const manifest = {
  id: 'recipes', // as the folder
  contract: 1, // see the guide
  routes: [{ path: '/recipes', title: 'Recipes', access: 'public' }],
} as const satisfies SliceManifest;
`;
const slice = `/** The entry. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(
  manifest,
  {
    // The list.
    '/recipes': () => import('./pages/RecipesPage'),
    '/recipes/:id': () => import('./pages/RecipePage'),
    'recipes.actions': () => import('./slots/PrintAction'),
  },
  { '/recipes/:id': ({ queryClient, params }) => queryClient.prefetchQuery(one(params.id)) },
);
`;
const upgrade = (code: string, text = manifest) => {
  const upgraded = toSecondContract({
    manifest: { path: 'notes/slice.manifest.ts', code: text },
    slice: { path: 'notes/src/slice.ts', code },
  });
  return { manifest: upgraded.manifest.code, slice: upgraded.slice.code };
};

it('changes the number in the manifest, and nothing else of it', () => {
  expect(upgrade(slice).manifest).toBe(manifest.replace('contract: 1', 'contract: 2'));
});

it('gives pages and slots a record each, with the loader beside its page, and keeps comments', () => {
  expect(upgrade(slice).slice).toBe(`/** The entry. */
import { defineSlice } from '@slipway/platform';
import { manifest } from '../slice.manifest';

export default defineSlice(manifest, {
  pages: {
    // The list.
    '/recipes': () => import('./pages/RecipesPage'),

    '/recipes/:id': {
      page: () => import('./pages/RecipePage'),
      loader: ({ queryClient, params }) => queryClient.prefetchQuery(one(params.id)),
    },
  },

  slots: {
    'recipes.actions': () => import('./slots/PrintAction'),
  },
});
`);
});

it('writes no record that would be empty', () => {
  const only = (part: string) => upgrade(`export default defineSlice(manifest, { ${part} });`).slice;
  expect(only(`'/notes': () => import('./NotesPage')`)).not.toContain('slots');
  expect(only(`'journal.side': () => import('./Side')`)).not.toContain('pages');
});

it('keeps Windows line ends', () => {
  const { slice: code } = upgrade(slice.replaceAll('\n', '\r\n'));
  expect(code.match(/\r\n/g)).toHaveLength(code.split('\n').length - 1);
});

it('changes only the manifest of a sandboxed slice', () => {
  const sandboxed = manifest.replace('contract: 1,', "contract: 1,\n  isolation: 'sandbox',");
  const code = "startFrame(manifest, { '/currents': showCurrents });\n";
  expect(upgrade(code, sandboxed)).toEqual({
    manifest: sandboxed.replace('contract: 1', 'contract: 2'),
    slice: code,
  });
});

it.each([
  ['no defineSlice', 'export default { manifest, parts };', 'it does not end with'],
  [
    'a spread',
    'export default defineSlice(manifest, { ...pages });',
    'the second argument of defineSlice is not',
  ],
  ['a variable', 'export default defineSlice(manifest, pages);', 'the second argument of defineSlice is not'],
  [
    'loaders in a variable',
    "export default defineSlice(manifest, { '/a': load }, loaders);",
    'the third argument',
  ],
  ['a computed key', 'export default defineSlice(manifest, { [path]: load });', 'the second argument'],
  ['a loader without a page', "export default defineSlice(manifest, {}, { '/a': load });", '/a has a loader'],
  ['a syntax error', 'export default defineSlice(', 'slice.ts: '],
])('leaves %s to the owner, and names the guide', (_what, code, message) => {
  expect(() => upgrade(code)).toThrow(message);
  expect(() => upgrade(code)).toThrow('change it by hand, as docs/upgrade.md says');
});
