/** Unpublishing, archiving and moving to drafts: the question where others run the agent, and Undo where none does. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { Agent } from '../../data/agents';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, publishedAgent, repliesFor } from '../../testing/agents';
import { chooseAction } from '../../testing/chooseAction';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let count = 0;
/** Another id each time: a toast that a test has dismissed is removed a second later, with a new one of its id. */
const fresh = (agent: Agent): Agent => ({ ...agent, id: `changed-${String((count += 1))}` });

async function open(agent: Agent, replies: Replies = {}) {
  const backend = startBackend({ ...repliesFor([agent]), ...replies });
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  return { backend, ...renderPage(<AgentsPage />, '/agents') };
}
const run = (agent: Agent, deployments: number, calls_end_at: string | null) => ({
  agent_deployments: { json: [{ agent_id: agent.id, deployments, own_deployments: 1, calls_end_at }] },
});
const FUTURE = '2099-12-24T10:00:00+00:00';

test.each([
  [draftAgent, 'Archive', { status: 'archived', is_public: false }, 'Agent archived'],
  [publishedAgent, 'Archive', { status: 'archived', is_public: false }, 'Agent archived'],
  [publishedAgent, 'Unpublish', { status: 'active', is_public: false }, 'Agent unpublished'],
  [
    { ...draftAgent, status: 'archived' },
    'Move to drafts',
    { status: 'draft', is_public: false },
    'Agent moved to drafts',
  ],
])(
  'changes an agent that no other user runs at once, and Undo brings it back: %#',
  async (stored, item, columns, toast) => {
    const agent = fresh(stored);
    const { backend, toasts } = await open(agent, run(agent, 0, FUTURE));
    await chooseAction(agent.name, item);
    await waitFor(() => {
      expect(toasts('success')).toEqual([`${toast}Undo`]);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = () => backend.sent('PATCH', 'agents').map(({ body }) => body);
    expect(sent()).toEqual([columns]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(toasts('success')).toEqual(['Agent restored']);
    });
    expect(sent()).toEqual([columns, { status: stored.status, is_public: stored.is_public }]);
    expect(backend.sent('GET', 'agents').length).toBeGreaterThanOrEqual(2);
  },
);

test.each([
  ['Unpublish', 2, FUTURE, '2 deployments of other users stop on Dec 24, 2099, and keep running until then.'],
  ['Archive', 1, null, '1 deployment of another user stops at once,'],
])('asks before deployments of other users stop: %s', async (item, deployments, end, text) => {
  const agent = fresh(publishedAgent);
  const { backend, toasts } = await open(agent, run(agent, deployments, end));
  const dialog = async () => within(await screen.findByRole('dialog', { name: `${item} Star?` }));
  await chooseAction('Star', item);
  expect((await dialog()).getByText(text, { exact: false })).toBeTruthy();
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(backend.sent('PATCH', 'agents')).toEqual([]);
  await chooseAction('Star', item);
  await userEvent.click((await dialog()).getByRole('button', { name: item }));
  await waitFor(() => {
    expect(toasts('success')).toEqual([item === 'Archive' ? 'Agent archived' : 'Agent unpublished']);
  });
  expect(backend.sent('PATCH', 'agents')).toHaveLength(1);
});

test('does not ask about deployments that have stopped already', async () => {
  const agent = fresh({ ...publishedAgent, is_public: false, calls_end_at: '2020-01-02T10:00:00+00:00' });
  const { toasts } = await open(agent, run(agent, 2, agent.calls_end_at));
  await chooseAction('Star', 'Archive');
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Agent archivedUndo']);
  });
});

test('changes nothing while the deployments are unknown', async () => {
  const agent = fresh(publishedAgent);
  const { backend, toasts } = await open(agent, { agent_deployments: { status: 500 } });
  await chooseAction('Star', 'Unpublish');
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t update the agent']);
  });
  expect(backend.sent('PATCH', 'agents')).toEqual([]);
});

test('the list has the new state when the toast appears, before it is read again', async () => {
  const agent = fresh(publishedAgent);
  const { backend } = await open(agent);
  await screen.findByText('Published');
  backend.replies = { ...backend.replies, 'GET agents': 'never' };
  await chooseAction('Star', 'Archive');
  expect(await screen.findByText('Archived')).toBeTruthy();
  expect(screen.queryByText('Published')).toBeNull();
});

test('reports a change that fails', async () => {
  const agent = fresh(draftAgent);
  const { toasts } = await open(agent, { 'PATCH agents': { status: 500, json: { message: 'x' } } });
  await chooseAction('Helper', 'Archive');
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t update the agent']);
  });
});
