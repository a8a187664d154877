/** While an agent is being created, which may take seconds: the focus, and the way to another page and back. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from '@slipway/platform';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Reply = { status: number; json: unknown } | { json: unknown };

/** The user can leave it. */
const OwnPage = () => useLocation().pathname === '/agents' && <AgentsPage />;

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
  const page = renderPage(<OwnPage />, '/agents');
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Helper' } });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Helps' } });
  fireEvent.change(screen.getByLabelText('System prompt'), { target: { value: 'A long prompt.' } });
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

/** To another page, and back after `meanwhile`. */
async function leave({ router }: Awaited<ReturnType<typeof create>>, meanwhile: () => Promise<unknown>) {
  await act(() => router.navigate('/dashboard'));
  await meanwhile();
  await act(() => router.navigate('/agents'));
}
const typedPrompt = () => screen.getByLabelText<HTMLTextAreaElement>('System prompt').value;

test('after a failure on another page, the form still has what was typed, and asks before it is discarded', async () => {
  const page = await create();
  await leave(page, async () => {
    await page.respond(failure);
    await screen.findByText('Couldn’t create the agent');
  });
  await screen.findByRole('region', { name: 'Helper isn’t created yet' });
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect(typedPrompt()).toBe('A long prompt.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(screen.queryByRole('form')).toBeNull();
  });
  // Once discarded, it does not come back.
  await leave(page, () => Promise.resolve());
  await screen.findByText('You have no agents yet');
  expect(screen.queryByRole('region', { name: 'Helper isn’t created yet' })).toBeNull();
});

test('back on the page before the response, a failure shows the form’s way back, and a success the next steps', async () => {
  const page = await create();
  await leave(page, () => Promise.resolve());
  await screen.findByRole('region', { name: 'Next steps for Helper' });
  await page.respond(failure);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect(typedPrompt()).toBe('A long prompt.');
  await userEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Create Agent' }));
  await leave(page, () => Promise.resolve());
  await page.respond({ json: draftAgent });
  await screen.findByRole('button', { name: 'Configure Helper' });
  await screen.findByRole('region', { name: 'Next steps for Helper' });
  expect(screen.queryByRole('form')).toBeNull();
  // They are shown once.
  await leave(page, () => Promise.resolve());
  await screen.findByRole('button', { name: 'Configure Helper' });
  expect(screen.queryByRole('region', { name: 'Next steps for Helper' })).toBeNull();
});
