/** A new password from the account panel. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, testUser } from '@slipway/testing';
import { openAccount } from '../../testing/openAccount';
import { recordFrames } from '../../testing/recordFrames';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openNewPassword(replies: Replies = {}, user?: typeof testUser, reauthenticates = () => true) {
  const page = await openAccount(replies, { ...(user && { user }), reauthenticates });
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose a new password' });
  const type = (label: string, value: string) => {
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  };
  const submit = () => {
    fireEvent.submit(dialog.querySelector('form') ?? dialog);
  };
  const fill = (chosen: string, again = chosen) => {
    type('New password', chosen);
    type('Confirm password', again);
    submit();
  };
  return { ...page, dialog, type, submit, fill };
}

test('changes the password with the current one, and closes the dialog', async () => {
  const { backend, dialog, type, fill } = await openNewPassword({ 'PUT user': { json: testUser } });
  expect(dialog.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(testUser.email);
  expect(within(dialog).getByText(/Your other devices are signed out/)).toBeTruthy();
  type('Current password', 'Plum-orbit-6');
  fill('Plum-orbit-7');
  await screen.findByText('Password changed');
  expect(backend.sent('PUT', 'user').map(({ body }) => [body.password, body.current_password])).toEqual([
    ['Plum-orbit-7', 'Plum-orbit-6'],
  ]);
  expect(screen.queryByRole('dialog', { name: 'Choose a new password' })).toBeNull();
});

test('a frame shows the press, and the next that it is busy, before anything is sent, once (23)', async () => {
  const { backend, dialog, type, fill, submit } = await openNewPassword({ 'PUT user': 'never' });
  const frames = recordFrames(() => ({
    isBusy: dialog.querySelector('fieldset:disabled') !== null,
    requests: backend.sent('PUT', 'user').length,
  }));
  type('Current password', 'Plum-orbit-6');
  fill('Plum-orbit-7');
  submit();
  await waitFor(() => {
    expect(backend.sent('PUT', 'user')).toHaveLength(1);
  });
  expect(frames).toEqual([
    { isBusy: false, requests: 0 },
    { isBusy: true, requests: 0 },
  ]);
});

test('asks for the current password before it sends anything', async () => {
  const { backend, dialog, fill } = await openNewPassword();
  fill('Plum-orbit-7');
  await within(dialog).findByText('Enter your current password');
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Current password'));
  expect(backend.sent('PUT', 'user')).toEqual([]);
});

test('does not ask a user for a current password who never had one', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  const { backend, dialog, fill } = await openNewPassword({ 'PUT user': { json: user } }, user);
  expect(within(dialog).queryByLabelText('Current password')).toBeNull();
  fill('Plum-orbit-7');
  await screen.findByText('Password changed');
  expect(backend.sent('PUT', 'user')[0]?.body).not.toHaveProperty('current_password');
});

test('asks for the current password when the service wants it after all', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  const { dialog, fill } = await openNewPassword(
    { 'PUT user': { status: 400, json: { code: 400, error_code: 'current_password_required', msg: 'x' } } },
    user,
  );
  fill('Plum-orbit-7');
  await within(dialog).findByText('Enter your current password');
  expect(within(dialog).getByLabelText('Current password')).toBeTruthy();
});

test('rejects a new password that breaks a rule before sending it', async () => {
  const { backend, dialog, type, fill } = await openNewPassword();
  type('Current password', 'Plum-orbit-6');
  fill('Plum-orbit-7', 'Plum-orbit-8');
  await screen.findByText('Passwords do not match');
  expect(within(dialog).getByLabelText('Confirm password').getAttribute('aria-invalid')).toBe('true');
  expect(backend.sent('PUT', 'user')).toEqual([]);
});

test('marks a wrong current password at its field, and moves the focus there', async () => {
  let respond: () => void = () => undefined;
  const rejection = new Promise<{ status: number; json: unknown }>((resolve) => {
    respond = () => {
      resolve({ status: 400, json: { code: 400, error_code: 'current_password_invalid', msg: 'x' } });
    };
  });
  const { dialog, type, fill } = await openNewPassword({ 'PUT user': () => rejection });
  type('Current password', 'Plum-orbit-5');
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save password' });
  button.focus();
  fill('Plum-orbit-7');
  await waitFor(() => {
    expect(button.disabled).toBe(true);
  });
  // A browser takes the focus of a control that is disabled; jsdom does not.
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' });
  cancel.focus();
  cancel.blur();
  respond();
  await within(dialog).findByText('That’s not your current password');
  const field = within(dialog).getByLabelText('Current password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
});

test('says that a password is too common, at its field (23)', async () => {
  const json = { code: 422, error_code: 'weak_password', msg: 'x', weak_password: { reasons: ['pwned'] } };
  const { dialog, type, fill } = await openNewPassword({ 'PUT user': { status: 422, json } });
  type('Current password', 'Plum-orbit-6');
  fill('Plum-orbit-7');
  await screen.findByText('That password is too common. Choose another one.');
  const field = within(dialog).getByLabelText('New password');
  await waitFor(() => {
    expect(document.activeElement).toBe(field);
  });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test.each([
  [422, 'same_password', 'That password can’t be used. Choose one you haven’t used before.'],
  [400, 'reauthentication_needed', 'For security, sign in again to change your password.'],
  [500, 'unexpected_failure', 'Couldn’t change your password. Try again in a moment.'],
])('the reply %i %s says "%s" and keeps the dialog open', async (status, error_code, message) => {
  const { type, fill } = await openNewPassword({
    'PUT user': { status, json: { code: status, error_code, msg: error_code } },
  });
  type('Current password', 'Plum-orbit-6');
  fill('Plum-orbit-7');
  await screen.findByText(message);
  expect(screen.getByRole('dialog', { name: 'Choose a new password' })).toBeTruthy();
});

test.each([
  ['continues when the user signs in with a mailed code', true, ['Plum-orbit-7', 'Plum-orbit-7']],
  ['keeps the dialog open when the user does not', false, ['Plum-orbit-7']],
])('a first password: %s (S2)', async (_title, isDone, sent) => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  const tooOld = { status: 400, json: { code: 400, error_code: 'reauthentication_needed', msg: 'x' } };
  const page = await openNewPassword({ 'PUT user': tooOld }, user, () => {
    if (isDone) page.backend.replies = { 'PUT user': { json: user } };
    return isDone;
  });
  page.fill('Plum-orbit-7');
  if (isDone) await screen.findByText('Password changed');
  await waitFor(() => {
    expect(page.backend.sent('PUT', 'user').map(({ body }) => body.password)).toEqual(sent);
    expect(document.querySelector('fieldset:disabled')).toBeNull();
  });
  expect(screen.queryByText('Password changed') !== null).toBe(isDone);
  expect(screen.queryByRole('dialog', { name: 'Choose a new password' }) === null).toBe(isDone);
});
