import { useState } from 'react';
import type { PictureFieldProps } from '@slipway/design-system/pictures';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, publishedAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// jsdom cannot crop a picture.
vi.mock('@slipway/design-system/pictures', () => ({
  PictureField: function Field({ hasPicture, onSave, onRemove, failureText }: PictureFieldProps) {
    const [error, setError] = useState('');
    const run = (work: () => Promise<void>) => () => {
      work().catch((reason: unknown) => {
        setError(failureText(reason));
      });
    };
    return (
      <>
        <button type="button" onClick={run(() => onSave(new Blob()))}>
          Upload an icon
        </button>
        <button type="button" onClick={run(onRemove)}>
          Remove the icon
        </button>
        <p>{error}</p>
        {hasPicture && <p>Has a picture</p>}
      </>
    );
  },
}));

const page = { icon: null, color: null, readme: 'It **helps**.', examples: ['Hello'], etag: 'e1' };

async function open(address: string, replies: Replies = {}) {
  const base = repliesFor([draftAgent, publishedAgent]);
  const backend = startBackend({
    ...base,
    agent_page: { json: [page] },
    ...replies,
  });
  await signInAs();
  return { backend, ...renderPage(<AgentsPage />, address) };
}
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

test('an address opens the page of an agent; saving sends it, and closes', async () => {
  const { backend, toasts, address } = await open(`/agents?page=${draftAgent.id}`);
  expect((await field('README')).value).toBe('It **helps**.');
  await userEvent.type(await field('Example prompts'), '{Enter} Where is my order? ');
  await userEvent.click(screen.getByRole('radio', { name: 'Violet' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['The page is saved']);
  });
  expect(backend.sent('POST', 'save_agent_page')[0]?.body).toEqual({
    ...{ agent: draftAgent.id, etag: 'e1' },
    color: 'violet',
    readme: 'It **helps**.',
    examples: ['Hello', 'Where is my order?'],
  });
  await waitFor(() => {
    expect(address()).toBe('/agents');
  });
});

test('a slow save that succeeds leaves the page open that the user has opened meanwhile', async () => {
  let respond: () => void = () => undefined;
  const saved = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve({ json: null });
    };
  });
  const { address, router, toasts } = await open('/agents?page=a1', { save_agent_page: () => saved });
  await userEvent.type(await field('README'), 'X');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await act(() => router.navigate('/agents'));
  await act(() => router.navigate('/agents?page=a2'));
  act(respond);
  await waitFor(() => {
    expect(toasts('success')).toEqual(['The page is saved']);
  });
  // Long enough for a dialog to close.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(address()).toBe('/agents?page=a2');
});

test.each([
  [404, 'This agent was deleted, so its icon wasn’t changed.'],
  [429, 'You can save 50 pictures a day. Try again tomorrow.'],
  [503, 'The picture wasn’t changed. Check your connection and try again.'],
])('an icon that is rejected with %i says why, and a deletion offers Undo', async (status, text) => {
  const { toasts } = await open(`/agents?page=${draftAgent.id}`, { 'POST pictures': { status, json: {} } });
  await userEvent.click(await screen.findByRole('button', { name: 'Upload an icon' }));
  await screen.findByText(text);
  expect(toasts('success')).toEqual([]);
  expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(status === 404 ? 1 : 0);
  if (status === 404)
    expect(toasts('error')[0]).toContain('This agent was deleted. Undo that to save your changes.');
});

test('the icon of an agent that was deleted elsewhere is not removed, and an error is shown', async () => {
  const { toasts } = await open(`/agents?page=${draftAgent.id}`, { 'POST remove_picture': { json: false } });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the icon' }));
  await screen.findByText('This agent was deleted, so its icon wasn’t changed.');
  expect(toasts('error')[0]).toContain('This agent was deleted. Undo that to save your changes.');
});

test('an icon that is removed is not there when the page opens again', async () => {
  const withIcon = { json: [{ ...page, icon: 'abc' }] };
  await open(`/agents?page=${draftAgent.id}`, {
    agent_page: withIcon,
    'POST remove_picture': { json: true },
  });
  expect(await screen.findByText('Has a picture')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the icon' }));
  await waitFor(() => {
    expect(screen.queryByText('Has a picture')).toBeNull();
  });
});

test('does not send a fifth prompt', async () => {
  const { backend } = await open(`/agents?page=${draftAgent.id}`);
  await userEvent.click(await field('Example prompts'));
  await userEvent.paste('\n2\n3\n4\n5');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect((await field('Example prompts')).getAttribute('aria-invalid')).toBe('true');
  expect(backend.sent('POST', 'save_agent_page')).toEqual([]);
});

test('Test has an address, which Back closes', async () => {
  const { address, back } = await open('/agents');
  await userEvent.click(await screen.findByRole('button', { name: `Test ${draftAgent.name}` }));
  expect(address()).toBe(`/agents?test=${draftAgent.id}`);
  await screen.findByRole('dialog', { name: /Helper/ });
  await back();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('a creator without a name learns it before publishing', async () => {
  const { address } = await open(`/agents?publish=${draftAgent.id}`, {
    'GET profiles': { json: { full_name: null } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add your name' }));
  expect(address()).toBe(`/agents?publish=${draftAgent.id}&account=profile`);
});

test('once the profile is saved, the notice goes with its dialog, and the focus is on the first field', async () => {
  const { backend, back, queryClient } = await open(`/agents?publish=${draftAgent.id}`, {
    'GET profiles': { json: { full_name: null } },
  });
  const notice = () => screen.queryByText('You have no display name: your agent will say “by Anonymous”.');
  const button = await screen.findByRole('button', { name: 'Add your name' });
  await field('Description');
  await userEvent.click(button);
  expect(notice()).not.toBeNull();
  // As the shell does when it has saved the profile: the name is read again, and the dialog closes.
  backend.replies['GET profiles'] = 'never';
  void queryClient.invalidateQueries();
  expect(button.isConnected).toBe(true);
  button.focus();
  await back();
  await waitFor(() => {
    expect(notice()).toBeNull();
  });
  expect(document.activeElement).toBe(await field('Description'));
});
