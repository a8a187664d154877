/** The data that loaders start: of pages of the shell, and what is under way. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { noRest } from '../composition/rest';
import { settingsProvider } from '../flags/flagProvider';
import { compositionOf } from '../testing/compositions';
import { createHost } from './createHost';
import { noFallback } from '../releases/releaseFallback';

const Account = () => null;
const queryClient = new QueryClient();
const startData = vi.fn(() => Promise.resolve());
const accountLoader = vi.fn(() => Promise.reject(new Error('its page shows it')));
const host = createHost(
  { id: 'shell', owner: 'platform-team', contracts: [2], routes: [] },
  { '/account': { page: () => Promise.resolve({ default: Account }), loader: accountLoader } },
  {
    composition: compositionOf({}),
    loader: { part: () => Promise.resolve(Account), startData },
    updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
    fallback: noFallback,
    flags: settingsProvider({}),
    hasTools: false,
    rest: noRest,
  },
  queryClient,
);

it('starts the data of the shell’s pages, and survives a loader that fails', async () => {
  const route = { slice: 'shell', path: '/account', access: 'public' as const };
  expect(await host.page(route, { pathname: '/account', search: '' })).toBe(Account);
  expect(accountLoader).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ queryClient }));
  await host.data();
});

it('knows when the data that it has started is there', async () => {
  let arrive: () => void = () => undefined;
  startData.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  void host.slot('market', 'landing.featured');
  let isThere = false;
  const data = host.data().then(() => (isThere = true));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isThere).toBe(false);
  arrive();
  await data;
});
