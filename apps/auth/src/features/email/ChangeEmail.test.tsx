/** A new email address from the account panel. One file: its tests share the panel and its backend. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetUserData } from '@slipway/data';
import { type Replies, type Reply, sessionOf, signInAs, signOutAll, testUser } from '@slipway/testing';
import { openAccount } from '../../testing/openAccount';
import { recordFrames } from '../../testing/recordFrames';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openChange(replies: Replies = {}, options: Parameters<typeof openAccount>[1] = {}) {
  const page = await openAccount(replies, options);
  fireEvent.click(screen.getByRole('button', { name: 'Change email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change your email address' });
  const fill = (email: string, current = 'Plum-orbit-6') => {
    fireEvent.change(within(dialog).getByLabelText('New email'), { target: { value: email } });
    const field = within(dialog).queryByLabelText('Current password');
    if (field) fireEvent.change(field, { target: { value: current } });
    fireEvent.submit(dialog.querySelector('form') ?? dialog);
  };
  return { ...page, dialog, fill };
}

test('sends the new address with the current password, then asks to check the inbox', async () => {
  const { backend, fill } = await openChange({ 'PUT user': { json: testUser } });
  fill(' New@Example.test ');
  const done = await screen.findByRole('dialog', { name: 'Check your inbox' });
  expect(within(done).getByText(/Open the link we sent to new@example.test/)).toBeTruthy();
  const [request] = backend.sent('PUT', 'user');
  expect(request?.body).toMatchObject({ email: 'new@example.test', current_password: 'Plum-orbit-6' });
  expect(request?.url.searchParams.get('redirect_to')).toBe(`${location.origin}/dashboard`);
  const [close] = within(done).getAllByRole('button', { name: 'Close' });
  fireEvent.click(close ?? done);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const enterCode = async (code: string) => {
  const done = within(await screen.findByRole('dialog', { name: 'Check your inbox' }));
  const field = done.getByLabelText<HTMLInputElement>('Six-digit code');
  field.focus();
  fireEvent.change(field, { target: { value: code } });
  fireEvent.submit(field.form ?? field);
  return { done, field };
};

test('the code of the email confirms the address, and closes the dialog', async () => {
  const email = 'new@example.test';
  const verified = sessionOf({ ...testUser, email });
  const { backend, fill, toasts } = await openChange({
    'PUT user': { json: testUser },
    'POST verify': { json: verified },
  });
  fill(email);
  await enterCode(' 123 456 ');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(backend.sent('POST', 'verify')[0]?.body).toMatchObject({
    email,
    token: '123456',
    type: 'email_change',
  });
  await waitFor(() => {
    expect(toasts('success')).toEqual([`Your email address is now ${email}.`]);
  });
});

test('the first code of two says that the other link is left', async () => {
  const { fill, toasts } = await openChange({
    'PUT user': { json: testUser },
    'POST verify': { json: { code: 200, msg: 'Confirmation link accepted.' } },
  });
  fill('new@example.test');
  await enterCode('123456');
  await waitFor(() => {
    expect(toasts('info')).toEqual([
      'That address is confirmed. Now open the link that we sent to your other one.',
    ]);
  });
});

test('a wrong code is read in its field, and keeps the dialog', async () => {
  const { fill } = await openChange({
    'PUT user': { json: testUser },
    'POST verify': { status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'x' } },
  });
  fill('new@example.test');
  const { done, field } = await enterCode('000000');
  expect(await done.findByText('That code is wrong or has expired. Enter the newest one.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('a frame shows the press, and the next that it is busy, before anything is sent (23)', async () => {
  const { backend, dialog, fill } = await openChange({ 'PUT user': 'never' });
  const frames = recordFrames(() => ({
    isBusy: dialog.querySelector('fieldset:disabled') !== null,
    requests: backend.sent('PUT', 'user').length,
  }));
  fill('new@example.test');
  await waitFor(() => {
    expect(backend.sent('PUT', 'user')).toHaveLength(1);
  });
  expect(frames).toEqual([
    { isBusy: false, requests: 0 },
    { isBusy: true, requests: 0 },
  ]);
});

test('sends the links again after a minute, or to another address', async () => {
  const { backend, fill } = await openChange({ 'PUT user': { json: testUser } });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fill('new@example.test');
  const done = within(await screen.findByRole('dialog', { name: 'Check your inbox' }));
  const waiting = done.getByRole('button', { name: /^Send again in \d+ s$/ });
  expect(waiting.matches('[aria-disabled=true]:enabled')).toBe(true);
  fireEvent.click(waiting);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  fireEvent.click(done.getByRole('button', { name: 'Send again' }));
  expect(await done.findByText('Sent. It may take a minute to arrive.')).toBeTruthy();
  const fields = { email: 'new@example.test', current_password: 'Plum-orbit-6' };
  expect(backend.sent('PUT', 'user').map(({ body }) => body)).toMatchObject([fields, fields]);
  fireEvent.click(done.getByRole('button', { name: 'Use another address' }));
  const form = within(screen.getByRole('dialog', { name: 'Change your email address' }));
  expect(form.getByLabelText<HTMLInputElement>('New email').value).toBe('new@example.test');
});

test.each([
  ['nonsense', 'Plum-orbit-6', 'New email', 'Please enter a valid email address'],
  [testUser.email.toUpperCase(), 'Plum-orbit-6', 'New email', 'That’s already your email address'],
  ['new@example.test', '', 'Current password', 'Enter your current password'],
])(
  '%j with the password %j is not sent, and %s has the focus: %s',
  async (email, current, field, message) => {
    const { backend, dialog, fill } = await openChange();
    fill(email, current);
    expect(await within(dialog).findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByLabelText(field));
    expect(backend.sent('PUT', 'user')).toEqual([]);
  },
);

test.each([
  [400, 'current_password_invalid', 'That’s not your current password'],
  [400, 'reauthentication_needed', 'For security, sign in again to change your email address.'],
  [429, 'over_email_send_rate_limit', 'We just sent an email. Try again in a minute.'],
  [500, 'unexpected_failure', 'Couldn’t change your email address. Try again in a moment.'],
])('the reply %i %s says "%s" and keeps the form', async (status, error_code, message) => {
  const { dialog, fill } = await openChange({
    'PUT user': { status, json: { code: status, error_code, msg: error_code } },
  });
  fill('new@example.test');
  expect(await within(dialog).findByText(message)).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLInputElement>('New email').value).toBe('new@example.test');
});

const gitHubUser = { ...testUser, app_metadata: { providers: ['github'] } };
const tooOld = { status: 400, json: { code: 400, error_code: 'reauthentication_needed', msg: 'x' } };

test('a user without a password confirms it with a mailed code, then the request continues (S2)', async () => {
  const page = await openChange(
    { 'PUT user': tooOld },
    {
      user: gitHubUser,
      reauthenticates: () => {
        page.backend.replies = { 'PUT user': { json: gitHubUser } };
        return true;
      },
    },
  );
  page.fill('new@example.test');
  await screen.findByRole('dialog', { name: 'Check your inbox' });
  const bodies = page.backend.sent('PUT', 'user').map(({ body }) => body.email);
  expect(bodies).toEqual(['new@example.test', 'new@example.test']);
});

test('after one change, a user of GitHub is asked for no password that does not exist', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github', 'email'] } };
  const { backend, dialog, fill } = await openChange(
    { 'POST has_password': { json: false }, 'PUT user': { json: user } },
    { user },
  );
  expect(within(dialog).queryByLabelText('Current password')).toBeNull();
  fill('new@example.test');
  await screen.findByRole('dialog', { name: 'Check your inbox' });
  expect(backend.sent('PUT', 'user').map(({ body }) => body.current_password)).toEqual([undefined]);
});

test('while it is not known whether there is a password, a toast says that the dialog is loading', async () => {
  let respond: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    respond = resolve;
  });
  const { toasts } = await openAccount({ 'POST has_password': () => reply });
  fireEvent.click(screen.getByRole('button', { name: 'Change email' }));
  await waitFor(() => {
    expect(toasts('info')).toEqual(['Loading…']);
  });
  respond({ json: true });
  expect(await screen.findByRole('dialog', { name: 'Change your email address' })).toBeTruthy();
});

test('without the mailed code nothing was sent, and the form stays (S2)', async () => {
  const { backend, dialog, fill } = await openChange(
    { 'PUT user': tooOld },
    { user: gitHubUser, reauthenticates: () => false },
  );
  fill('new@example.test');
  await waitFor(() => {
    expect(backend.sent('PUT', 'user')).toHaveLength(1);
    expect(dialog.querySelector('fieldset:disabled')).toBeNull();
  });
  expect(screen.queryByRole('dialog', { name: 'Check your inbox' })).toBeNull();
  expect(within(dialog).getByLabelText<HTMLInputElement>('New email').value).toBe('new@example.test');
});

test('an address that was typed when the session expired is there again for its user, its password is not', async () => {
  const { queryClient, dialog } = await openChange();
  const change = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(name), { target: { value } });
  change('New email', 'new@example.test');
  change('Current password', 'Plum-orbit-6');
  forgetUserData(queryClient, testUser.id, true);
  await act(() => signOutAll());
  forgetUserData(queryClient, testUser.id);
  await act(() => signInAs());
  fireEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const field = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).value;
  expect([await field('New email'), await field('Current password')]).toEqual(['new@example.test', '']);
});
