/** One file: all tests share its manifest and services. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Composition, ShellManifest } from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { noRest } from '../composition/rest';
import { settingsProvider } from '../flags/flagProvider';
import { onFailure, type SliceFailure } from '../loading/failures';
import { LoadFailure } from '../loading/loadFailure';
import type { LazyModule } from '../loading/sliceParts';
import { createHost, knownRoutesOf } from './createHost';
import { noFallback } from '../releases/releaseFallback';

const session = vi.hoisted((): { status: string; user?: object } => ({ status: 'signed-out' }));
vi.mock('@slipway/session', async (original) => ({
  ...(await original<object>()),
  readSession: () => session,
}));
beforeEach(() => {
  session.status = 'signed-out';
});

const Landing = () => null;
const NotFound = () => null;
const SlicePage = () => null;

const manifest: ShellManifest = {
  id: 'shell',
  owner: 'platform-team',
  contracts: [1],
  routes: [
    {
      path: '/',
      title: 'Home',
      access: 'public',
      shows: [{ name: 'landing.featured', version: 1 }],
    },
    { path: '/dashboard', title: 'Dashboard', access: 'signed-in' },
  ],
};
const composition = compositionOf({
  market: {
    ...composedRelease('00000000000000b1'),
    routes: [{ path: '/marketplace', title: 'Marketplace', access: 'public' }],
    nav: [{ path: '/marketplace', label: 'Marketplace' }],
  },
});
const loadPart = vi.fn(() => Promise.resolve(SlicePage));
const startData = vi.fn(() => Promise.resolve());
const queryClient = new QueryClient();
const landing = vi.fn(() => Promise.resolve({ default: Landing }));
const services = {
  composition,
  loader: { part: loadPart, startData },
  updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
  fallback: noFallback,
  flags: settingsProvider({}),
  hasTools: false,
  rest: noRest,
};
const host = createHost(
  manifest,
  { '/': landing, '404': () => Promise.resolve({ default: NotFound }) },
  services,
  queryClient,
);

it('lists the shell’s routes, then the slices’, with the slice that has each', () => {
  expect(host.routes).toEqual([
    {
      path: '/',
      title: 'Home',
      access: 'public',
      shows: [{ name: 'landing.featured', version: 1 }],
      slice: 'shell',
    },
    { path: '/dashboard', title: 'Dashboard', access: 'signed-in', shows: [], slice: 'shell' },
    { path: '/marketplace', title: 'Marketplace', access: 'public', slice: 'market' },
  ]);
  expect(host.nav).toEqual([{ path: '/marketplace', label: 'Marketplace', access: 'public' }]);
});

it('loads the shell’s pages itself, once', async () => {
  const page = host.page({ slice: 'shell', path: '/' });
  expect(await page).toBe(Landing);
  expect(host.page({ slice: 'shell', path: '/' })).toBe(page);
  expect(landing).toHaveBeenCalledOnce();
  expect(await host.page({ slice: 'shell', path: '404' })).toBe(NotFound);
  expect(loadPart).not.toHaveBeenCalled();
});

it('loads a slice’s page with the loader', async () => {
  expect(await host.page({ slice: 'market', path: '/marketplace' })).toBe(SlicePage);
  expect(loadPart).toHaveBeenCalledExactlyOnceWith('market', '/marketplace');
});

it('starts the data of a page that has an address, unless the server would reject its requests', () => {
  const route = { slice: 'market', path: '/marketplace/:id', access: 'public' as const };
  const address = { pathname: '/marketplace/7', search: '?sort=new' };
  void host.page({ slice: 'market', path: '/marketplace' });
  void host.page({ ...route, access: 'signed-in' }, address);
  expect(startData).not.toHaveBeenCalled();
  void host.page(route, address);
  const context = { queryClient, params: { id: '7' }, search: new URLSearchParams('sort=new') };
  expect(startData).toHaveBeenCalledExactlyOnceWith('market', '/marketplace/:id', context);
  session.status = 'signed-in';
  session.user = { dueFactor: 'f1' };
  void host.page(route, address);
  void host.slot('market', 'landing.featured');
  expect(startData).toHaveBeenCalledOnce();
  session.user = {};
  void host.page({ ...route, access: 'signed-in' }, address);
  expect(startData).toHaveBeenCalledTimes(2);
});

it('starts the data of a page that shows another address, without parameters', () => {
  startData.mockClear();
  const route = { slice: 'market', path: '/marketplace/:id', access: 'public' as const };
  void host.page(route, { pathname: '/', search: '' });
  expect(startData).toHaveBeenCalledExactlyOnceWith('market', '/marketplace/:id', {
    ...{ queryClient, params: {}, search: new URLSearchParams() },
  });
});

it('rejects a page that the shell does not have', async () => {
  await expect(host.page({ slice: 'shell', path: '/dashboard' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('loads the component of a slot, and starts its data', async () => {
  startData.mockClear();
  expect(await host.slot('market', 'landing.featured')).toBe(SlicePage);
  expect(loadPart).toHaveBeenLastCalledWith('market', 'landing.featured');
  expect(startData).toHaveBeenCalledExactlyOnceWith('market', 'landing.featured', {
    queryClient,
    params: {},
    search: new URLSearchParams(),
  });
});

const hang = new LoadFailure('hang', 'page', 'slice_unreachable', 'The page did not load');
const broken = new TypeError('x is undefined');
const lost = new Error('Loading chunk 7 failed');
it.each([
  ['did not arrive', lost, { phase: 'load', part: 'chunk', code: 'slice_unreachable' }],
  ['throws', broken, { phase: 'evaluate', part: 'page', code: 'unexpected' }],
  ['hangs', hang, { phase: 'hang', part: 'page', code: 'slice_unreachable' }],
])('reports a page of the shell that %s', async (_how, error, expected) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const found: SliceFailure[] = [];
  const stop = onFailure((failure) => found.push(failure));
  const page: LazyModule = () => Promise.reject(error);
  const failure: unknown = await createHost(manifest, { '/': page }, services, queryClient)
    .page({ slice: 'shell', path: '/' })
    .catch((thrown: unknown) => thrown);
  stop();
  expect(failure).toBeInstanceOf(LoadFailure);
  expect(failure).toMatchObject({ ...expected, message: error.message });
  expect(failure === error || (failure as LoadFailure).cause === error).toBe(true);
  const shell = { slice: 'shell', version: composition.shell.version, owner: 'platform-team' };
  expect(found).toEqual([expect.objectContaining({ ...shell, ...expected, reason: error.message })]);
});

it('loads a page of the shell again after a failed request, and reports nothing', async () => {
  const found: SliceFailure[] = [];
  const stop = onFailure((failure) => found.push(failure));
  const page = vi.fn<LazyModule>().mockRejectedValueOnce(lost).mockResolvedValue({ default: Landing });
  const own = createHost(manifest, { '/': page }, services, queryClient);
  expect(await own.page({ slice: 'shell', path: '/' })).toBe(Landing);
  stop();
  expect(found).toEqual([]);
});

const restRoutes = { routes: [{ path: '/help', title: 'Help', access: 'public', slice: 'help' }], nav: [] };
const partial: Composition = {
  ...compositionOf({
    z: { ...composedRelease('00000000000000b3'), redirects: [{ from: '/zoo', to: '/z' }] },
    a: { ...composedRelease('00000000000000b4'), routes: [{ path: '/a', title: 'A', access: 'public' }] },
    m: composedRelease('00000000000000b5'),
  }),
  rest: restRoutes as NonNullable<Composition['rest']>,
};

it('has the routes that the page knows, and others once it is complete', () => {
  let isComplete = false;
  const rest = { ...noRest, isComplete: () => isComplete };
  const started = createHost(manifest, {}, { ...services, composition: partial, rest }, queryClient);
  const { routes } = started;
  expect(routes.map(({ path }) => path)).toEqual(['/', '/dashboard', '/a', '/help']);
  expect(started.routes).toBe(routes);
  expect(started.redirects).toEqual([{ from: '/zoo', to: '/z' }]);

  isComplete = true;
  expect(started.routes.map(({ path }) => path)).toEqual(['/', '/dashboard', '/a']);
  expect(started.routes).toBe(started.routes);
});

it('lists the slices in one order, whichever the document has first', () => {
  const routeOf = (id: string) => ({ path: `/${id}`, title: id, access: 'public' as const });
  const slices = ['c', 'a', 'd', 'b'].map((id) => [
    id,
    { ...composedRelease('00000000000000b6'), routes: [routeOf(id)] },
  ]);
  const { routes } = knownRoutesOf(
    { id: 'shell', routes: [] },
    compositionOf(Object.fromEntries(slices) as Composition['slices']),
    true,
  );
  expect(routes.map(({ slice }) => slice)).toEqual(['a', 'b', 'c', 'd']);
});
