import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { ShellManifest } from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { noRest } from '../composition/rest';
import { settingsProvider } from '../flags/flagProvider';
import { createHost } from './createHost';

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
const part = vi.fn(() => Promise.resolve(SlicePage));
const startData = vi.fn();
const queryClient = new QueryClient();
const landing = vi.fn(() => Promise.resolve({ default: Landing }));
const services = {
  composition,
  loader: { part, startData },
  updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
  fallback: {
    guard: <Part>(_slice: string, loaded: Promise<Part>) => loaded,
    markWorking: () => undefined,
    afterCrash: () => Promise.resolve(false as const),
  },
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
  expect(part).not.toHaveBeenCalled();
});

it('loads a slice’s page with the loader', async () => {
  expect(await host.page({ slice: 'market', path: '/marketplace' })).toBe(SlicePage);
  expect(part).toHaveBeenCalledExactlyOnceWith('market', '/marketplace');
});

it('starts the data of a page that has an address, unless only signed-in users may read it', () => {
  const route = { slice: 'market', path: '/marketplace/:id', access: 'public' as const };
  const address = { pathname: '/marketplace/7', search: '?sort=new' };
  void host.page({ slice: 'market', path: '/marketplace' });
  void host.page({ ...route, access: 'signed-in' }, address);
  expect(startData).not.toHaveBeenCalled();
  void host.page(route, address);
  expect(startData).toHaveBeenCalledExactlyOnceWith('market', '/marketplace/:id', {
    queryClient,
    params: { id: '7' },
    search: new URLSearchParams('sort=new'),
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
  expect(part).toHaveBeenLastCalledWith('market', 'landing.featured');
  expect(startData).toHaveBeenCalledExactlyOnceWith('market', 'landing.featured', {
    queryClient,
    params: {},
    search: new URLSearchParams(),
  });
});
