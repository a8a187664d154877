/** Actions on an agent that another tab has deleted, before the list of this tab knows it. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, publishedAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const deleted = { status: 404, json: { code: 'PT404', message: 'Agent not found' } };

async function open(address: string) {
  const backend = startBackend({
    ...repliesFor([draftAgent]),
    ...{ agent_configuration: deleted, agent_page: deleted, agent_listing: deleted, agent_figures: deleted },
    'PATCH agents': { status: 406, json: { code: 'PGRST116', message: 'no row' } },
  });
  await signInAs();
  return { backend, ...renderPage(<AgentsPage />, address) };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['Configure', async () => press('Configure Helper')],
  [
    'Archive',
    async () => {
      await press('More actions for Helper');
      // By text: jsdom hides popovers from role queries.
      await userEvent.click(await screen.findByText('Archive'));
    },
  ],
])('%s reports the deletion and offers Undo, and the list follows', async (_, perform) => {
  const { backend, toasts } = await open('/agents');
  await screen.findByRole('button', { name: 'Configure Helper' });
  backend.replies = { ...backend.replies, 'GET agents': { json: [] } };
  await perform();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['This agent was deletedUndo']);
  });
  expect(await screen.findByText('You have no agents yet')).toBeTruthy();
});

test.each(['publish', 'page', 'analytics'])('the panel %s reports the deletion', async (name) => {
  await open(`/agents?${name}=${draftAgent.id}`);
  expect(await screen.findByRole('heading', { name: 'This agent was deleted' })).toBeTruthy();
});

test.each(['test', 'publish', 'page', 'analytics'])(
  'a link to the panel %s of an unknown agent reports it, and leaves the list',
  async (name) => {
    const { address, toasts } = await open(`/agents?${name}=unknown`);
    await waitFor(() => {
      expect(toasts('info')).toEqual(['This agent isn’t available']);
      expect(address()).toBe('/agents');
    });
  },
);

test('a link to an agent that this list does not have yet opens its panel', async () => {
  const { backend, router, toasts } = await open('/agents');
  await screen.findByRole('button', { name: 'Configure Helper' });
  backend.replies = { ...backend.replies, ...repliesFor([draftAgent, publishedAgent]) };
  await act(() => router.navigate(`/agents?publish=${publishedAgent.id}`));
  expect(await screen.findByRole('dialog', { name: 'Edit listing of Star' })).toBeTruthy();
  expect(toasts('info')).toEqual([]);
});
