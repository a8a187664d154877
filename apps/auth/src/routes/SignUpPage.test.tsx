/**
 * `/signup` over a fake auth service: the fields, their help, each rule and each reply. One file, because all tests
 * share one fake service.
 */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeBackend,
  type Replies,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  testUser,
} from '@slipway/testing';
import AccountPanel from '../slots/AccountPanel';
import SignUpPage from './SignUpPage';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(replies: Replies = { 'POST signup': { json: testUser } }) {
  const backend = startBackend(replies);
  return { backend, ...renderPage(<SignUpPage />, '/signup') };
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password', { exact: true });
const confirm = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = () => fireEvent.submit(email().form ?? email());
const errors = () =>
  [...document.querySelectorAll('[data-toast=error] [role=alert]')].map(({ textContent }) => textContent);

/** Events also go to the audit log, which is no request to the auth service. */
const authRequests = (backend: FakeBackend) =>
  backend.requests.filter(({ url }) => url.pathname.startsWith('/auth/'));

function signUp(address: string, chosen: string, again = chosen) {
  type(email(), address);
  type(password(), chosen);
  type(confirm(), again);
  submit();
}

const VALID = 'Plum-orbit-7';

test(
  'masks both passwords, for password managers to fill',
  { tags: ['AUTH-06', 'AUTH-11', 'AUTH-12'] },
  () => {
    open();
    for (const field of [password(), confirm()]) {
      expect(field.type).toBe('password');
      expect(field.autocomplete).toBe('new-password');
      expect(field.maxLength).toBe(128);
    }
    expect(email().hasAttribute('maxlength')).toBe(false);
    expect(screen.getByRole('button', { name: /GitHub/ }).matches(':disabled')).toBe(false);
  },
);

test('lists the password requirements, and links to sign-in', { tags: ['AUTH-03', 'AUTH-04'] }, () => {
  open();
  const requirements = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const text of [/at least 8 characters/i, /uppercase/i, /lowercase/i, /number/i, /special character/i])
    expect(requirements.filter((each) => text.test(each))).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
});

test('checks off each requirement that the password meets', { tags: ['AUTH-04', 'T-12'] }, async () => {
  open();
  const met = () => document.querySelectorAll('li[data-met]').length;
  for (const [text, count] of [
    ['', 0],
    ['Abc', 2],
    ['Abcd1', 3],
    ['Password1!', 5],
  ] as const) {
    type(password(), text);
    expect(met()).toBe(count);
  }
  expect(await screen.findByText('5 of 5 password requirements met.')).toBeTruthy();
});

test('rates the password', { tags: ['T-09'] }, async () => {
  open();
  const meter = screen.getByRole('meter', { name: 'Password strength' });
  expect(meter.getAttribute('aria-valuetext')).toBe('Not rated yet');
  type(password(), 'Password1!');
  await waitFor(() => {
    expect(meter.getAttribute('aria-valuetext')).toMatch(/weak/i);
  });
  // The estimate is as high, but the password lacks a number.
  type(password(), 'plum-Orbit-lantern');
  await waitFor(() => {
    expect(meter.getAttribute('aria-valuetext')).toBe('Fair');
  });
  type(password(), 'plum-Orbit7-lantern');
  await waitFor(() => {
    expect(meter.getAttribute('aria-valuetext')).toBe('Very strong');
  });
});

test(
  'hints at a wrong address and a differing confirmation before anything is sent',
  { tags: ['T-12'] },
  () => {
    open();
    type(email(), 'ada');
    fireEvent.blur(email(), { relatedTarget: password() });
    expect(screen.getByText('Use a format like name@example.com.')).toBeTruthy();
    type(email(), 'ada@b.co');
    expect(screen.queryByText('Use a format like name@example.com.')).toBeNull();
    type(password(), VALID);
    type(confirm(), 'Plum');
    expect(screen.queryByText('Doesn’t match the password yet.')).toBeNull();
    type(confirm(), 'Plum-orbit-8');
    expect(screen.getByText('Doesn’t match the password yet.')).toBeTruthy();
    expect(errors()).toEqual([]);
  },
);

test('shows no address hint when the focus moves to a button', () => {
  open();
  type(email(), 'ada');
  fireEvent.blur(email(), { relatedTarget: screen.getByRole('button', { name: /GitHub/ }) });
  expect(screen.queryByText('Use a format like name@example.com.')).toBeNull();
});

test.each([
  ['', 'x', 'y', 'Please enter a valid email address'],
  ['a@b.co', 'Aa1!', 'other', 'Password must be at least 8 characters long'],
  ['a@b.co', 'weakweak', 'other', 'Passwords do not match'],
  [
    'a@b.co',
    'weak<b>weak',
    'weak<b>weak',
    'Password must contain uppercase, lowercase, number and special character',
  ],
  ['a@b.co', 'Sec1!<script>', 'Sec1!<script>', 'Invalid password format'],
])(
  'the address %j with the passwords %j and %j shows only "%s", and sends nothing and stores no password',
  { tags: ['AUTH-32', 'AUTH-34', 'AUTH-35', 'AUTH-36', 'AUTH-38', 'AUTH-42', 'AUTH-44', 'AUTH-47'] },
  async (address, chosen, again, message) => {
    const written = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
    const { backend } = open();
    signUp(address, chosen, again);
    await screen.findByText(message);
    expect(errors()).toEqual([message]);
    const event = message === 'Invalid password format' ? 'suspicious_activity' : 'invalid_input';
    await waitFor(() => {
      expect(backend.sent('POST', 'security_audit_log').map(({ body }) => body.event_type)).toEqual([event]);
    });
    expect(authRequests(backend)).toEqual([]);
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).toContain(event);
    // Neither the password nor a part of it: in storage, in a request, or on the console.
    const sent = backend.requests.map(({ url, body }) => [url.href, body]);
    const everything = stored + JSON.stringify([sent, written.map(({ mock }) => mock.calls.map(String))]);
    for (const secret of ['Sec1!', '<script>', '<b>', 'weakweak']) expect(everything).not.toContain(secret);
  },
);

test(
  'rejects the fourth sign-up with an address, and says when the next is allowed',
  { tags: ['AUTH-22', 'AUTH-23', 'AUTH-25'] },
  async () => {
    const { backend } = open();
    const attempts = () => (sessionStorage.getItem('security_logs') ?? '').split('invalid_input').length - 1;
    for (let count = 1; count <= 3; count += 1) {
      signUp('Limit@Example.test', 'weak');
      await waitFor(() => {
        expect(attempts()).toBe(count);
      });
    }
    signUp('Limit@Example.test', 'weak');
    await screen.findByText('Too many attempts. Please wait before trying again.');
    expect(screen.getByText(/^You can try again at \d+:\d\d\s[AP]M\.$/)).toBeTruthy();
    expect(authRequests(backend)).toEqual([]);
  },
);

test(
  'rejects a paste of more than 128 characters instead of cutting it',
  { tags: ['AUTH-11', 'T-08'] },
  async () => {
    open();
    const user = userEvent.setup();
    await user.click(password());
    await user.paste('Aa1!'.padEnd(129, 'x'));
    expect(screen.getByText('That’s longer than 128 characters, so it wasn’t pasted.')).toBeTruthy();
    expect(password().value).toBe('');
    await user.paste('Aa1!'.padEnd(128, 'x'));
    expect(password().value).toHaveLength(128);
    expect(screen.queryByText(/so it wasn’t pasted/)).toBeNull();
  },
);

test.each([
  ['Aa1!'.padEnd(73, 'x'), 73],
  [`Aa1!${'🔒'.repeat(18)}`, 76],
])('rejects %s, which the service cannot hash', { tags: ['T-08'] }, async (chosen, bytes) => {
  const { backend } = open();
  signUp('a@b.co', chosen);
  expect(screen.getByText(`At most 72 bytes (now ${String(bytes)})`)).toBeTruthy();
  await screen.findByText(/^Password must be at most 72 bytes long/);
  expect(authRequests(backend)).toEqual([]);
});

test(
  'signs up with 72 bytes of password, and offers to send the email again',
  { tags: ['AUTH-61', 'AUTH-62', 'AUTH-78', 'T-08'] },
  async () => {
    const { backend } = open();
    const longest = `Aa1!${'🔒'.repeat(17)}`;
    signUp(' New@Example.test ', longest);
    await screen.findByText('Check your email for the confirmation link!');
    const [request, ...others] = authRequests(backend);
    expect(others).toEqual([]);
    expect(request?.method).toBe('POST');
    expect(request?.url.pathname).toBe('/auth/v1/signup');
    expect(request?.url.searchParams.get('redirect_to')).toBe(`${window.location.origin}/dashboard`);
    expect(request?.body).toMatchObject({ email: 'new@example.test', password: longest });
    // The form is replaced: a second submit would only use up the limit of attempts.
    const heading = screen.getByRole('heading', { level: 1, name: 'Check your inbox' });
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
    expect(await screen.findByText(/^Nothing at new@example\.test\?/)).toBeTruthy();
    const elsewhere = screen.getByText(/^Opened the link on another device\?/);
    expect(elsewhere.querySelector('a')?.getAttribute('href')).toBe('/login');
    expect(
      screen.getByRole('button', { name: /^Send again in/ }).matches('[aria-disabled=true]:enabled'),
    ).toBe(true);
  },
);

test('confirms the address with the code of the email (B12)', async () => {
  const { backend } = open({
    'POST signup': { json: testUser },
    'POST verify': { status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'x' } },
  });
  signUp('new@example.test', VALID);
  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code');
  const button = screen.getByRole('button', { name: 'Confirm' });
  const error = () => document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent;
  const confirmCode = (typed: string) => {
    fireEvent.change(code, { target: { value: typed } });
    button.focus();
    fireEvent.click(button);
  };
  confirmCode('123');
  expect(error()).toBe('That code is wrong or has expired. Enter the newest one.');
  expect(document.activeElement).toBe(code);
  expect(backend.sent('POST', 'verify')).toEqual([]);
  confirmCode('  654 321 ');
  await waitFor(() => {
    expect(backend.sent('POST', 'verify')[0]?.body).toMatchObject({
      ...{ email: 'new@example.test', token: '654321', type: 'signup' },
    });
  });
  await waitFor(() => {
    expect(error()).toBe('That code is wrong or has expired. Enter the newest one.');
  });
  // A screen reader reads the error there.
  expect(document.activeElement).toBe(code);
  backend.replies['POST verify'] = {
    ...{ status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg: 'x' } },
  };
  confirmCode('123 456');
  await waitFor(() => {
    expect(error()).toBe('Too many wrong codes. Open the link in the email, or try again later.');
  });
});

test('while the code is checked, the form has the focus, and the field again when it is wrong', async () => {
  let respond = (): void => undefined;
  open({
    'POST signup': { json: testUser },
    'POST verify': () =>
      new Promise((resolve) => {
        respond = () => {
          resolve({ status: 403, json: { code: 403, error_code: 'otp_expired', msg: 'x' } });
        };
      }),
  });
  signUp('new@example.test', VALID);
  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code');
  code.focus();
  fireEvent.change(code, { target: { value: '654321' } });
  fireEvent.submit(code.form ?? code);
  // The focus leaves the field and returns, so that a screen reader reads the error.
  await waitFor(() => {
    expect(document.activeElement).toBe(code.form);
  });
  await waitFor(() => {
    respond();
    expect(document.activeElement).toBe(code);
  });
});

test('a reload does not begin the wait for another email again', async () => {
  const first = open();
  signUp('new@example.test', VALID);
  await screen.findByRole('button', { name: /^Send again in (60|59) s$/ });
  first.unmount();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 45_000);
  const second = open();
  expect(screen.getByRole('button', { name: /^Send again in 1[45] s$/ })).toBeTruthy();
  second.unmount();
  vi.mocked(Date.now).mockReturnValue(now + 61_000);
  const { backend } = open({ 'POST resend': { json: {} } });
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => {
    expect(screen.getByText('Sent. It may take a minute to arrive.')).toBeTruthy();
  });
  expect(backend.sent('POST', 'resend')).toHaveLength(1);
  cleanup();
  open();
  expect(screen.getByRole('button', { name: 'Send again in 60 s' })).toBeTruthy();
  vi.restoreAllMocks();
});

test('a reload keeps the field for the code, for the hour in which the mail works', async () => {
  const first = open();
  signUp('New@Example.test', VALID);
  await screen.findByLabelText('Six-digit code');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(VALID);
  first.unmount();
  const second = open();
  expect(screen.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeTruthy();
  expect(screen.getByText(/^We sent a link and a six-digit code to new@example\.test\./)).toBeTruthy();
  second.unmount();

  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  open().unmount();
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  vi.restoreAllMocks();

  open();
  fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(email().value).toBe('new@example.test');
  cleanup();
  open();
  expect(email().value).toBe('');
});

test.each([
  ['here', <SignUpPage />, '/signup'],
  ['by the link of the email', <AccountPanel />, '/dashboard'],
])('a user who has signed in %s is asked for no code later', async (_how, page, path) => {
  sessionStorage.setItem('slipway.sign-up', JSON.stringify({ email: 'new@example.test', at: Date.now() }));
  startBackend();
  await signInAs();
  renderPage(page, path);
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  await waitFor(() => {
    expect(sessionStorage.getItem('slipway.sign-up')).toBeNull();
  });
  await signOutAll();
});

test('another address can be used, which starts from the one before (A1)', async () => {
  open();
  signUp('typo@example.test', VALID);
  fireEvent.click(await screen.findByRole('button', { name: 'Use another address' }));
  expect(email().value).toBe('typo@example.test');
  expect(password().value).toBe('');
});

test('a visitor who has an account keeps the page that the visitor came for', () => {
  startBackend();
  renderPage(<SignUpPage />, '/signup?redirect=%2Fbilling', {
    routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  });
  const link = screen.getByRole('link', { name: 'Sign In' });
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Fbilling');
});

test('offers a user who is signed in what the user came for (A4)', async () => {
  startBackend();
  await signInAs();
  renderPage(<SignUpPage />, '/signup', {
    routes: [{ path: '/agents', title: 'AI Agents', access: 'signed-in' }],
  });
  expect(screen.getByText(`Your account is ${testUser.email}.`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an agent' }).getAttribute('href')).toBe('/agents');
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
  await signOutAll();
});

test.each([
  [500, 'unexpected_failure', 'Account creation failed. Please try again.'],
  [422, 'user_already_exists', 'An account with this email already exists. Please sign in instead.'],
  [422, 'weak_password', 'Password must be at least 8 characters long.'],
])(
  'the reply %i %s shows "%s"',
  { tags: ['AUTH-46', 'AUTH-75', 'AUTH-76', 'AUTH-77'] },
  async (status, error_code, message) => {
    open({ 'POST signup': { status, json: { code: status, error_code, msg: error_code } } });
    signUp('a@b.co', VALID);
    await screen.findByText(message);
    expect(errors()).toEqual([message]);
  },
);

test('a common password has its own message', async () => {
  const json = { code: 422, error_code: 'weak_password', msg: 'x', weak_password: { reasons: ['pwned'] } };
  open({ 'POST signup': { status: 422, json } });
  signUp('a@b.co', VALID);
  await screen.findByText('That password is too common. Choose another one.');
});

test.each([
  ['common', ['pwned'], 'That password is too common. Choose another one.'],
  ['short', ['length'], 'Password must be at least 8 characters long.'],
])('a %s password is marked, has the focus, and keeps the text (23)', async (_kind, reasons, message) => {
  const json = { code: 422, error_code: 'weak_password', msg: 'x', weak_password: { reasons } };
  open({ 'POST signup': { status: 422, json } });
  screen.getByRole('button', { name: 'Create Account' }).focus();
  signUp('a@b.co', VALID);
  await screen.findByText(message);
  await waitFor(() => {
    expect(document.activeElement).toBe(password());
  });
  expect(password().getAttribute('aria-invalid')).toBe('true');
  expect([email().value, password().value, confirm().value]).toEqual(['a@b.co', VALID, VALID]);
  expect(errors()).toEqual([message]);
});

test.each([
  [
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 46 seconds.',
    'Wait 46 seconds, then try again.',
  ],
  ['over_request_rate_limit', 'Request rate limit reached', 'Wait a minute, then try again.'],
])('the limit %s says how long to wait (23)', { tags: ['AUTH-77'] }, async (error_code, msg, advice) => {
  open({ 'POST signup': { status: 429, json: { code: 429, error_code, msg } } });
  signUp('a@b.co', VALID);
  expect((await screen.findByText(advice)).getAttribute('role')).toBe('status');
  expect(errors()).toEqual(['Account creation failed. Please try again.']);
});
