/** The account panel of the dashboard: a new password, and two-step verification on, off and failing. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, renderPage, sessionOf, signInAs, startBackend, testUser } from '@slipway/testing';
import AccountPanel from './AccountPanel';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** `before` holds while the user signs in. */
async function open(replies: Replies = {}, mfa = false, before: Replies = {}) {
  const backend = startBackend(before);
  await signInAs();
  backend.requests.length = 0;
  backend.replies = replies;
  return { backend, ...renderPage(<AccountPanel />, '/dashboard', { mfa }) };
}

const FACTOR = 'f0000000-0000-4000-8000-000000000001';
const factor = { id: FACTOR, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' };
const enrolled: Replies = { 'GET user': { json: { ...testUser, factors: [factor] } } };
const newFactor = {
  id: FACTOR,
  type: 'totp',
  totp: { qr_code: '<svg/>', secret: 'SECRET', uri: 'otpauth://totp/x' },
};

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

test('has no two-step verification where the backend lacks it', async () => {
  await open();
  expect(screen.getByText('Password and sign-in')).toBeTruthy();
  expect(screen.queryByText('Two-step verification')).toBeNull();
});

test('says that two-step verification is off', { tags: ['T-52'] }, async () => {
  await open({}, true);
  expect(await screen.findByText('Off. Anyone with your password can sign in.')).toBeTruthy();
});

test('says that the status did not load, and loads it again', { tags: ['T-52'] }, async () => {
  const { backend } = await open({ 'GET user': { status: 500, json: { msg: 'down' } } }, true);
  await screen.findByText('Couldn’t load two-step status');
  backend.replies = {};
  press('Try again');
  expect(await screen.findByText('Off. Anyone with your password can sign in.')).toBeTruthy();
});

test('turns two-step verification on with a code of the app', { tags: ['T-52', 'AUTH-65'] }, async () => {
  const { backend } = await open(
    {
      'POST factors': { json: newFactor },
      'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
      'POST verify': () => ({ json: sessionOf() }),
    },
    true,
  );
  await screen.findByText('Off. Anyone with your password can sign in.');
  press('Turn on');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step verification' }));
  expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(dialog.getByText('SECRET')).toBeTruthy();
  const code = dialog.getByLabelText<HTMLInputElement>('Six-digit code');

  fireEvent.change(code, { target: { value: '12' } });
  fireEvent.submit(code.form ?? code);
  expect(await dialog.findByText('That code is wrong or has expired. Enter the current one.')).toBeTruthy();
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(backend.sent('POST', 'challenge')).toEqual([]);

  backend.replies = { ...backend.replies, ...enrolled };
  fireEvent.change(code, { target: { value: '123 456' } });
  fireEvent.submit(code.form ?? code);
  await screen.findByText('Two-step verification is on.');
  expect(backend.sent('POST', 'verify').map(({ body }) => body.code)).toEqual(['123456']);
  expect(await screen.findByText('On. Signing in requires a code from your authenticator app.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Turn on two-step verification' })).toBeNull();
});

test('a wrong code stays in the dialog with an error', { tags: ['T-52'] }, async () => {
  await open(
    {
      'POST factors': { json: newFactor },
      'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
      'POST verify': { status: 422, json: { code: 422, error_code: 'mfa_verification_failed', msg: 'x' } },
    },
    true,
  );
  await screen.findByText('Off. Anyone with your password can sign in.');
  press('Turn on');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step verification' }));
  const code = dialog.getByLabelText<HTMLInputElement>('Six-digit code');
  fireEvent.change(code, { target: { value: '000000' } });
  fireEvent.submit(code.form ?? code);
  expect(await dialog.findByText('That code is wrong or has expired. Enter the current one.')).toBeTruthy();
});

test(
  'asks for the code that is due, and signs out when it is declined',
  { tags: ['T-52', 'SES-11'] },
  async () => {
    const { backend } = await open(enrolled, true, enrolled);
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter your code' }));
    const [signOut] = dialog.getAllByText('Sign Out');
    fireEvent.click(signOut ?? document.body);
    await waitFor(() => {
      expect(backend.sent('POST', 'logout')).toHaveLength(1);
    });
  },
);

async function openNewPassword(replies: Replies = {}) {
  const page = await open(replies);
  press('Change password');
  const dialog = await screen.findByRole('dialog', { name: 'Choose a new password' });
  const fill = (chosen: string, again = chosen) => {
    fireEvent.change(within(dialog).getByLabelText('New password'), { target: { value: chosen } });
    fireEvent.change(within(dialog).getByLabelText('Confirm password'), { target: { value: again } });
    fireEvent.submit(dialog.querySelector('form') ?? dialog);
  };
  return { ...page, dialog, fill };
}

test('changes the password, and closes the dialog', async () => {
  const { backend, dialog, fill } = await openNewPassword({ 'PUT user': { json: testUser } });
  expect(dialog.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(testUser.email);
  fill('Plum-orbit-7');
  await screen.findByText('Password changed');
  expect(backend.sent('PUT', 'user').map(({ body }) => body.password)).toEqual(['Plum-orbit-7']);
  expect(screen.queryByRole('dialog', { name: 'Choose a new password' })).toBeNull();
});

test('rejects a new password that breaks a rule before sending it', async () => {
  const { backend, dialog, fill } = await openNewPassword();
  fill('Plum-orbit-7', 'Plum-orbit-8');
  await screen.findByText('Passwords do not match');
  expect(within(dialog).getByLabelText('Confirm password').getAttribute('aria-invalid')).toBe('true');
  expect(backend.sent('PUT', 'user')).toEqual([]);
});

test.each([
  [422, 'same_password', 'That password can’t be used. Choose one you haven’t used before.'],
  [500, 'unexpected_failure', 'Couldn’t change your password. Try again in a moment.'],
])('the reply %i %s says "%s" and keeps the dialog open', async (status, error_code, message) => {
  const { fill } = await openNewPassword({
    'PUT user': { status, json: { code: status, error_code, msg: error_code } },
  });
  fill('Plum-orbit-7');
  await screen.findByText(message);
  expect(screen.getByRole('dialog', { name: 'Choose a new password' })).toBeTruthy();
});
