/** An agent that another tab saved while its form was open: nothing is lost in either. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { configurationOf, conflict, draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const renamed = { ...draftAgent, name: 'Renamed' };

/** A form whose save found that the agent has a new name and a new prompt. */
async function openChanged(newer: Reply = configurationOf(renamed, { prompt: 'Theirs', etag: 'e2' })) {
  const backend = startBackend({
    ...repliesFor([draftAgent]),
    agent_configuration: configurationOf(draftAgent),
  });
  await signInAs();
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  const page = renderPage(<AgentsPage />, '/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  await screen.findByRole('form', { name: 'Configure Helper' });
  fill('Description', 'Helps more');
  scrollTo.mockClear();
  backend.replies = { ...backend.replies, configure_agent: conflict, agent_configuration: newer };
  return { backend, scrollTo, ...page };
}

const form = () => within(screen.getByRole('form'));
const value = (name: string) => form().getByRole<HTMLInputElement>('textbox', { name }).value;
const fill = (name: string, text: string) =>
  fireEvent.change(form().getByRole('textbox', { name }), { target: { value: text } });
const press = (name: string) => userEvent.click(form().getByRole('button', { name }));
const notice = () => form().findByText(/^This agent was changed elsewhere/);
const goBack = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  await screen.findByRole('form');
};

test('the form keeps what was typed, shows the rest as it is now, and saves on top of it', async () => {
  const { backend, scrollTo, toasts } = await openChanged();
  await press('Save Changes');
  await goBack();
  expect((await notice()).textContent).not.toContain('Changed both');
  expect(screen.getByRole('form', { name: 'Configure Renamed' })).toBeTruthy();
  expect(['Name', 'Description', 'System prompt'].map(value)).toEqual(['Renamed', 'Helps more', 'Theirs']);
  // The notice is beside the button: the page stays there.
  expect(scrollTo.mock.calls).toEqual([]);
  expect(toasts('error')).toEqual(['Couldn’t save your changes']);
  backend.replies = { ...backend.replies, configure_agent: { json: null } };
  await press('Save anyway');
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Changes saved']);
  });
  expect(screen.queryByRole('form')).toBeNull();
  expect(backend.sent('POST', 'configure_agent').map(({ body }) => [body['name'], body['etag']])).toEqual([
    ['Helper', 'e1'],
    ['Renamed', 'e2'],
  ]);
});

test('a field that both changed is named, also after a third save', async () => {
  const { backend } = await openChanged();
  fill('System prompt', 'Mine');
  await press('Save Changes');
  await goBack();
  expect((await notice()).textContent).toContain('Changed both here and there: System prompt.');
  const third = { ...renamed, description: 'Third' };
  backend.replies['agent_configuration'] = configurationOf(third, { prompt: 'Theirs', etag: 'e3' });
  await press('Save anyway');
  await goBack();
  await waitFor(async () => {
    expect((await notice()).textContent).toContain('here and there: System prompt and Description.');
  });
  expect(['Description', 'System prompt'].map(value)).toEqual(['Helps more', 'Mine']);
});

test('the current version is loaded after the user has discarded the changes', async () => {
  await openChanged();
  await press('Save Changes');
  await goBack();
  await notice();
  const load = async (answer: string) => {
    await press('Load the current version');
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    await userEvent.click(question.getByRole('button', { name: answer }));
    // The press shows for a frame before the dialog closes.
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  };
  await load('Keep editing');
  expect(value('Description')).toBe('Helps more');
  await load('Discard');
  await waitFor(() => {
    expect(['Name', 'Description', 'System prompt'].map(value)).toEqual(['Renamed', 'Helps', 'Theirs']);
  });
  expect(form().queryByText(/^This agent was changed elsewhere/)).toBeNull();
  expect(form().getByRole('button', { name: 'Save Changes' })).toBeTruthy();
});

test('when the current version cannot be read, the save has failed and the form stays', async () => {
  const { toasts } = await openChanged({ status: 503, json: { message: 'unavailable' } });
  await press('Save Changes');
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t save your changes']);
  });
  await goBack();
  expect(value('Description')).toBe('Helps more');
});
