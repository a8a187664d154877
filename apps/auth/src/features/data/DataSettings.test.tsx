/** The deletion of the account and its undo, in the account panel. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Replies, Reply } from '@slipway/testing';
import { openAccount } from '../../testing/openAccount';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const deletes_at = '2026-12-06T08:00:00Z';
const tooOld = { status: 403, json: { code: 'PT403', message: 'x', hint: 'reauthenticate' } };
const pending: Replies = {
  'POST account_deletion': { json: [{ requested_at: '2026-11-22T08:00:00Z', deletes_at }] },
};

async function openDeletion(replies: Replies, reauthenticates: () => boolean) {
  const page = await openAccount(replies, { reauthenticates });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const question = await screen.findByRole('dialog', { name: 'Delete your account?' });
  const dialog = within(question);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  return { ...page, dialog, question };
}

test('asks for a recent sign-in, and says until when the deletion can be undone', async () => {
  let isRecent = false;
  const { backend, dialog, question } = await openDeletion(
    { 'POST request_account_deletion': () => (isRecent ? { json: deletes_at } : tooOld) },
    () => {
      isRecent = true;
      return true;
    },
  );
  expect(dialog.getByText(/Billing records are kept without your name/)).toBeTruthy();
  expect(
    dialog.getByText(/^A paid plan continues, and may renew, until then: .* without a refund/),
  ).toBeTruthy();
  const done = await screen.findByRole('dialog', { name: 'Your account will be deleted' });
  // Another element: when it opens, the browser moves the focus there.
  expect(done).not.toBe(question);
  expect(within(done).getByText(/^Until Dec 6, 2026.*you can undo this/)).toBeTruthy();
  expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(2);
  expect(screen.getByText(/^Your account will be deleted on Dec 6, 2026/)).toBeTruthy();
  fireEvent.click(within(done).getByText('Close', { selector: 'button' }));
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Keep my account');
  });
});

test('with its dialog closed before the response, the focus moves to the undo that replaces the button', async () => {
  let respond: (reply: Reply) => void = () => undefined;
  const { backend, dialog } = await openDeletion(
    {
      'POST request_account_deletion': () =>
        new Promise<Reply>((resolve) => {
          respond = resolve;
        }),
    },
    () => true,
  );
  await waitFor(() => {
    expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(1);
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  screen.getByRole('button', { name: 'Delete account' }).focus();
  respond({ json: deletes_at });
  const keep = await screen.findByRole('button', { name: 'Keep my account' });
  await waitFor(() => {
    expect(document.activeElement).toBe(keep);
  });
});

test('an unknown deletion can be checked again', async () => {
  const { backend } = await openAccount({ 'POST account_deletion': { status: 403, json: {} } });
  await screen.findByText('Couldn’t check for a scheduled deletion.');
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  backend.replies = pending;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Your account will be deleted on Dec 6, 2026/)).toBeTruthy();
});

test('before it is requested, the dialog says what stops working now, and what an undo brings back', async () => {
  await openAccount();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(
    dialog.getByText(/leave the marketplace now, and links to conversations that you shared stop working\./),
  ).toBeTruthy();
  expect(dialog.getByText(/An undo brings both back\./)).toBeTruthy();
});

test('without it, nothing is deleted', async () => {
  const { backend, dialog } = await openDeletion({ 'POST request_account_deletion': tooOld }, () => false);
  await waitFor(() => {
    expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(1);
  });
  await waitFor(() => {
    const button = dialog.getByRole('button', { name: 'Delete account' });
    expect(button.getAttribute('aria-busy')).toBeNull();
  });
  expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(1);
});

test.each([
  [429, 'You’ve reached today’s limit of five requests. Try again tomorrow.'],
  [500, 'Couldn’t delete your account. Try again in a moment.'],
])('a request that is answered with %s says when to try again', async (status, text) => {
  const { dialog } = await openDeletion(
    { 'POST request_account_deletion': { status, json: {} } },
    () => false,
  );
  expect((await dialog.findByText(text)).getAttribute('role')).toBe('alert');
});

test('a scheduled deletion is announced on the dashboard, and can be undone', async () => {
  const { backend } = await openAccount(pending);
  const notice = (await screen.findByText(/^Your account will be deleted on Dec 6, 2026/)).closest(
    '[role=status]',
  );
  expect(notice).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  backend.replies = { 'POST cancel_account_deletion': { status: 500, json: {} } };
  const keep = screen.getByRole('button', { name: 'Keep my account' });
  keep.focus();
  fireEvent.click(keep);
  await screen.findByText('Couldn’t undo the deletion. Try again in a moment.');
  backend.replies = { 'POST cancel_account_deletion': { json: true } };
  expect(document.activeElement).toBe(keep);
  fireEvent.click(keep);
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBe(document.activeElement);
  expect(
    screen.getByText('Your account stays. Your published agents and shared conversations are back.'),
  ).toBeTruthy();
});
