/** The cards of withdrawn agents come with the line about their deployments: none comes later, and none is empty. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderPage, type Replies, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { Agent } from '../../data/agents';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, publishedAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const withdrawn = { ...draftAgent, status: 'archived', calls_end_at: '2099-12-24T10:00:00+00:00' };

async function open(deployments: Replies[string], agent: Agent = withdrawn) {
  const backend = startBackend({
    ...repliesFor([agent, publishedAgent]),
    agent_deployments: deployments,
  });
  await signInAs();
  const routes = [{ path: '/deployments', title: 'Deployments', access: 'signed-in' as const }];
  renderPage(<AgentsPage />, '/agents', { routes });
  await waitFor(() => {
    expect(backend.sent('POST', 'agent_deployments')).toHaveLength(1);
  });
  return backend;
}
const cards = () => document.querySelectorAll('[aria-labelledby=own-agents] article:not([aria-hidden] *)');
/** The parts of a card below each other. */
const lines = (card: number) => cards()[card]?.querySelector('dl')?.parentElement?.children.length;

test('they wait for the number of deployments, and so do the templates below', async () => {
  let respond = (_: object): void => undefined;
  const reply = new Promise<{ json: object }>((resolve) => {
    respond = (json) => {
      resolve({ json });
    };
  });
  await open(() => reply);
  expect(await screen.findByText('Loading your agents')).toBeTruthy();
  expect(cards()).toHaveLength(0);
  expect(screen.queryByRole('heading', { name: 'Templates' })).toBeNull();
  respond([{ agent_id: withdrawn.id, deployments: 1, own_deployments: 0, calls_end_at: null }]);
  await waitFor(() => {
    expect(cards()).toHaveLength(2);
  });
  expect(cards()[0]?.textContent).toContain('Deployments stop on Dec 24, 2099');
  expect(screen.getByRole('heading', { name: 'Templates' })).toBeTruthy();
});

test('an archived agent has a line of its deployments, or another one, in the place of the next step', async () => {
  await open({ json: [] });
  await screen.findByText('New users can’t find it');
  expect([lines(0), lines(1)]).toEqual([5, 5]);
  cleanup();
  await open({ json: [{ agent_id: withdrawn.id, deployments: 1, own_deployments: 0, calls_end_at: null }] });
  await screen.findByText('Deployments stop on Dec 24, 2099');
  expect(screen.queryByText('New users can’t find it')).toBeNull();
  expect([lines(0), lines(1)]).toEqual([5, 5]);
});

test('an unpublished agent has the line of its deployments besides its next step', async () => {
  const unpublished = { ...withdrawn, status: 'active' };
  await open({ json: [] }, unpublished);
  await screen.findAllByText('Ready to deploy');
  expect([lines(0), lines(1)]).toEqual([5, 5]);
  cleanup();
  await open(
    { json: [{ agent_id: withdrawn.id, deployments: 1, own_deployments: 0, calls_end_at: null }] },
    unpublished,
  );
  await screen.findByText('Deployments stop on Dec 24, 2099');
  expect([lines(0), lines(1)]).toEqual([6, 5]);
});

test('a failure shows the cards without waiting for the next try', async () => {
  await open({ status: 500, json: { message: 'x' } });
  await waitFor(() => {
    expect(cards()).toHaveLength(2);
  });
});
