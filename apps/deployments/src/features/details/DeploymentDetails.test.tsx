/** The details of a deployment say at once why its calls are rejected, and nothing moves when they do. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import DeploymentsPage from '../../routes/DeploymentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'd1';
const row = {
  ...{ id, name: 'bot', agent_id: 'a1', user_id: 'u1', api_key: 'ak_••••abcd', slug: 'bot', version: 1 },
  ...{ endpoint_url: 'https://agents.test/v1/agents/bot', status: 'active', pinned_version: null },
  ...{ created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z', last_deployed_at: null },
  agent: { id: 'a1', name: 'Helper' },
};
const quota = { plan_name: 'Starter', quota: 100, used: 0, period_end: '2026-12-01T00:00:00Z' };

async function open(replies: Replies) {
  vi.stubGlobal('scrollTo', () => undefined);
  const backend = startBackend({
    'GET deployments': { json: [row] },
    'GET agents': { json: [] },
    'POST list_spend_limits': { json: [] },
    'POST message_quota': { json: quota },
    ...replies,
  });
  await signInAs();
  renderPage(<DeploymentsPage />, `/deployments?deployment=${id}`);
  return backend;
}
const dialog = () => screen.findByRole('dialog', { name: 'bot' });
const ends = (calls_end_at: string) => ({
  ending_deployments: { json: [{ deployment_id: id, agent_id: 'a1', calls_end_at }] },
});

test('the sections below cannot be seen until it is known whether a notice is above them', async () => {
  const backend = await open({ 'POST message_quota': 'never' });
  const { textContent } = await dialog();
  expect(textContent).toContain('Call it');
  const reserved = () => screen.getByRole('dialog', { name: 'bot' }).querySelector('[data-reserved]');
  expect(reserved()?.textContent).toContain('Call it');
  expect(reserved()?.textContent).not.toContain('Latency');
  cleanup();
  backend.replies = { ...backend.replies, 'POST message_quota': { json: quota } };
  renderPage(<DeploymentsPage />, `/deployments?deployment=${id}`);
  await dialog();
  await waitFor(() => {
    expect(reserved()).toBeNull();
  });
});

test('an agent that has ended is named with a way on, and cannot be tried', async () => {
  const backend = await open(ends('2026-11-20T10:00:00+00:00'));
  const shown = within(await dialog());
  expect(shown.getByText(/^This agent ended on Nov 20, 2026/)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Find another agent' }).getAttribute('href')).toBe('/marketplace');
  // Its picture is read for the conversation.
  const look = backend.sent('GET', 'agents').filter(({ url }) => url.searchParams.has('id'));
  expect(look).toEqual([]);
});

test('the dialog opens with the notice, not before it is known', async () => {
  // Its code is there.
  await import('./DeploymentDetails');
  await open({ ending_deployments: 'never' });
  await screen.findByText('Loading deployments');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole('dialog')).toBeNull();
});
