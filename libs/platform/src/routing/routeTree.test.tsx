/** Routes with parameters, nested pages, redirects and the head of the page that is shown. */
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { HostContext } from '../boot/hostContext';
import { noRest } from '../composition/rest';
import { createHost } from '../boot/createHost';
import { settingsProvider } from '../flags/flagProvider';
import { composedRelease, compositionOf } from '../testing/compositions';
import { Outlet } from './router';
import { routeTree } from './routeTree';
import { useParams } from './useParams';
import { noFallback } from '../releases/releaseFallback';

const access = 'public' as const;
const description = 'One note';
const address = 'https://app.example';
const composition = {
  address,
  ...compositionOf({
    notes: {
      ...composedRelease('00000000000000a1'),
      routes: [
        { path: '/notes', title: 'Notes', access },
        { path: '/notes/:id', title: 'Note', access, parent: '/notes', head: { description } },
        { path: '/secret/:tab?', title: 'Secret', access, head: { robots: 'noindex' } },
      ],
      redirects: [{ from: '/memos/:id', to: '/notes/:id' }],
    },
  }),
};

const Notes = () => (
  <main>
    <h1>All notes</h1>
    <Outlet />
  </main>
);
const Note = () => <p>Note {useParams('/notes/:id').id}</p>;
const Secret = () => <h1>Tab {useParams('/secret/:tab?').tab ?? 'none'}</h1>;
const parts: Readonly<Record<string, () => React.JSX.Element>> = {
  '/notes': Notes,
  '/notes/:id': Note,
  '/secret/:tab?': Secret,
};

async function open(path: string) {
  const host = createHost(
    { id: 'shell', owner: 'platform', contracts: [1], routes: [] },
    {},
    {
      composition,
      rest: noRest,
      loader: {
        part: (_slice, key) => Promise.resolve(parts[key] ?? (() => null)),
        startData: () => Promise.resolve(),
      },
      updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
      fallback: noFallback,
      flags: settingsProvider({}),
      hasTools: false,
    },
    new QueryClient(),
  );
  const router = createMemoryRouter(routeTree(host), { initialEntries: [path] });
  // Suspended components are rendered once the promises of this act are settled.
  await act(async () => {
    render(
      <HostContext value={host}>
        <RouterProvider router={router} />
      </HostContext>,
    );
    await Promise.resolve();
  });
  return router;
}

const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');

afterEach(cleanup);

it('renders a page inside of its parent, with typed parameters and one title', async () => {
  await open('/notes/42');
  expect(await screen.findByText('Note 42')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'All notes' })).toBeTruthy();
  expect([...document.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
    'Note · Slipway',
  ]);
  expect(meta('description')).toBe(description);
  expect([meta('robots'), canonical()]).toEqual([undefined, `${address}/notes/42`]);
});

it('redirects an earlier address, with its parameter and query', async () => {
  const router = await open('/memos/a%20b?from=mail');
  expect(await screen.findByText('Note a b')).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/notes/a%20b', search: '?from=mail' });
});

it('changes the head with the page, and leaves nothing of the page before', async () => {
  const router = await open('/notes/1');
  await screen.findByText('Note 1');
  await act(() => router.navigate('/secret'));
  expect(await screen.findByText('Tab none')).toBeTruthy();
  await vi.waitFor(() => {
    expect([meta('robots'), canonical(), meta('description')]).toEqual(['noindex', undefined, undefined]);
  });
  await act(() => router.navigate('/notes'));
  await screen.findByRole('heading', { name: 'All notes' });
  await vi.waitFor(() => {
    expect([meta('robots'), canonical()]).toEqual([undefined, `${address}/notes`]);
  });
});
