/** While the changes of an agent are being saved, the user goes to another page: a failure loses nothing. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from '@slipway/platform';
import { type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { configurationOf, conflict, draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const failure = { status: 500, json: { message: 'x' } };

/** The user can leave it. */
const OwnPage = () => useLocation().pathname === '/agents' && <AgentsPage />;

/** Sends another prompt of an agent, and leaves. The request waits for `respond`. */
async function saveAndLeave() {
  let respond: (reply: Reply) => void = () => undefined;
  const backend = startBackend({
    ...repliesFor([draftAgent]),
    agent_configuration: configurationOf(draftAgent),
    configure_agent: () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  });
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  const page = renderPage(<OwnPage />, '/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  fireEvent.change(await screen.findByLabelText('System prompt'), { target: { value: 'A long prompt.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'configure_agent')).toHaveLength(1);
  });
  await act(() => page.router.navigate('/dashboard'));
  return {
    ...page,
    backend,
    respond: (reply: Reply) => {
      respond(reply);
    },
    come: () => act(() => page.router.navigate('/agents')),
  };
}

const prompt = () => screen.getByLabelText<HTMLTextAreaElement>('System prompt').value;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the toast of a failure leads back, and the form has what was typed, until it is discarded', async () => {
  const { respond, address, come, router } = await saveAndLeave();
  respond(failure);
  await screen.findByText('Couldn’t save your changes');
  await press('Back to the form');
  expect(address()).toBe('/agents');
  await screen.findByRole('form', { name: 'Configure Helper' });
  expect(prompt()).toBe('A long prompt.');
  await press('Cancel');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(screen.queryByRole('form')).toBeNull();
  });
  await act(() => router.navigate('/dashboard'));
  await come();
  await screen.findByRole('button', { name: 'Create Agent' });
});

test('back on the page before the response, a failure brings the way back to the form, and a success closes it', async () => {
  const { respond, come, backend, toasts } = await saveAndLeave();
  await come();
  await screen.findByRole('button', { name: 'Create Agent' });
  respond(failure);
  await screen.findByText('Couldn’t save your changes');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Create Agent' })).toBeNull();
  });
  // The page has the button: the toast has none.
  expect(screen.getAllByRole('button', { name: 'Back to the form' })).toHaveLength(1);
  await press('Back to the form');
  await screen.findByRole('form');
  expect(prompt()).toBe('A long prompt.');
  backend.replies = { ...backend.replies, configure_agent: { json: null } };
  await press('Save Changes');
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Changes saved']);
  });
  await screen.findByRole('button', { name: 'Create Agent' });
  expect(screen.queryByRole('form')).toBeNull();
});

test('a success on another page leaves no form', async () => {
  const { respond, come } = await saveAndLeave();
  respond({ json: null });
  await screen.findByText('Changes saved');
  await come();
  await screen.findByRole('button', { name: 'Create Agent' });
  expect(screen.queryByRole('form')).toBeNull();
});

test('changed elsewhere meanwhile, the form is saved on top of the newer values', async () => {
  const { respond, come, backend } = await saveAndLeave();
  const newer = configurationOf({ ...draftAgent, name: 'Renamed' }, { etag: 'e2' });
  backend.replies = { ...backend.replies, agent_configuration: newer };
  respond(conflict);
  await screen.findByText('Couldn’t save your changes');
  await come();
  await screen.findByRole('form', { name: 'Configure Helper' });
  backend.replies = { ...backend.replies, configure_agent: conflict };
  await press('Save Changes');
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  await screen.findByText(/^This agent was changed elsewhere/);
  expect([prompt(), screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual([
    'A long prompt.',
    'Renamed',
  ]);
});
