/**
 * Signing in again, and the code of the authenticator app that is due, on any page.
 * One file: all tests share one user and factor.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { withRecentSignIn } from '@slipway/session';
import { type Replies, renderPage, sessionOf, signInAs, startBackend, testUser } from '@slipway/testing';
import { IdentityCheck } from './IdentityCheck';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FACTOR = 'f0000000-0000-4000-8000-000000000001';
const factor = { id: FACTOR, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' };
const enrolledUser = { ...testUser, factors: [factor] };
const enrolled: Replies = {
  'GET user': { json: enrolledUser },
  'POST challenge': { json: { id: 'c1', type: 'totp', expires_at: 0 } },
};

async function open(before: Replies, replies: Replies = {}, aal?: 'aal1' | 'aal2') {
  const backend = startBackend(before);
  await signInAs(testUser, aal);
  backend.requests.length = 0;
  backend.replies = { ...before, ...replies };
  return { backend, ...renderPage(<IdentityCheck />, '/deployments') };
}

/** A request that the server rejects once, as the data API or the auth service does. */
function request(cause: object) {
  const work = vi.fn<() => Promise<string>>();
  work.mockRejectedValueOnce(new AppError('forbidden', 'x', { cause })).mockResolvedValue('done');
  return { work, result: withRecentSignIn(work) };
}
const tooOld = { code: 'PT403', hint: 'reauthenticate' };

const fill = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
  fireEvent.change(field, { target: { value } });
  fireEvent.submit(field.form ?? field);
};
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

test('asks for the password, rejects a wrong one, and repeats the request', { tags: ['T-26'] }, async () => {
  const { backend } = await open(
    {},
    {
      'POST token': { status: 400, json: { code: 400, error_code: 'invalid_credentials', msg: 'x' } },
    },
  );
  const { work, result } = request(tooOld);
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  fill('Password', '');
  expect(await screen.findByText('Enter your password')).toBeTruthy();
  fill('Password', 'not-the-password');
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  expect(work).toHaveBeenCalledOnce();

  backend.replies = { 'POST token': () => ({ json: sessionOf() }) };
  fill('Password', 'the-password');
  expect(await result).toBe('done');
  expect(backend.sent('POST', 'token').at(-1)?.body).toMatchObject({
    ...{ email: testUser.email, password: 'the-password' },
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('with a second factor, asks for its code after the password', { tags: ['T-26', 'T-52'] }, async () => {
  const { backend } = await open(
    enrolled,
    {
      'POST token': () => ({ json: { ...sessionOf(), user: enrolledUser } }),
      'POST verify': () => ({ json: { ...sessionOf(testUser, 'aal2'), user: enrolledUser } }),
    },
    'aal2',
  );
  const { work, result } = request({ code: 'reauthentication_needed' });
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  fill('Password', 'the-password');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(work).toHaveBeenCalledOnce();
  fill('Six-digit code', '123 456');
  expect(await result).toBe('done');
  expect(backend.sent('POST', 'verify').map(({ body }) => body.code)).toEqual(['123456']);
});

test(
  'a request without the second factor asks for its code only, and continues',
  { tags: ['T-52'] },
  async () => {
    const { backend } = await open(
      { 'POST token': () => ({ json: { ...sessionOf(), user: enrolledUser } }) },
      {
        ...enrolled,
        'POST verify': () => ({ json: { ...sessionOf(testUser, 'aal2'), user: enrolledUser } }),
      },
    );
    const { result } = request({ code: '42501', hint: 'insufficient_aal' });
    await screen.findByRole('dialog', { name: 'Enter your code' });
    fill('Six-digit code', '123456');
    expect(await result).toBe('done');
    // No password was asked for.
    expect(backend.sent('POST', 'token').map(({ url }) => url.searchParams.get('grant_type'))).toEqual([
      'refresh_token',
    ]);
  },
);

test('canceling cancels the request', async () => {
  await open({});
  const { work, result } = request(tooOld);
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  const [cancel] = screen.getAllByText('Cancel');
  fireEvent.click(cancel ?? document.body);
  expect(await result).toBeUndefined();
  expect(work).toHaveBeenCalledOnce();
});

test('a user without a password gets a code by email', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  const { backend } = await open({ 'GET user': { json: user } });
  const { result } = request(tooOld);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.queryByLabelText('Password', { selector: 'input' })).toBeNull();
  backend.replies = {
    ...backend.replies,
    'POST otp': { status: 429, json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'x' } },
  };
  press('Email me a code');
  expect(await dialog.findByText('We just sent an email. Try again in a minute.')).toBeTruthy();
  // Another tab, or a stranger, may have asked for it: its code works here.
  expect(dialog.getByLabelText('Code from the email')).toBeTruthy();
  backend.replies = {
    'GET user': { json: user },
    'POST otp': { json: {} },
    'POST verify': { status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'x' } },
  };
  press('Send again');
  // Until the mail is sent, the form is busy.
  await waitFor(() => {
    expect(backend.sent('POST', 'otp')).toHaveLength(2);
    expect(dialog.getByRole('button', { name: 'Confirm' }).hasAttribute('aria-busy')).toBe(false);
  });
  expect(dialog.queryByRole('button', { name: 'Use your password' })).toBeNull();
  expect(backend.sent('POST', 'otp').at(-1)?.body).toMatchObject({
    email: testUser.email,
    create_user: false,
  });
  fill('Code from the email', '000000');
  expect(await dialog.findByText('That code is wrong or has expired.')).toBeTruthy();
  // The link has no limit.
  backend.replies = {
    ...backend.replies,
    'POST verify': { status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg: 'x' } },
  };
  fill('Code from the email', '000001');
  const limited = 'Too many wrong codes. Open the link in the email, or try again later.';
  expect(await dialog.findByText(limited)).toBeTruthy();
  backend.replies = { 'GET user': { json: user }, 'POST verify': () => ({ json: { ...sessionOf(), user } }) };
  fill('Code from the email', '123 456');
  expect(await result).toBe('done');
  expect(backend.sent('POST', 'verify').at(-1)?.body).toMatchObject({ token: '123456', type: 'email' });
});

test('a user of GitHub who changed the address has no password: the database knows it, the providers do not', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github', 'email'] } };
  const replies = { 'GET user': { json: user }, 'POST has_password': { json: false } };
  const { backend } = await open(replies, { ...replies, 'POST otp': { json: {} } });
  const { result } = request(tooOld);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.queryByLabelText('Password', { selector: 'input' })).toBeNull();
  press('Email me a code');
  await dialog.findByLabelText('Code from the email');
  expect(dialog.queryByRole('button', { name: 'Use your password' })).toBeNull();
  backend.replies = { ...replies, 'POST verify': () => ({ json: { ...sessionOf(), user } }) };
  fill('Code from the email', '123456');
  expect(await result).toBe('done');
});

test('a user of GitHub who set a password is asked for it', async () => {
  const user = { ...testUser, app_metadata: { providers: ['github'] } };
  await open({ 'GET user': { json: user }, 'POST has_password': { json: true } });
  const { result } = request(tooOld);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.getByLabelText('Password', { selector: 'input' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Email me a code instead' })).toBeTruthy();
  press('Cancel');
  expect(await result).toBeUndefined();
});

test('a user with a password can get a code, and return to the password', async () => {
  const { backend } = await open({}, { 'POST otp': { json: {} } });
  const { result } = request(tooOld);
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  press('Email me a code instead');
  const code = await screen.findByLabelText('Code from the email');
  expect(document.activeElement).toBe(code);
  press('Use your password');
  expect(document.activeElement).toBe(screen.getByLabelText('Password', { selector: 'input' }));
  fill('Password', 'the-password');
  expect(await result).toBe('done');
  expect(backend.sent('POST', 'token')).toHaveLength(1);
});

test(
  'asks for the code that is due, and signs out when it is declined',
  { tags: ['T-52', 'SES-11'] },
  async () => {
    const { backend } = await open(enrolled);
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter your code' }));
    const [signOut] = dialog.getAllByText('Sign Out');
    fireEvent.click(signOut ?? document.body);
    await waitFor(() => {
      expect(backend.sent('POST', 'logout')).toHaveLength(1);
    });
  },
);

test('a recovery code replaces the code of the app', async () => {
  const { backend } = await open(enrolled, { 'POST use_recovery_code': { json: false } });
  const challenge = within(await screen.findByRole('dialog', { name: 'Enter your code' }));
  fireEvent.click(challenge.getByRole('button', { name: 'Use a recovery code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter a recovery code' }));
  fill('Recovery code', '');
  expect(await dialog.findByText(/That code is wrong or was used/)).toBeTruthy();
  expect(backend.sent('POST', 'use_recovery_code')).toEqual([]);
  fill('Recovery code', 'wrong');
  await waitFor(() => {
    expect(backend.sent('POST', 'use_recovery_code')).toHaveLength(1);
  });
  expect(await dialog.findByText(/That code is wrong or was used/)).toBeTruthy();
  backend.replies = { 'POST use_recovery_code': { json: true } };
  fill('Recovery code', ' AAAAA-11111 ');
  expect(await screen.findByText(/Two-step verification is off: turn it on again/)).toBeTruthy();
  expect(backend.sent('POST', 'use_recovery_code').at(-1)?.body).toEqual({ code: 'aaaaa-11111' });
  // The tokens are renewed, so that they no longer ask for a code.
  expect(backend.sent('POST', 'token')).toHaveLength(1);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
