/** The installed router, emptied as in a build, supports everything that the app uses. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as routing from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFunctions, nameExport } from './unusedFunctionsLoader.mjs';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);
// In this package, where its imports resolve.
const copy = join(import.meta.dirname, '../test-results/router');
let createMemoryRouter: typeof routing.createMemoryRouter;

beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mjs')))
    writeFileSync(
      join(copy, file),
      emptyFunctions(nameExport(readFileSync(join(folder, file), 'utf8')), 'react-router').source,
    );
  ({ createMemoryRouter } = (await import(pathToFileURL(join(copy, 'index.mjs')).href)) as typeof routing);
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

const open = (patchRoutesOnNavigation?: routing.PatchRoutesOnNavigationFunction) => {
  const children = [{ path: '/' }, { path: '/notes/:id?', children: [{ path: 'edit' }] }, { path: '*' }];
  const options = {
    hydrationData: { loaderData: {} },
    ...(patchRoutesOnNavigation && { patchRoutesOnNavigation }),
  };
  const router = createMemoryRouter([{ id: 'frame', children }], options).initialize();
  return { router, at: () => router.state.location.pathname + router.state.location.hash };
};

it('navigates to pages, within one, and back', async () => {
  const { router, at } = open();
  await router.navigate('/notes/1', { state: { from: '/' }, preventScrollReset: true, viewTransition: true });
  expect(router.state.matches.map(({ route }) => route.path)).toEqual([undefined, '/notes/:id?']);
  await router.navigate('/notes/1#end');
  await router.navigate('/notes/1/edit', { replace: true });
  expect(at()).toBe('/notes/1/edit');
  await router.navigate(-1);
  expect(at()).toBe('/notes/1');
  await router.navigate('/nowhere');
  expect(router.state.matches.at(-1)?.route.path).toBe('*');
  expect(router.state.errors).toBeNull();
});

it('adds routes when an address needs them', async () => {
  let isComplete = false;
  const { router, at } = open(({ path, patch }) => {
    if (!isComplete && path === '/late/1') patch('frame', [{ path: '/late/:id' }]);
    isComplete = true;
  });
  await router.navigate('/late/1');
  expect(at()).toBe('/late/1');
  expect(router.state.matches.at(-1)?.route.path).toBe('/late/:id');
  expect(router.state.errors).toBeNull();
});

it.each(['loader', 'lazy', 'middleware'])('says that a route with %s needs more', async (property) => {
  const routes = [{ path: '/' }, { path: '/data', [property]: property === 'middleware' ? [] : () => null }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: {} } }).initialize();
  await expect(router.navigate('/data')).rejects.toThrow('Routes with data of react-router');
});

it('says that a form needs more', async () => {
  const { router } = open();
  const formData = new FormData();
  await expect(router.navigate('/', { formMethod: 'post', formData })).rejects.toThrow(
    'Forms of react-router',
  );
});

it('describes an unknown address, and one whose parts are mixed, in short', async () => {
  const router = createMemoryRouter([{ path: '/', children: [] }]).initialize();
  await router.navigate('/nowhere');
  expect(Object.values(router.state.errors ?? {})).toMatchObject([
    { status: 404, data: 'Error: 404 /nowhere', internal: true },
  ]);
  await expect(router.navigate({ pathname: '/notes?id=1' })).rejects.toThrow('? in to.pathname');
});

it('waits where unsaved input blocks, then continues', async () => {
  const { router, at } = open();
  router.getBlocker('form', () => true);
  await router.navigate('/notes/2');
  expect(at()).toBe('/');
  expect(router.state.blockers.get('form')?.state).toBe('blocked');
  router.state.blockers.get('form')?.proceed?.();
  await expect.poll(at).toBe('/notes/2');
});
