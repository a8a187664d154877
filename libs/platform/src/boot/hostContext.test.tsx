/** Which components render again when the page gets to know the rest of the composition: those that show its routes. */
import { act, render, screen } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createRest } from '../composition/rest';
import { settingsProvider } from '../flags/flagProvider';
import { SlicePart } from '../loading/SlicePart';
import { composedRelease, compositionOf } from '../testing/compositions';
import { createHost } from './createHost';
import { HostContext, type HostRoute, useHost, withParents } from './hostContext';
import { useHasRoute, useNavEntries, useSite } from './hostHooks';
import { noFallback } from '../releases/releaseFallback';

const helpRelease = {
  ...composedRelease('00000000000000a2'),
  routes: [{ path: '/help', title: 'Help', access: 'public' as const }],
  nav: [{ path: '/help', label: 'Help' }],
};
const market = { market: composedRelease('00000000000000a1') };
const integrity = `sha384-${'R'.repeat(64)}`;

function start() {
  const composition = {
    ...compositionOf(market),
    rest: { routes: [], nav: helpRelease.nav, file: { path: '/rest.json', integrity } },
  };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json(compositionOf({ ...market, help: helpRelease }))),
  );
  const rest = createRest(composition, (slices) => {
    Object.assign(composition.slices, slices);
    return Promise.resolve();
  });
  const host = createHost(
    { id: 'shell', owner: 'platform', contracts: [2], routes: [] },
    {},
    {
      ...{ composition, rest, flags: settingsProvider({}), hasTools: false },
      loader: { part: () => Promise.reject(new Error('not loaded')), startData: () => Promise.resolve() },
      updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
      fallback: noFallback,
    },
    new QueryClient(),
  );
  return { host, rest };
}

it('renders the navigation again, and not the page', async () => {
  const { host, rest } = start();
  const rendered = vi.fn();
  const Page = () => {
    rendered(useSite().name);
    return <h1>Market</h1>;
  };
  const Nav = () => {
    const hasRoute = useHasRoute();
    return (
      <nav>
        {useNavEntries().map(({ label }) => label)}, {String(hasRoute('/help'))}
      </nav>
    );
  };
  const page = Promise.resolve(Page);
  await act(async () => {
    render(
      <HostContext value={host}>
        <Nav />
        <SlicePart slice="market" label="Market" page="/market" load={() => page} waiting={<p>waiting</p>} />
      </HostContext>,
    );
    await page;
  });
  expect(screen.getByRole('navigation').textContent).toBe(', false');
  expect(rendered).toHaveBeenCalledOnce();

  await act(() => rest.load());

  expect(screen.getByRole('navigation').textContent).toBe('Help, true');
  expect(rendered).toHaveBeenCalledOnce();
});

it('a part does not render again with its region', async () => {
  const rendered = vi.fn();
  const Page = () => {
    rendered();
    return <h1>Market</h1>;
  };
  const { host } = start();
  const page = Promise.resolve(Page);
  const region = (label: string) => (
    <HostContext value={host}>
      <SlicePart slice="market" label={label} page="/market" load={() => page} waiting={<p>waiting</p>} />
    </HostContext>
  );
  const view = await act(async () => {
    const shown = render(region('Market'));
    await page;
    return shown;
  });
  view.rerender(region('The market'));
  expect(rendered).toHaveBeenCalledOnce();
});

it('a page is inside of those of its slice that it names as parents', () => {
  const route = (slice: string, path: string, parent?: string): HostRoute => ({
    ...{ slice, path, title: path, access: 'public' },
    ...(parent === undefined ? {} : { parent }),
  });
  const other = route('other', '/plans', '/');
  const plans = route('billing', '/plans', '/billing');
  const routes = [other, route('billing', '/billing'), plans, route('billing', '/billing/:id', '/plans')];
  const pathsOf = (address: string) => withParents(routes, address).map(({ slice, path }) => slice + path);
  expect(pathsOf('/billing/7')).toEqual(['billing/billing', 'billing/plans', 'billing/billing/:id']);
  expect(pathsOf('/billing')).toEqual(['billing/billing']);
  expect(pathsOf('/nowhere')).toEqual([]);
});

it('a component of the platform outside of the shell is an error', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Lost = () => <p>{useHost().composition.environment}</p>;
  expect(() => render(<Lost />)).toThrow('This component works only inside the shell');
});
