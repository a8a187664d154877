/** A form of an agent whose page a session that expired has closed: its user finds what was typed. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetUserData } from '@slipway/data';
import { useSession } from '@slipway/session';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { configurationOf, draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The guard removes it. */
const OwnPage = () => useSession().status === 'signed-in' && <AgentsPage />;

const page = { icon: null, color: null, readme: 'It helps.', examples: ['Hello'], etag: 'e1' };

async function open(address: string) {
  const backend = startBackend({
    ...repliesFor([draftAgent]),
    agent_page: { json: [page] },
    agent_configuration: configurationOf(draftAgent),
    list_agent_tool_secrets: { json: [] },
  });
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  const opened = renderPage(<OwnPage />, address);
  const { queryClient } = opened;
  return {
    ...{ ...opened, backend },
    expireAndReturn: async () => {
      await act(() => {
        forgetUserData(queryClient, testUser.id, true);
        return signOutAll();
      });
      forgetUserData(queryClient, testUser.id);
      await act(() => signInAs());
    },
  };
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('a new agent, which is created then', async () => {
  const { backend, expireAndReturn } = await open('/agents');
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  for (const name of ['Name', 'Description', 'System prompt'])
    fireEvent.change(await field(name), { target: { value: `${name} of Ada` } });
  await expireAndReturn();
  for (const name of ['Name', 'Description', 'System prompt'])
    expect((await field(name)).value).toBe(`${name} of Ada`);
  const form = within(screen.getByRole('form', { name: 'Create Agent' }));
  await userEvent.click(form.getByRole('button', { name: 'Create Agent' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'create_agent').map(({ body }) => body['name'])).toEqual(['Name of Ada']);
  });
});

test('a new agent that was being created', async () => {
  const { backend, expireAndReturn } = await open('/agents');
  backend.replies['POST create_agent'] = 'never';
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  for (const name of ['Name', 'Description'])
    fireEvent.change(await field(name), { target: { value: `${name} of Ada` } });
  fireEvent.submit(screen.getByRole('form', { name: 'Create Agent' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'create_agent')).toHaveLength(1);
  });
  await expireAndReturn();
  expect((await field('Name')).value).toBe('Name of Ada');
});

test('a page, on top of what is stored', async () => {
  const { backend, expireAndReturn } = await open('/agents?page=a1');
  fireEvent.change(await field('README'), { target: { value: 'Typed by Ada' } });
  backend.replies['agent_page'] = { json: [{ ...page, examples: ['Newer'], etag: 'e2' }] };
  await expireAndReturn();
  await waitFor(async () => {
    expect((await field('Example prompts')).value).toBe('Newer');
  });
  expect((await field('README')).value).toBe('Typed by Ada');
});

test('without input, the form stays closed', async () => {
  const { expireAndReturn } = await open('/agents');
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  await field('Name');
  await expireAndReturn();
  await screen.findByRole('button', { name: 'Create Agent' });
  expect(screen.queryByRole('form')).toBeNull();
});

test('a server of tools, without its secret', async () => {
  const { expireAndReturn } = await open('/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  const url = 'https://notes.example/mcp';
  fireEvent.change(await field('Address of the server'), { target: { value: url } });
  fireEvent.change(await field('Header with a secret'), { target: { value: 'X-Api-Key' } });
  const secret = () => screen.getByLabelText<HTMLInputElement>('Value of the header').value;
  fireEvent.change(screen.getByLabelText('Value of the header'), { target: { value: 'Bearer x' } });
  await expireAndReturn();
  expect(await screen.findByRole('form', { name: 'Configure Helper' })).toBeTruthy();
  expect((await field('Address of the server')).value).toBe(url);
  expect((await field('Header with a secret')).value).toBe('X-Api-Key');
  expect(secret()).toBe('');
});
