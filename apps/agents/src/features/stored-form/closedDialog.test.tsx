/** The dialog of a listing or a page, closed while it is being saved: a failure loses nothing. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import type { Agent } from '../../data/agents';
import { conflict, listingOf, publishedAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const failure = { status: 500, json: { message: 'x' } };
const page = { icon: null, color: null, readme: 'It helps.', examples: ['Hello'], etag: 'e1' };
/** Published before: it has a price. */
const listed: Agent = { ...publishedAgent, id: 'a1', name: 'Helper' };
const dialogs = [
  {
    ...{ parameter: 'page', rpc: 'save_agent_page', field: 'README', button: 'Save Changes' },
    ...{ failed: 'Couldn’t save the page. Try again in a moment.', saved: 'The page is saved' },
    ...{ read: 'agent_page', newer: { json: [{ ...page, readme: 'Theirs', etag: 'e2' }] } },
    own: { json: [{ ...page, readme: 'Mine', etag: 'e2' }] },
  },
  {
    ...{ parameter: 'publish', rpc: 'publish_agent', field: 'Description', button: 'Save Changes' },
    ...{ failed: 'Couldn’t save your changes', saved: 'Changes saved' },
    ...{ read: 'agent_listing', newer: listingOf({ ...listed, description: 'Theirs' }, { etag: 'e2' }) },
    own: listingOf({ ...listed, description: 'Mine' }, { etag: 'e2' }),
  },
];

const field = async (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

/** Sends other values, and closes the dialog. The request waits for `respond`. */
async function sendAndClose({ parameter, rpc, field: name, button }: (typeof dialogs)[number]) {
  let respond: (reply: Reply) => void = () => undefined;
  const replies: Replies = {
    ...repliesFor([listed]),
    agent_page: { json: [page] },
    [rpc]: () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  };
  const backend = startBackend(replies);
  await signInAs();
  const opened = renderPage(<AgentsPage />, `/agents?${parameter}=a1`);
  fireEvent.change(await field(name), { target: { value: 'Mine' } });
  const send = async () => {
    const before = backend.sent('POST', rpc).length;
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => {
      expect(backend.sent('POST', rpc)).toHaveLength(before + 1);
    });
  };
  const close = () => act(() => opened.router.navigate('/agents'));
  await send();
  await close();
  return {
    ...opened,
    ...{ backend, send, close },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}

test.each(dialogs)(
  '$parameter: the toast of a failure opens it again, with what was typed',
  async (dialog) => {
    const { respond, address, send, close, toasts, router } = await sendAndClose(dialog);
    respond(failure);
    await screen.findByText(dialog.failed);
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
    expect(address()).toBe(`/agents?${dialog.parameter}=a1`);
    expect((await field(dialog.field)).value).toBe('Mine');
    // A success leaves nothing behind.
    await send();
    await close();
    respond({ json: null });
    await waitFor(() => {
      expect(toasts('success')).toEqual([dialog.saved]);
    });
    await act(() => router.navigate(`/agents?${dialog.parameter}=a1`));
    expect((await field(dialog.field)).value).not.toBe('Mine');
  },
);

test.each(dialogs)('$parameter: changed elsewhere, the toast says that nothing was saved', async (dialog) => {
  const { respond, backend } = await sendAndClose(dialog);
  backend.replies = { ...backend.replies, [dialog.read]: dialog.newer };
  respond(conflict);
  await screen.findByText(dialog.failed);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect((await field(dialog.field)).value).toBe('Mine');
  await screen.findByText(/^This agent was changed elsewhere/);
});

/** Opens the dialog again while its first save still runs. */
async function openAgain(dialog: (typeof dialogs)[number]) {
  const page = await sendAndClose(dialog);
  const open = () => act(() => page.router.navigate(`/agents?${dialog.parameter}=a1`));
  await open();
  expect((await field(dialog.field)).value).toBe('Mine');
  expect(screen.getByRole('button', { name: dialog.button }).getAttribute('aria-busy')).toBe('true');
  return { ...page, open };
}

test.each(dialogs)('$parameter: opened again before a failure, it has what was typed', async (dialog) => {
  const { respond, close, open, toasts } = await openAgain(dialog);
  // Another time: it is still being saved.
  await close();
  await open();
  expect((await field(dialog.field)).value).toBe('Mine');
  respond(failure);
  await waitFor(() => {
    // No way back: the form is open.
    expect(toasts('error')).toEqual([dialog.failed]);
  });
  expect((await field(dialog.field)).value).toBe('Mine');
  await close();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await open();
  expect((await field(dialog.field)).value).not.toBe('Mine');
});

test.each(dialogs)('$parameter: opened again before a success, it closes', async (dialog) => {
  const { respond, address, toasts } = await openAgain(dialog);
  respond({ json: null });
  await waitFor(() => {
    expect(toasts('success')).toEqual([dialog.saved]);
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(address()).toBe('/agents');
});

test.each(dialogs)(
  '$parameter: a success leaves it open when more was typed since, and the rest is saved on top of it',
  async (dialog) => {
    const { respond, address, toasts, backend, send } = await openAgain(dialog);
    fireEvent.change(await field(dialog.field), { target: { value: 'Mine, and more' } });
    backend.replies = { ...backend.replies, [dialog.read]: dialog.own };
    const before = backend.sent('POST', dialog.read).length;
    respond({ json: null });
    await waitFor(() => {
      expect(toasts('success')).toEqual([dialog.saved]);
    });
    // The save is read.
    await waitFor(() => {
      expect(backend.sent('POST', dialog.read)).toHaveLength(before + 1);
      expect(screen.getByRole('button', { name: dialog.button }).getAttribute('aria-busy')).toBeNull();
    });
    expect(address()).toBe(`/agents?${dialog.parameter}=a1`);
    expect((await field(dialog.field)).value).toBe('Mine, and more');
    expect(screen.queryByText(/^This agent was changed elsewhere/)).toBeNull();
    await send();
    expect(backend.sent('POST', dialog.rpc).map(({ body }) => body['etag'])).toEqual(['e1', 'e2']);
    respond({ json: null });
    await waitFor(() => {
      expect(address()).toBe('/agents');
    });
  },
);

test.each(dialogs)(
  '$parameter: changed elsewhere right after its save, it shows the notice',
  async (dialog) => {
    const { respond, backend } = await openAgain(dialog);
    fireEvent.change(await field(dialog.field), { target: { value: 'Mine, and more' } });
    backend.replies = { ...backend.replies, [dialog.read]: dialog.newer };
    respond({ json: null });
    await screen.findByText(/^This agent was changed elsewhere/);
  },
);
