/** The command menu: pages, search results, actions and failures. One file: all tests share one fake backend. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { onlineManager } from '@tanstack/react-query';
import { userEvent } from '@testing-library/user-event';
import {
  type PageOptions,
  type Replies,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
} from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { allRoutes, helpEntry, helpRoute, notesEntry, notesRoute } from '../../testing/routes';
import { CommandMenu } from './CommandMenu';

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

interface Setup extends PageOptions {
  replies?: Replies;
  typed?: string;
  isSignedIn?: boolean;
}

async function open({ replies = {}, typed = '', isSignedIn = false, ...options }: Setup = {}) {
  const backend = startBackend(replies);
  await (isSignedIn ? signInAs() : signOutAll());
  const handleClose = vi.fn();
  const page = renderPage(<CommandMenu typed={() => typed} onClose={handleClose} />, '/', {
    routes: allRoutes,
    ...options,
  });
  return { backend, handleClose, ...page };
}

const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const found = {
  search_listings: { json: [{ agent_id: 'a/1', name: 'Sales Assistant', creator_name: 'Jonas' }] },
};

test('offers visitors public pages and themes', async () => {
  await open();
  expect(options('Pages')).toEqual(['Home', 'Sign In', 'Create Account', 'Marketplace']);
  expect(options('Actions').slice(0, 3)).toEqual([
    ...['Use the light theme', 'Use the dark theme', 'Use the system theme'],
  ]);
  expect(screen.queryByRole('option', { name: 'Sign Out' })).toBeNull();
});

test('offers users every page but sign-in and sign-up', async () => {
  await open({ isSignedIn: true });
  expect(options('Pages')).toEqual([
    ...['Home', 'Dashboard', 'Marketplace', 'My Agents', 'Deployments', 'Billing', 'Profile'],
  ]);
});

test('names a page of another slice by its nav entry', async () => {
  const slices = { routes: [...allRoutes, notesRoute, helpRoute], nav: [notesEntry, helpEntry] };
  await open({ isSignedIn: true, ...slices });
  expect(options('Pages').slice(-3)).toEqual(['Notes', 'Help', 'Profile']);
  cleanup();
  await open(slices);
  expect(options('Pages').slice(-1)).toEqual(['Help']);
});

test('filters while typing and opens the selected page', async () => {
  const { address, handleClose } = await open();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), 'market{Enter}');
  await waitFor(() => {
    expect(address()).toBe('/marketplace');
  });
  expect(handleClose).toHaveBeenCalledOnce();
});

test('closes when Escape was pressed before it opened (23)', async () => {
  const handleClose = vi.fn();
  renderPage(<CommandMenu typed={() => undefined} onClose={handleClose} />, '/', { routes: allRoutes });
  await screen.findByRole('combobox');
  expect(handleClose).toHaveBeenCalled();
});

test('starts with the text that was typed before it opened', async () => {
  await open({ typed: 'dark' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe('dark');
});

test('finds agents and opens their details', async () => {
  const { backend, address } = await open({ replies: found, typed: 'sa\0les' });
  const option = await screen.findByRole('option', { name: /^Sales Assistant/ });
  expect(option.textContent).toContain('Jonas');
  const [request] = backend.sent('POST', 'search_listings');
  expect(request?.body).toEqual({ q: 'sales', category: 'all' });
  expect(request?.url.searchParams.get('limit')).toBe('5');
  await userEvent.click(option);
  await waitFor(() => {
    expect(address()).toBe('/marketplace?agent=a%2F1');
  });
});

test('searches once the typing pauses', async () => {
  const { backend } = await open({ replies: found });
  const field = screen.getByRole('combobox', { name: 'Search' });
  // Without the pauses of a slow machine.
  for (const value of ['s', 'sa', 'sal', 'sale', 'sales']) fireEvent.change(field, { target: { value } });
  await screen.findByRole('option', { name: /^Sales Assistant/ });
  expect(backend.sent('POST', 'search_listings').map(({ body }) => body.q)).toEqual(['sales']);
});

test('finds the user’s deployments by name', async () => {
  const { address, backend } = await open({
    isSignedIn: true,
    typed: 'web',
    replies: {
      'GET deployments': {
        json: [
          { id: 'd1', name: 'website' },
          { id: 'd2', name: 'other' },
        ],
      },
    },
  });
  await screen.findByRole('option', { name: 'website' });
  expect(options('Deployments')).toEqual(['website']);
  const query = backend.sent('GET', 'deployments')[0]?.url.searchParams;
  expect([query?.get('order'), query?.get('limit')]).toEqual(['updated_at.desc', '50']);
  await userEvent.click(screen.getByRole('option', { name: 'website' }));
  await waitFor(() => {
    expect(address()).toBe('/deployments?deployment=d1');
  });
});

const website = {
  'GET deployments': {
    json: [
      { id: 'd1', name: 'website', status: 'active', endpoint_url: 'https://app.example/v1/agents/website' },
    ],
  },
};

test('stops a deployment', async () => {
  const { backend, toasts } = await open({
    isSignedIn: true,
    typed: 'stop web',
    replies: { ...website, 'PATCH deployments': { status: 204 } },
  });
  await userEvent.click(await screen.findByRole('option', { name: 'Stop website' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['website is stopped']);
  });
  const [request] = backend.sent('PATCH', 'deployments');
  expect(request?.url.searchParams.get('id')).toBe('eq.d1');
  expect(request?.body).toEqual({ status: 'stopped', last_deployed_at: null });
});

const allOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true }).textContent;

test('a name and Enter open the deployment, and stop nothing (23)', async () => {
  const { address, backend } = await open({
    isSignedIn: true,
    typed: 'website',
    replies: { ...website, search_listings: { json: [] } },
  });
  await screen.findByRole('option', { name: 'Stop website' });
  expect(allOptions()).toEqual(['website', 'Stop website', 'Copy endpoint of website']);
  expect(selected()).toBe('website');
  await userEvent.type(screen.getByRole('combobox', { name: 'Search' }), '{Enter}');
  await waitFor(() => {
    expect(address()).toBe('/deployments?deployment=d1');
  });
  expect(backend.sent('PATCH', 'deployments')).toEqual([]);
});

test('a verb is first when the whole word is typed, and part of it is not enough (23)', async () => {
  await open({ isSignedIn: true, replies: { ...website, search_listings: { json: [] } } });
  const field = screen.getByRole('combobox', { name: 'Search' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('web');
  await screen.findByRole('option', { name: 'website' });
  type('stop web');
  expect(allOptions()).toEqual(['Stop website']);
  type('endpoint');
  expect(allOptions()).toEqual(['Copy endpoint of website']);
  for (const part of ['top', 'sto', 'op web']) {
    type(part);
    expect(screen.queryByRole('option', { name: 'Stop website' })).toBeNull();
  }
});

test('agents that load later move nothing (23)', async () => {
  await open({ isSignedIn: true, typed: 'we', replies: { ...website, ...found } });
  await screen.findByRole('option', { name: /^Sales Assistant/ });
  expect(allOptions().slice(0, 3)).toEqual(['website', 'Stop website', 'Copy endpoint of website']);
  expect(selected()).toBe('website');
});

test('spaces, hyphens and underscores of a name are alike (23)', async () => {
  await open({
    isSignedIn: true,
    typed: 'release notes',
    replies: {
      'GET deployments': { json: [{ id: 'd1', name: 'release-notes', status: 'pending' }] },
      search_listings: { json: [] },
    },
  });
  await screen.findByRole('option', { name: 'release-notes' });
  expect(selected()).toBe('release-notes');
});

test('copies the endpoint of a deployment', async () => {
  const user = userEvent.setup();
  const { toasts } = await open({ isSignedIn: true, typed: 'copy endpoint', replies: website });
  await user.click(await screen.findByRole('option', { name: 'Copy endpoint of website' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Copied to clipboard!']);
  });
  expect(await navigator.clipboard.readText()).toBe('https://app.example/v1/agents/website');
});

test('visitors search no deployments', async () => {
  const { backend } = await open({ typed: 'web', replies: found });
  await screen.findByRole('option', { name: /^Sales Assistant/ });
  expect(backend.sent('GET', 'deployments')).toEqual([]);
});

test('changes the theme', async () => {
  await open({ typed: 'dark' });
  await userEvent.click(screen.getByRole('option', { name: 'Use the dark theme' }));
  await waitFor(() => {
    expect(document.documentElement.dataset.theme).toBe('dark');
  });
  delete document.documentElement.dataset.theme;
});

test('opens the release tools where the environment has them', async () => {
  await open({ typed: 'releases', replies: { search_listings: { json: [] } } });
  expect(screen.queryByRole('option', { name: 'Releases on this page' })).toBeNull();
  cleanup();
  const { handleClose } = await open({ typed: 'releases', hasTools: true });
  await userEvent.click(screen.getByRole('option', { name: 'Releases on this page' }));
  await waitFor(() => {
    expect(handleClose).toHaveBeenCalledOnce();
  });
});

test('signs out', async () => {
  const { backend } = await open({ isSignedIn: true, typed: 'sign out' });
  await userEvent.click(screen.getByRole('option', { name: 'Sign Out' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'logout')).toHaveLength(1);
  });
});

test('reports that nothing matches', async () => {
  await open({ typed: 'zebra', replies: { search_listings: { json: [] } } });
  expect(await screen.findByText('No results for “zebra”')).toBeTruthy();
});

test('without a result, it leads to the search of the marketplace', async () => {
  const { address, handleClose } = await open({ typed: 'a & b', replies: { search_listings: { json: [] } } });
  await userEvent.click(
    await screen.findByRole('option', { name: 'Search the marketplace for “a & b”', selected: true }),
  );
  await waitFor(() => {
    expect(address()).toBe('/marketplace?q=a+%26+b');
  });
  expect(handleClose).toHaveBeenCalledOnce();
});

test('reports a failed search while offline', async () => {
  onlineManager.setOnline(false);
  await open({ typed: 'zebra', replies: { search_listings: 'unreachable' } });
  expect(await screen.findByText('Couldn’t search agents. Try again in a moment.')).toBeTruthy();
  expect(screen.queryByText('Searching…')).toBeNull();
});
