/** The name of a new deployment: closing its dialog, in each way, asks before it is lost. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, signInAs, startBackend, testUser } from '@slipway/testing';
import DeploymentsPage from '../../routes/DeploymentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const created = {
  ...{ id: 'd1', name: 'bot', agent_id: 'a1', user_id: testUser.id, api_key: 'ak_••••abcd', slug: 'bot' },
  ...{ endpoint_url: 'https://agents.test/v1/agents/bot', status: 'pending', version: 1 },
  ...{ created_at: '2026-11-21T12:00:00Z', updated_at: '2026-11-21T12:00:00Z', last_deployed_at: null },
  agent: { id: 'a1', name: 'Helper' },
};

async function open(at = '/deployments') {
  startBackend({
    'GET deployments': { json: [] },
    'POST deployments': { status: 201, json: created },
    'GET agents': ({ url }) => ({
      json: url.searchParams.has('external_only') ? [] : [{ id: 'a1', name: 'Helper' }],
    }),
  });
  await signInAs();
  const page = renderPage(<DeploymentsPage />, at);
  fireEvent.click(await screen.findByRole('button', { name: 'New Deployment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New Deployment' }));
  await dialog.findByRole('option', { name: 'Helper' });
  const name = dialog.getByLabelText<HTMLInputElement>(/^Name/);
  const type = (value: string) => {
    fireEvent.change(name, { target: { value } });
  };
  return { ...page, dialog, name, type };
}
type Page = Awaited<ReturnType<typeof open>>;
const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
const isClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'New Deployment' })).toBeNull();
  });

const ways: [string, (page: Page) => unknown][] = [
  ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['Cancel', ({ dialog }) => fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))],
  ['Back', ({ back }) => act(back)],
  ['a link', ({ router }) => act(() => router.navigate('/billing'))],
];

test.each(ways)('%s asks, keeps the name, and discards it after a confirmation', async (_, leave) => {
  const page = await open();
  page.type('my-bot');
  await leave(page);
  await waitFor(question);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => {
    expect(question()).toBeNull();
  });
  expect(page.name.value).toBe('my-bot');
  expect(page.address()).toBe('/deployments?new=deployment');
  await leave(page);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await isClosed();
  expect(page.address()).not.toContain('new=');
});

test.each(ways)('%s closes an empty dialog at once', async (_, leave) => {
  const page = await open();
  page.type('  ');
  await leave(page);
  await isClosed();
  expect(question()).toBeNull();
});

test.each(['/deployments', '/deployments?agent=a1'])(
  'a deployment created at %s closes the dialog without a question, and Back leaves the page',
  async (at) => {
    const { dialog, name, type, address, back } = await open(at);
    type('bot');
    fireEvent.change(dialog.getByLabelText(/^Agent/), { target: { value: 'a1' } });
    fireEvent.submit(name.form ?? name);
    await isClosed();
    expect(question()).toBeNull();
    await waitFor(() => {
      expect(address()).toBe('/deployments');
    });
    await act(back);
    expect(address()).toBe('/');
  },
);
