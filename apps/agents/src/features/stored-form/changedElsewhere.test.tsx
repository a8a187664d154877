/** The listing or the page of an agent that another tab saved, or deleted, while its dialog was open: nothing is lost. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { conflict, draftAgent, listingOf, publishedAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = { icon: null, color: null, readme: 'It helps.', examples: ['Hello'], etag: 'e1' };
const newerPage = { ...page, color: 'red', examples: ['Theirs'], etag: 'e2' };

async function open(address: string, replies: Replies) {
  const backend = startBackend({ ...repliesFor([draftAgent, publishedAgent]), ...replies });
  await signInAs();
  return { backend, ...renderPage(<AgentsPage />, address) };
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const field = async (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const value = async (name: string) => (await field(name)).value;
const fill = async (name: string, text: string) => {
  fireEvent.change(await field(name), { target: { value: text } });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const notice = () => screen.findByText(/^This agent was changed elsewhere/);

test('a page keeps what was typed, shows the rest as it is now, and is saved on top of it', async () => {
  const { backend, toasts, address } = await open('/agents?page=a1', { agent_page: { json: [page] } });
  await fill('README', 'Mine');
  await fill('Example prompts', 'Also mine');
  backend.replies = { ...backend.replies, save_agent_page: conflict, agent_page: { json: [newerPage] } };
  await press('Save Changes');
  expect((await notice()).textContent).toContain('Changed both here and there: Example prompts.');
  expect([await value('README'), await value('Example prompts')]).toEqual(['Mine', 'Also mine']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Red' }).checked).toBe(true);
  expect(toasts()).toEqual([]);
  backend.replies = { ...backend.replies, save_agent_page: { json: null } };
  await press('Save anyway');
  await waitFor(() => {
    expect(toasts('success')).toEqual(['The page is saved']);
  });
  expect(address()).toBe('/agents');
  const saved = { agent: 'a1', readme: 'Mine', examples: ['Also mine'] };
  expect(backend.sent('POST', 'save_agent_page').map(({ body }) => body)).toEqual([
    { ...saved, etag: 'e1' },
    { ...saved, color: 'red', etag: 'e2' },
  ]);
});

test('a new icon is no change of the page', async () => {
  const { backend } = await open('/agents?page=a1', { agent_page: { json: [{ ...page, icon: 'p.webp' }] } });
  await fill('README', 'Mine');
  backend.replies = { ...backend.replies, remove_picture: { json: null } };
  await press('Remove');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });
  expect(await value('README')).toBe('Mine');
  expect(screen.queryByText(/^This agent was changed elsewhere/)).toBeNull();
});

test('a listing keeps what was typed; the current version is loaded after a question', async () => {
  const { backend, toasts } = await open('/agents?publish=a2', {});
  await fill('Tags', 'mine');
  const newer = listingOf({ ...publishedAgent, description: 'Theirs', tags: ['theirs'] }, { etag: 'e2' });
  backend.replies = { ...backend.replies, publish_agent: conflict, agent_listing: newer };
  await press('Save Changes');
  expect((await notice()).textContent).toContain('Changed both here and there: Tags.');
  expect([await value('Description'), await value('Tags'), toasts()]).toEqual(['Theirs', 'mine', []]);
  await press('Load the current version');
  const question = await dialog('Discard your changes?');
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => {
    expect(await value('Tags')).toBe('theirs');
  });
  expect(screen.queryByText(/^This agent was changed elsewhere/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy();
});

test('asks before a typed README is discarded', async () => {
  const { address } = await open('/agents?page=a1', { agent_page: { json: [page] } });
  await fill('README', 'Mine');
  fireEvent(
    await screen.findByRole('dialog', { name: /^Page of/ }),
    new Event('cancel', { cancelable: true }),
  );
  await userEvent.click(
    (await dialog('Discard your changes?')).getByRole('button', { name: 'Keep editing' }),
  );
  expect([await value('README'), address()]).toEqual(['Mine', '/agents?page=a1']);
});

test('a listing that cannot be read shows an error', async () => {
  await open('/agents?publish=a2', { agent_listing: { status: 403, json: { message: 'x' } } });
  expect(await screen.findByText('Couldn’t load the listing')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
});

const deleted = { status: 404, json: { message: 'x', code: 'PT404' } };

test.each([
  ['page', '/agents?page=a1', 'README', 'save_agent_page', 'The page is saved'],
  ['listing', '/agents?publish=a2', 'Tags', 'publish_agent', 'Changes saved'],
])('the %s of an agent that was deleted keeps what was typed, and Undo restores it', async (...row) => {
  const [, at, label, save, saved] = row;
  const { backend, toasts, address } = await open(at, {
    agent_page: { json: [{ ...page, icon: 'p.webp' }] },
  });
  await fill(label, 'mine');
  const agents = backend.replies['GET agents'];
  backend.replies = { ...backend.replies, 'GET agents': { json: [] }, [save]: deleted };
  // It reads the agents again, and there is none.
  if (label === 'README') await press('Remove');
  await press('Save Changes');
  await waitFor(() => {
    expect(toasts('error')).toEqual(['This agent was deleted. Undo that to save your changes.Undo']);
  });
  expect(await screen.findByText('You have no agents yet')).toBeTruthy();
  expect([await value(label), address()]).toEqual(['mine', at]);
  backend.replies = { ...backend.replies, 'GET agents': agents ?? {}, [save]: { json: null } };
  await press('Undo');
  await waitFor(() => {
    expect(toasts('success')).toContain('Agent restored');
  });
  await press('Save Changes');
  await waitFor(() => {
    expect(toasts('success')).toContain(saved);
  });
  expect(address()).toBe('/agents');
});
