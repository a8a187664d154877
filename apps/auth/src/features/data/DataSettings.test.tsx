/** The deletion of the account and its undo, in the account panel. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, sessionOf, testUser } from '@slipway/testing';
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

async function openDeletion(replies: Replies = {}, user?: typeof testUser) {
  const page = await openAccount(replies, user && { user });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
  const submit = (password?: string) => {
    if (password !== undefined) {
      fireEvent.change(within(dialog).getByLabelText('Current password'), { target: { value: password } });
    }
    fireEvent.submit(dialog.querySelector('form') ?? dialog);
  };
  return { ...page, dialog, submit };
}

test('asks for the password, signs in again, and says until when the deletion can be undone', async () => {
  const { backend, dialog, submit } = await openDeletion({
    'POST request_account_deletion': tooOld,
    'POST token': () => ({ json: sessionOf() }),
  });
  expect(within(dialog).getByText(/Billing records are kept without your name/)).toBeTruthy();
  submit();
  expect(await within(dialog).findByText('For security, enter your password.')).toBeTruthy();
  submit('');
  expect(await within(dialog).findByText('Enter your current password')).toBeTruthy();
  expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(1);
  backend.replies = { ...backend.replies, 'POST request_account_deletion': { json: deletes_at } };
  submit('Plum-orbit-6');
  const done = await screen.findByRole('dialog', { name: 'Your account will be deleted' });
  expect(within(done).getByText(/^Until Dec 6, 2026.*you can undo this/)).toBeTruthy();
  expect(backend.sent('POST', 'token').map(({ body }) => body.password)).toEqual(['Plum-orbit-6']);
  expect(screen.getByText(/^Your account will be deleted on Dec 6, 2026/)).toBeTruthy();
});

test('a wrong password deletes nothing', async () => {
  const { backend, dialog, submit } = await openDeletion({
    'POST request_account_deletion': tooOld,
    'POST token': { status: 400, json: { code: 400, error_code: 'invalid_credentials', msg: 'x' } },
  });
  submit();
  await within(dialog).findByText('For security, enter your password.');
  submit('wrong-password');
  expect(await within(dialog).findByText('That’s not your current password')).toBeTruthy();
  expect(backend.sent('POST', 'request_account_deletion')).toHaveLength(1);
});

test('a user without a password needs a recent sign-in', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  const { dialog, submit } = await openDeletion({ 'POST request_account_deletion': tooOld }, user);
  expect(within(dialog).queryByLabelText('Current password')).toBeNull();
  submit();
  expect(
    await within(dialog).findByText('For security, sign out and in again, then delete your account.'),
  ).toBeTruthy();
});

test('a scheduled deletion is announced on the dashboard, and can be undone', async () => {
  const { backend } = await openAccount(pending);
  const notice = (await screen.findByText(/^Your account will be deleted on Dec 6, 2026/)).parentElement;
  expect(notice?.getAttribute('role')).toBe('status');
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
  backend.replies = { 'POST cancel_account_deletion': { status: 500, json: {} } };
  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  await screen.findByText('Couldn’t undo the deletion. Try again in a moment.');
  backend.replies = { 'POST cancel_account_deletion': { json: true } };
  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeTruthy();
  expect(screen.getByText('Your account stays. Publish your agents again to list them.')).toBeTruthy();
});
