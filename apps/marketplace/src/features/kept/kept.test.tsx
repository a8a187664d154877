/** Agents that a signed-in user keeps: the filters, the cards to deploy from, and the favorite button. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type Replies,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  startIntersections,
} from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { samples } from '../../data/samples';
import { sampleReplies } from '../../testing/replies';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [first, second] = samples;
const routes = [
  { path: '/marketplace', title: 'Marketplace', access: 'public' as const },
  { path: '/deployments', title: 'Deployments', access: 'signed-in' as const },
];

async function open(address: string, replies: Replies = {}, sign: () => Promise<void> = signInAs) {
  const backend = startBackend({
    ...sampleReplies,
    'GET agent_listings': { json: [second, first] },
    'GET agent_installs': { json: [{ agent_id: first?.agent_id }, { agent_id: second?.agent_id }] },
    'GET agent_favorites': { json: [] },
    ...replies,
  });
  await sign();
  startIntersections();
  return { backend, ...renderPage(<MarketplacePage />, address, { routes }) };
}
const names = () => [...document.querySelectorAll('article h2')].map((name) => name.textContent);

test('My installs lists the installed agents by name, each with a way to deploy it (20)', async () => {
  const { backend, address } = await open('/marketplace');
  await userEvent.click(await screen.findByRole('button', { name: 'My installs' }));
  expect(address()).toBe('/marketplace?kept=installed');
  expect(await screen.findByText('Showing 2 of 2 agents')).toBeTruthy();
  const sorted = [first?.name, second?.name].sort();
  expect(names()).toEqual(sorted);
  const deploy = screen.getByRole('link', { name: `Deploy ${first?.name ?? ''}` });
  expect(deploy.getAttribute('href')).toBe(`/deployments?agent=${first?.agent_id ?? ''}&new=deployment`);
  const asked = backend.sent('GET', 'agent_listings')[0]?.url.searchParams.get('agent_id');
  expect(asked).toContain(first?.agent_id);
  // The other filters narrow the list.
  await userEvent.type(screen.getByRole('searchbox'), first?.name ?? '');
  await waitFor(() => {
    expect(names()).toEqual([first?.name]);
  });
  await userEvent.click(screen.getByRole('button', { name: 'My installs' }));
  await waitFor(() => {
    expect(address()).not.toContain('kept');
  });
});

test('My installs follows an agent that is uninstalled, and installed again', async () => {
  const agent = {
    ...{ id: first?.agent_id, name: first?.name, creator_id: 'c1', category: 'sales', tags: [] },
    ...{ examples: [], notice_days: 30, install_count: 1 },
  };
  await open(`/marketplace?kept=installed&agent=${first?.agent_id ?? ''}`, {
    'GET agent_listings': ({ url }) => ({
      json: [first, second].filter((row) => url.searchParams.get('agent_id')?.includes(row?.agent_id ?? '')),
    }),
    agents: { json: [agent] },
    ...{ list_agent_versions: { json: [] }, agent_reviews: { json: [] } },
    ...{ 'POST agent_installs': { status: 201 }, 'DELETE agent_installs': { status: 204 } },
  });
  expect(await screen.findByText('Showing 2 of 2 agents')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Uninstall' }));
  expect(await screen.findByText('Showing 1 of 1 agents')).toBeTruthy();
  expect(names()).toEqual([second?.name]);
  await userEvent.click(screen.getByRole('button', { name: `Install ${first?.name ?? ''}` }));
  expect(await screen.findByText('Showing 2 of 2 agents')).toBeTruthy();
});

test('without favorites, says how to get one (20)', async () => {
  await open('/marketplace?kept=favorites');
  expect(await screen.findByText('No favorites yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Browse All Agents' }));
  expect(await screen.findByText('Showing 6 of 6 agents')).toBeTruthy();
});

test('without installs, shows their icon, and not that of favorites', async () => {
  await open('/marketplace?kept=installed', { 'GET agent_installs': { json: [] } });
  const title = await screen.findByText('No installed agents yet');
  const icon = title.parentElement?.previousElementSibling?.querySelector('svg');
  expect(icon?.getAttribute('data-icon')).toBe('download');
});

test('a visitor has no such filter, and the address of one shows all agents (20)', async () => {
  const { backend } = await open('/marketplace?kept=favorites', {}, signOutAll);
  expect(await screen.findByText('Showing 6 of 6 agents')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Favorites' })).toBeNull();
  expect(backend.sent('GET', 'agent_favorites')).toEqual([]);
});

test('the details mark an agent as a favorite, and remove the mark (20)', async () => {
  const agent = {
    id: first?.agent_id,
    name: 'Kept bot',
    creator_id: 'c1',
    category: 'sales',
    tags: [],
    examples: [],
    ...{ notice_days: 30, install_count: 1 },
  };
  let loaded: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => (loaded = resolve));
  const { backend, toasts, queryClient } = await open(`/marketplace?agent=${first?.agent_id ?? ''}`, {
    'GET agent_favorites': () => loading.then(() => ({ json: [] })),
    agents: { json: [agent] },
    list_agent_versions: { json: [] },
    agent_reviews: { json: [] },
    'POST agent_favorites': { status: 201 },
    'DELETE agent_favorites': { status: 204 },
  });
  const button = await screen.findByRole('button', { name: 'Favorite Kept bot', pressed: false });
  // A press is kept until the favorites have arrived, also a double one (23).
  button.click();
  button.click();
  expect(backend.sent('POST', 'agent_favorites')).toEqual([]);
  loaded();
  await screen.findByRole('button', { name: 'Favorite Kept bot', pressed: true });
  await waitFor(() => {
    expect(queryClient.isMutating()).toBe(0);
  });
  expect(backend.sent('POST', 'agent_favorites').map(({ body }) => body)).toEqual([
    { agent_id: first?.agent_id },
  ]);
  expect(toasts('success')).toEqual(['Kept bot is a favorite now']);
  await userEvent.click(button);
  await screen.findByRole('button', { name: 'Favorite Kept bot', pressed: false });
  expect(backend.sent('DELETE', 'agent_favorites')).toHaveLength(1);
});
