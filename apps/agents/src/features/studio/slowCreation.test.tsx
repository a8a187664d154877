/** While an agent is being created, which may take seconds: the focus, and the way to another page. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Reply = { status: number; json: unknown } | { json: unknown };

/** Sends the form of a new agent. Each request waits for `respond`. */
async function create() {
  const waiting: ((reply: Reply) => void)[] = [];
  const backend = startBackend({
    ...repliesFor([]),
    'POST create_agent': () =>
      new Promise<Reply>((resolve) => {
        waiting.push(resolve);
      }),
  });
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  const page = renderPage(<AgentsPage />, '/agents');
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Helper' } });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Helps' } });
  const form = within(screen.getByRole('form'));
  await userEvent.click(form.getByRole('button', { name: 'Create Agent' }));
  await screen.findByRole('region', { name: 'Next steps for Helper' });
  return {
    ...page,
    respond: async (reply: Reply) => {
      await waitFor(() => {
        expect(waiting).not.toEqual([]);
      });
      if (!('status' in reply)) backend.replies = { ...backend.replies, ...repliesFor([draftAgent]) };
      waiting.pop()?.(reply);
    },
  };
}
const opener = () => screen.getByRole('button', { name: 'Create Agent' });
const failure = { status: 500, json: { message: 'x' } };

test('the button that opens the form has the focus at once, also at another try', async () => {
  const { respond } = await create();
  expect(document.activeElement).toBe(opener());
  await respond(failure);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(opener());
  });
  await respond({ json: draftAgent });
  await screen.findByRole('button', { name: 'Configure Helper' });
  expect(document.activeElement).toBe(opener());
});

test('the response leaves the focus where the user has moved it', async () => {
  const { respond } = await create();
  const next = screen.getByRole('button', { name: 'Configure Sales Assistant' });
  next.focus();
  await respond({ json: draftAgent });
  await screen.findByText('Agent created successfully!');
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(next);
});

test('the way to another page asks nothing: input that is being saved is not lost', async () => {
  const { address, router } = await create();
  await act(() => router.navigate('/dashboard'));
  expect(address()).toBe('/dashboard');
  expect(screen.queryByRole('dialog')).toBeNull();
});
