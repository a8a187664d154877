/** The page of an address, who may see it, and its loading state. */
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostContext, type HostRoute } from '../boot/hostContext';
import { noRest } from '../composition/rest';
import { composedRelease, compositionOf } from '../testing/compositions';
import { Outlet } from './router';
import { NotFoundRoute } from './RoutePage';
import { routeTree } from './routeTree';

const session = vi.hoisted(() => ({ status: 'signed-out', verdict: 'never', isAsked: false }));
const failed = vi.hoisted(() => ({ parts: new Map<string, Promise<never>>(), forget: vi.fn() }));
vi.mock('@slipway/session', () => ({
  isSessionValid: () => false,
  useLinkFailure: () => undefined,
  useSession: () => ({ status: session.status, user: { id: 'u1' } }),
  useSignInQuestion: () => (session.isAsked ? {} : undefined),
  checkSession: () => Promise.resolve(session.verdict),
  watchSession: () => () => undefined,
}));
vi.mock('../boot/firstPage', () => ({
  failedFirstPart: (key: string) => failed.parts.get(key),
  forgetFirstPart: failed.forget,
}));

const route = (path: string, slice: string, changes: Partial<HostRoute> = {}): HostRoute => ({
  ...{ path, slice, title: `Title of ${path}`, access: 'public', ...changes },
});
const routes = [
  route('/', 'shell'),
  route('/login', 'auth'),
  route('/notes', 'notes', { access: 'signed-in' }),
  route('/notes/:id', 'notes', { access: 'signed-in', parent: '/notes' }),
  // A page of another slice is not inside the page of `notes`.
  route('/notes/export', 'export', { parent: '/notes' }),
];
const redirects = [{ from: '/memos/:id', to: '/notes/:id' }] as const;

let page: ReturnType<typeof vi.fn<Host['page']>>;
let isWaiting: boolean;

beforeEach(() => {
  Object.assign(session, { status: 'signed-in', verdict: 'valid', isAsked: false });
  failed.parts.clear();
  failed.forget.mockReset();
  isWaiting = false;
  const pages = new Map<string, Promise<ComponentType>>();
  page = vi.fn(({ slice, path }: Pick<HostRoute, 'slice' | 'path'>) => {
    const Page = () => (
      <main>
        <p>{`${path} of ${slice}`}</p>
        <Outlet />
      </main>
    );
    const part = pages.get(path) ?? (isWaiting ? new Promise<never>(() => undefined) : Promise.resolve(Page));
    pages.set(path, part);
    return part;
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

async function open(...addresses: string[]) {
  const host = {
    ...{ routes, redirects, page, rest: noRest, hasTools: false },
    composition: {
      ...compositionOf({ notes: composedRelease('00000000000000a1') }),
      address: 'https://app.example',
    },
    updateWatcher: { shouldLoad: () => false, canUpdate: () => Promise.resolve(false) },
    fallback: {
      guard: (_slice: string, part: Promise<unknown>) => part,
      markWorking: () => undefined,
      afterCrash: () => Promise.resolve(false),
    },
  } as unknown as Host;
  const tree = [...routeTree(host), { path: '*', element: <NotFoundRoute /> }];
  const router = createMemoryRouter(tree, { initialEntries: addresses });
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
const loaded = () => page.mock.calls.map(([{ path }]) => path);
const titles = () => [...document.querySelectorAll('title')].map(({ textContent }) => textContent);

test('a visitor of a page for signed-in users loads nothing of it, and the sign-in page meanwhile (23)', async () => {
  Object.assign(session, { status: 'signed-out', verdict: 'never' });
  await open('/notes/4');
  expect(await screen.findByText('Access Denied')).toBeTruthy();
  expect(loaded()).toEqual(['/login']);
});

test('a public page opens for a visitor', async () => {
  Object.assign(session, { status: 'signed-out', verdict: 'never' });
  await open('/');
  expect(await screen.findByText('/ of shell')).toBeTruthy();
});

test('a page inside of another is loaded with its address, and gives the title', async () => {
  await open('/notes/4?tab=1');
  expect(await screen.findByText('/notes/:id of notes')).toBeTruthy();
  expect(titles()).toEqual(['Title of /notes/:id · Slipway']);
  expect(loaded()).toEqual(['/notes', '/notes/:id']);
  expect(page.mock.calls.map(([, address]) => address)).toEqual(
    Array.from({ length: 2 }, () => ({ pathname: '/notes/4', search: '?tab=1' })),
  );
});

test('a route that names a page of another slice as its parent is not rendered inside of it', async () => {
  await open('/notes/export');
  await screen.findByText('/notes/:id of notes');
  expect(loaded()).not.toContain('/notes/export');
});

test('an undeclared address shows the page for it, which search engines leave out', async () => {
  await open('/nothing/here');
  expect(await screen.findByText('404 of shell')).toBeTruthy();
  expect(titles()).toEqual(['Page not found · Slipway']);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
});

test('an earlier address keeps its parameter, query and fragment, and Back does not lead to it', async () => {
  const router = await open('/', '/memos/4?from=mail#top');
  await screen.findByText('/notes/:id of notes');
  expect(router.state.location).toMatchObject({ pathname: '/notes/4', search: '?from=mail', hash: '#top' });
  expect(router.state.historyAction).toBe('REPLACE');
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/');
});

test('while a link asks to sign in, the sign-in page is shown at the address of the page', async () => {
  Object.assign(session, { status: 'loading', isAsked: true });
  const router = await open('/notes?tab=1');
  expect(await screen.findByText('/login of auth')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/notes');
  expect(page.mock.calls).toEqual([[routes[1], { pathname: '/login', search: '?tab=1' }]]);
});

test('the first attempt that failed before the page was rendered is shown, and not repeated', async () => {
  const attempt = Promise.reject<never>(new Error('gone'));
  attempt.catch(() => undefined);
  failed.parts.set('/', attempt);
  await open('/');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(page).not.toHaveBeenCalled();
});

test('an attempt that is not the first forgets the failed one', async () => {
  await open('/');
  expect(failed.forget).toHaveBeenCalledWith('/');
});

test('while the page of a slice loads, its title is there', async () => {
  isWaiting = true;
  await open('/login');
  expect(screen.getByRole('heading', { name: 'Title of /login' })).toBeTruthy();
});

test.each(['/', '/nothing/here'])('while a page of the shell loads, there is a spinner: %s', async (path) => {
  isWaiting = true;
  await open(path);
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getByRole('main').contains(screen.getByRole('status'))).toBe(true);
});

test.each(['/login', '/'])('the loading state of another page has the focus meanwhile: %s', async (path) => {
  const router = await open('/notes');
  await screen.findByText('/notes of notes');
  isWaiting = true;
  await act(() => router.navigate(path));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
