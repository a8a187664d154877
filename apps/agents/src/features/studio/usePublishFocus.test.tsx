/** The end of a publication: its dialog closes with the response, and the focus moves to the next step. */
import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, listingOf, repliesFor } from '../../testing/agents';
import { usePublishFocus } from './usePublishFocus';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const dialog = () => screen.queryByRole('dialog', { name: 'Publish Helper' });
const routes = [{ path: '/deployments', title: 'Deployments', access: 'signed-in' as const }];

/** Opens the dialog of a draft at its card, with the keyboard. Then the list is read again when `respond` is called. */
async function openDialog() {
  // jsdom's dialogs do not return the focus.
  let before: Element | null = null;
  const { showModal, close } = HTMLDialogElement.prototype;
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(
    this: HTMLDialogElement,
  ) {
    before = document.activeElement;
    showModal.call(this);
  });
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function end(this: HTMLDialogElement) {
    close.call(this);
    if (before instanceof HTMLElement) before.focus();
  });
  const backend = startBackend(repliesFor([draftAgent]));
  await signInAs();
  renderPage(
    <main tabIndex={-1}>
      <AgentsPage />
    </main>,
    '/agents',
    { routes },
  );
  const press = await screen.findByRole('button', { name: 'Publish Helper' });
  press.focus();
  await userEvent.keyboard('{Enter}');
  const fields = within(await screen.findByRole('dialog', { name: 'Publish Helper' }));
  await fields.findByLabelText('Category');
  fireEvent.change(fields.getByLabelText('Category'), { target: { value: 'sales' } });
  fireEvent.change(fields.getByLabelText('Pricing'), { target: { value: 'free' } });
  let respond: () => void = () => undefined;
  const list = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve({ json: [{ ...draftAgent, is_public: true, status: 'active' }] });
    };
  });
  backend.replies = { ...backend.replies, 'GET agents': () => list };
  return {
    press,
    publish: () => userEvent.click(fields.getByRole('button', { name: 'Publish' })),
    respond: () => {
      act(respond);
    },
  };
}

test('the dialog closes before the list is read again; then the focus is on Deploy', async () => {
  const { press, publish, respond } = await openDialog();
  await publish();
  await waitFor(() => {
    expect(dialog()).toBeNull();
  });
  expect(document.activeElement).toBe(press);
  respond();
  const deploy = await screen.findByRole('link', { name: 'Deploy Helper' });
  await waitFor(() => {
    expect(document.activeElement).toBe(deploy);
  });
});

test('the dialog of another agent stays open when a slow publication succeeds', async () => {
  const other = { ...draftAgent, id: 'a2', name: 'Other' };
  let respond: () => void = () => undefined;
  const published = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve(listingOf(draftAgent, { etag: 'e2' }));
    };
  });
  startBackend({ ...repliesFor([draftAgent, other]), publish_agent: () => published });
  await signInAs();
  const { back, toasts } = renderPage(<AgentsPage />, '/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Publish Helper' }));
  const fields = within(await screen.findByRole('dialog', { name: 'Publish Helper' }));
  fireEvent.change(await fields.findByLabelText('Category'), { target: { value: 'sales' } });
  fireEvent.change(fields.getByLabelText('Pricing'), { target: { value: 'free' } });
  await userEvent.click(fields.getByRole('button', { name: 'Publish' }));
  await act(back);
  await userEvent.click(screen.getByRole('button', { name: 'Publish Other' }));
  await screen.findByRole('dialog', { name: 'Publish Other' });
  act(respond);
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Agent published']);
  });
  // Long enough for a dialog to close.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.getByRole('dialog', { name: 'Publish Other' })).toBeTruthy();
});

test('in the next steps, the focus is on Deploy, not on the button that dismisses them', () => {
  document.body.innerHTML =
    '<section><button>Not now</button><a href="/deployments">Deploy</a><button>Publish</button></section>';
  const { result, rerender } = renderHook(({ rows }) => usePublishFocus(false, rows), {
    initialProps: { rows: [draftAgent] },
  });
  const press = screen.getByRole('button', { name: 'Publish' });
  press.focus();
  result.current.onOpen(draftAgent);
  result.current.onPublished();
  press.remove();
  rerender({ rows: [{ ...draftAgent, is_public: true, status: 'active' }] });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Deploy' }));
});

test('a publication that the list shows late does not move the focus once the dialog of another agent was opened', () => {
  document.body.innerHTML =
    '<article><button>Publish Helper</button><a href="/deployments">Deploy</a></article>';
  const other = { ...draftAgent, id: 'a2' };
  const { result, rerender } = renderHook(({ rows }) => usePublishFocus(false, rows), {
    initialProps: { rows: [draftAgent, other] },
  });
  const press = screen.getByRole('button', { name: 'Publish Helper' });
  press.focus();
  result.current.onOpen(draftAgent);
  result.current.onPublished();
  result.current.onOpen(other);
  press.remove();
  rerender({ rows: [{ ...draftAgent, is_public: true, status: 'active' }, other] });
  expect(document.activeElement).toBe(document.body);
});
