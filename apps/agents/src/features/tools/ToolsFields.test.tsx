/** The tools of an agent under Configure: a server is asked for its tools, and the creator chooses among them. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, type Replies, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { configurationOf, draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const search = {
  ...{ name: 'search', description: 'Searches', input_schema: { type: 'object' } },
  is_read_only: true,
};
const addNote = { ...search, name: 'add_note', description: 'Adds', is_read_only: false };
const url = 'https://notes.example/mcp';

/** Sets the text at once. Only tests about typing press keys. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** The message of a field is below it when its toast has gone, which takes four seconds. */
const dismissToast = async () => userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));

async function configure(replies: Replies, servers: object[] = []) {
  const backend = startBackend({
    ...repliesFor([draftAgent]),
    agent_configuration: configurationOf(draftAgent, { tools: { servers } }),
    agent_configs: { json: [{ tools: { servers } }] },
    list_agent_tool_secrets: { json: [] },
    ...replies,
  });
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  renderPage(<AgentsPage />, '/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
  await form.findByRole('group', { name: 'Add a server' });
  return { backend, form };
}

test('a server is added with its reading tools, its secret is stored first, and all is saved at once', async () => {
  const { backend, form } = await configure({
    'POST tools': { json: { tools: [search, addNote] } },
    set_agent_tool_secret: { json: null },
  });
  fill(form.getByRole('textbox', { name: 'Address of the server' }), url);
  fill(form.getByLabelText('Value of the header'), 'Bearer x');
  await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
  const group = within(await form.findByRole('group', { name: 'Tools of notes.example' }));
  // The answer comes late: one line, until a press.
  expect(group.getByText('1 of 2 tools chosen')).toBeTruthy();
  expect(group.queryByRole('checkbox')).toBeNull();
  await userEvent.click(group.getByRole('button', { name: 'Show all tools of notes.example' }));
  expect(group.getByRole<HTMLInputElement>('checkbox', { name: 'search' }).checked).toBe(true);
  expect(group.getByText('Needs approval')).toBeTruthy();
  await userEvent.click(group.getByRole('checkbox', { name: 'add_note', checked: false }));
  expect(backend.sent('POST', 'set_agent_tool_secret')[0]?.body).toEqual({
    ...{ agent: 'a1', url, header: 'Authorization', secret: 'Bearer x' },
  });
  expect(form.getByLabelText<HTMLInputElement>('Value of the header').value).toBe('');
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'configure_agent')[0]?.body).toMatchObject({
      tools: { servers: [{ url, tools: [search, addNote] }] },
    });
  });
});

test('a server that fails is explained at its field, and an address without https is not sent', async () => {
  const { backend, form } = await configure({
    'POST tools': { status: 502, json: { detail: '10.0.0.1 is a private address' } },
  });
  const field = form.getByRole('textbox', { name: 'Address of the server' });
  fill(field, 'notes');
  await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
  await dismissToast();
  expect(await form.findByText('Enter an address that starts with https://')).toBeTruthy();
  expect(backend.sent('POST', 'tools')).toEqual([]);
  fill(field, 'https://10.0.0.1/mcp');
  await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
  await dismissToast();
  expect(await form.findByText('Couldn’t list the tools: 10.0.0.1 is a private address')).toBeTruthy();
  // It has the line of the hint, and the place of the tools stays: without a press, nothing moves.
  expect(form.queryByText('Starts with https://')).toBeNull();
  expect(form.getByText('https://10.0.0.1/mcp')).toBeTruthy();
  expect(form.getByText(/^Its tools are not known/)).toBeTruthy();
});

test('Enter in the address lists the tools, and an address without them is not lost by saving or canceling', async () => {
  const { backend, form } = await configure({ 'POST tools': { json: { tools: [search] } } });
  const field = form.getByRole<HTMLInputElement>('textbox', { name: 'Address of the server' });
  fill(field, url);
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(
    await screen.findByText('The server isn’t added yet. List its tools, or clear its address.'),
  ).toBeTruthy();
  expect(document.activeElement).toBe(field);
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await form.findByRole('group', { name: 'Tools of notes.example' })).toBeTruthy();
  expect(backend.sent('POST', 'configure_agent')).toEqual([]);
});

test('the tools have their place while their server is asked (23)', async () => {
  let respond: () => void = () => undefined;
  const tools = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve({ json: { tools: [search] } });
    };
  });
  const { form } = await configure({ 'POST tools': () => tools });
  fill(form.getByRole('textbox', { name: 'Address of the server' }), url);
  await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
  // The address of the server, above the form that asks it.
  expect(await form.findByText(url)).toBeTruthy();
  expect(form.queryByRole('group', { name: 'Tools of notes.example' })).toBeNull();
  respond();
  expect(await form.findByRole('group', { name: 'Tools of notes.example' })).toBeTruthy();
  expect(form.getAllByText(url)).toHaveLength(1);
});

test.each([['Bearer x'], ['']])(
  'its place has room for the badge of a secret, with: "%s"',
  async (secret) => {
    const { form } = await configure({
      set_agent_tool_secret: { json: null },
      'POST tools': () => new Promise(() => undefined),
    });
    fill(form.getByRole('textbox', { name: 'Address of the server' }), url);
    fill(form.getByLabelText('Value of the header'), secret);
    await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
    await form.findByText(url);
    expect(form.queryAllByText('Secret stored')).toHaveLength(secret === '' ? 0 : 1);
  },
);

test.each([
  ['was stored', { json: null }, { status: 502, json: { detail: 'down' } }, 1],
  ['could not be stored', { status: 500, json: { message: 'down' } }, { json: { tools: [] } }, 0],
])('after a failure, says "Secret stored" only if it %s', async (_, set, tools, count) => {
  let stored: { url: string }[] = [];
  const { form } = await configure({
    set_agent_tool_secret: () => {
      if (count > 0) stored = [{ url }];
      return set;
    },
    list_agent_tool_secrets: () => ({ json: stored }),
    'POST tools': tools,
  });
  fill(form.getByRole('textbox', { name: 'Address of the server' }), url);
  fill(form.getByLabelText('Value of the header'), 'Bearer x');
  await userEvent.click(form.getByRole('button', { name: 'List its tools' }));
  await form.findByText(/^Its tools are not known/);
  expect(form.queryAllByText('Secret stored')).toHaveLength(count);
});

test('the tools of a stored server are listed after a press, and shown after another (23)', async () => {
  const { form } = await configure({ 'POST tools': { json: { tools: [search, addNote] } } }, [
    { url, tools: [search] },
  ]);
  await userEvent.click(form.getByRole('button', { name: 'List all tools of notes.example' }));
  const show = await form.findByRole('button', { name: 'Show all tools of notes.example' });
  expect(form.queryByRole('checkbox', { name: 'add_note' })).toBeNull();
  await userEvent.click(show);
  expect(form.getByRole('checkbox', { name: 'add_note', checked: false })).toBeTruthy();
  expect(document.activeElement).toBe(show);
  await userEvent.click(form.getByRole('button', { name: 'Show fewer tools of notes.example' }));
  expect(form.queryByRole('checkbox', { name: 'add_note' })).toBeNull();
});

test('the button that found no tools keeps the focus, and asks again', async () => {
  const { backend, form } = await configure({ 'POST tools': { json: { tools: [] } } }, [{ url, tools: [] }]);
  const list = form.getByRole('button', { name: 'List all tools of notes.example' });
  await userEvent.click(list);
  await userEvent.click(
    await form.findByRole('button', { name: 'List all tools of notes.example', busy: false }),
  );
  await waitFor(() => {
    expect(backend.sent('POST', 'tools')).toHaveLength(2);
  });
  expect(document.activeElement).toBe(list);
  expect(form.getByText('This server offers no tools')).toBeTruthy();
});

test('a server is removed, and its tools with it', async () => {
  const { backend, form } = await configure({}, [{ url, tools: [search] }]);
  await userEvent.click(form.getByRole('button', { name: 'Remove notes.example' }));
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Address of the server' }));
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'configure_agent')[0]?.body).toMatchObject({ tools: { servers: [] } });
  });
});
