/** The dialog of a new deployment, closed while the deployment is created: a failure loses nothing. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Reply, renderPage, signInAs, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import DeploymentsPage from '../../routes/DeploymentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const created = {
  ...{ id: 'd1', name: 'bot', agent_id: 'a2', user_id: testUser.id, api_key: 'ak_••••abcd', slug: 'bot' },
  ...{ endpoint_url: 'https://agents.test/v1/agents/bot', status: 'pending', version: 1 },
  ...{ created_at: '2026-11-21T12:00:00Z', updated_at: '2026-11-21T12:00:00Z', last_deployed_at: null },
  agent: { id: 'a2', name: 'Writer' },
};
const agents = [
  { id: 'a1', name: 'Helper' },
  { id: 'a2', name: 'Writer' },
];
const failed = 'Failed to create deployment';
const address = '/deployments?new=deployment';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'New Deployment' }));
const values = async () => {
  const form = await dialog();
  await form.findByRole('option', { name: 'Writer' });
  return [/^Name/, /^Agent/].map((label) => form.getByLabelText<HTMLInputElement>(label).value);
};
const button = async () => (await dialog()).getByRole('button', { name: 'Create Deployment' });
const isClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'New Deployment' })).toBeNull();
  });

/** Sends the form, and closes it. The request waits for `respond`. */
async function sendAndClose() {
  let respond: (reply: Reply) => void = () => undefined;
  startBackend({
    'GET deployments': { json: [] },
    'POST deployments': () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
    'GET agents': ({ url }) => ({ json: url.searchParams.has('external_only') ? [] : agents }),
  });
  await signInAs();
  const page = renderPage(<DeploymentsPage />, address);
  await values();
  const form = await dialog();
  fireEvent.change(form.getByLabelText(/^Name/), { target: { value: 'bot' } });
  fireEvent.change(form.getByLabelText(/^Agent/), { target: { value: 'a2' } });
  await userEvent.click(await button());
  const open = () => act(() => page.router.navigate(address));
  const close = () => act(() => page.router.navigate('/deployments'));
  await close();
  await isClosed();
  return {
    ...page,
    ...{ open, close },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}

test('the toast of a failure leads back to the values, and to what was wrong', async () => {
  const { respond, address: shown, open, close } = await sendAndClose();
  respond({ status: 409, json: { code: '23505', message: 'taken' } });
  await screen.findByText(failed);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the form' }));
  expect(shown()).toBe(address);
  expect(await values()).toEqual(['bot', 'a2']);
  expect(
    (await dialog()).getByText('You already have a deployment with this name. Choose another.'),
  ).toBeTruthy();
  // A success leaves nothing behind.
  await userEvent.click(await button());
  await close();
  await isClosed();
  respond({ status: 201, json: created });
  expect(await screen.findByRole('button', { name: 'Copy key' })).toBeTruthy();
  await open();
  expect(await values()).toEqual(['', '']);
});

test('opened again before a failure, it has the values, and is being sent', async () => {
  const { respond, toasts } = await sendAndClose();
  await userEvent.click(screen.getByRole('button', { name: 'New Deployment' }));
  expect(await values()).toEqual(['bot', 'a2']);
  expect((await button()).getAttribute('aria-busy')).toBe('true');
  respond({ status: 500, json: { message: 'x' } });
  await waitFor(() => {
    // No way back: the dialog is open.
    expect(toasts('error')).toEqual([failed]);
  });
  expect((await button()).getAttribute('aria-busy')).toBeNull();
  expect(await values()).toEqual(['bot', 'a2']);
});

test('opened again before a success, it closes', async () => {
  const { respond, open } = await sendAndClose();
  await open();
  await values();
  respond({ status: 201, json: created });
  await isClosed();
  expect(screen.getByRole('button', { name: 'Copy key' })).toBeTruthy();
});
