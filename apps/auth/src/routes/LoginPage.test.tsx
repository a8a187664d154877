/**
 * `/login` over a fake auth service: the form, each reply, the attempts limit, and the emails. One file, because all
 * tests share one fake service.
 */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionEvents } from '@slipway/platform';
import { setLinkFailure } from '@slipway/session';
import {
  type FakeBackend,
  type PageOptions,
  type Replies,
  renderPage,
  sessionOf,
  signInAs,
  signOutAll,
  startBackend,
} from '@slipway/testing';
import { recordFrames } from '../testing/recordFrames';
import LoginPage from './LoginPage';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The toasts of security events come from the platform. */
const WithSessionEvents = () => {
  useSessionEvents();
  return <LoginPage />;
};

function open(replies: Replies = {}, options?: PageOptions) {
  const backend = startBackend(replies);
  return { backend, ...renderPage(<WithSessionEvents />, '/login', options) };
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email', { selector: 'main *, form *' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password', { exact: true });
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const submitButton = () => screen.getByRole('button', { name: /^(Sign In|Loading)/ });
const submit = () => fireEvent.submit(password().form ?? password());
const errors = () =>
  [...document.querySelectorAll('[data-toast=error] [role=alert]')].map(({ textContent }) => textContent);
const securityLog = () => sessionStorage.getItem('security_logs') ?? '';

function signIn(address = 'a@b.co', secret = 'simplepassword') {
  type(email(), address);
  type(password(), secret);
  submit();
}

/** Events also go to the audit log, which is no request to the auth service. */
const authRequests = (backend: FakeBackend) =>
  backend.requests.filter(({ url }) => url.pathname.startsWith('/auth/'));

const authError = (status: number, error_code: string, msg = error_code) => ({
  status,
  json: { code: status, error_code, msg },
});
/** Waits until the form accepts input again. */
const isIdle = () =>
  waitFor(() => {
    expect(email().matches(':disabled')).toBe(false);
  });

test(
  'shows both fields, both ways to sign in, and the link to sign-up',
  { tags: ['AUTH-01', 'AUTH-05', 'AUTH-07'] },
  () => {
    open();
    for (const control of [
      email(),
      password(),
      screen.getByRole('button', { name: 'Sign In' }),
      screen.getByRole('button', { name: /GitHub/ }),
    ])
      expect(control.matches(':disabled')).toBe(false);
    expect(password().type).toBe('password');
    expect(password().autocomplete).toBe('current-password');
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/signup');
  },
);

test('lists the four steps of a new user in order', { tags: ['AUTH-02'] }, () => {
  open();
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toHaveLength(4);
  for (const [at, text] of [
    /create an account/i,
    /check your email/i,
    /click the confirmation link/i,
    /return to sign in/i,
  ].entries())
    expect(steps[at]).toMatch(text);
});

test(
  'normalizes the address, sends the password unchanged, and disables the form meanwhile',
  { tags: ['AUTH-08', 'AUTH-09', 'AUTH-28', 'AUTH-29', 'AUTH-48', 'AUTH-60'] },
  async () => {
    const { backend } = open({ 'POST token': 'never' });
    signIn('  A@b.CO ', '  Aa1!aaaa  ');
    expect(await screen.findByRole('button', { name: 'Loading...' })).toBeTruthy();
    const controls = [...(email().form?.querySelectorAll('input, button') ?? [])];
    expect(controls.length).toBeGreaterThan(3);
    for (const control of controls) expect(control.matches(':disabled')).toBe(true);
    await waitFor(() => {
      expect(authRequests(backend)).toHaveLength(1);
    });
    const [request] = authRequests(backend);
    expect(request?.url.href).toMatch(/\/auth\/v1\/token\?grant_type=password$/);
    expect(request?.body).toMatchObject({ email: 'a@b.co', password: '  Aa1!aaaa  ' });
  },
);

test('a frame shows the press, and the next that it signs in, before anything is sent (23)', async () => {
  const { backend } = open({ 'POST token': 'never' });
  const frames = recordFrames(() => ({
    label: submitButton().textContent,
    requests: authRequests(backend).length,
  }));
  signIn();
  await waitFor(() => {
    expect(authRequests(backend)).toHaveLength(1);
  });
  expect(frames).toEqual([
    { label: 'Sign In', requests: 0 },
    { label: 'Loading...', requests: 0 },
  ]);
});

test('the focus returns to the control that lost it while the form was disabled (23)', async () => {
  open({ 'POST token': authError(400, 'invalid_credentials') });
  submitButton().focus();
  signIn();
  await waitFor(() => {
    expect(submitButton().textContent).toBe('Loading...');
  });
  // As browsers do when they disable it.
  document.body.tabIndex = -1;
  document.body.focus();
  expect(document.activeElement).toBe(document.body);
  document.body.removeAttribute('tabindex');
  await isIdle();
  expect(document.activeElement).toBe(submitButton());
});

test("sends the address o'brien+1@x.io as typed", { tags: ['AUTH-30', 'T-07'] }, async () => {
  const { backend } = open({ 'POST token': authError(400, 'invalid_credentials') });
  signIn("O'Brien+1@x.io");
  await waitFor(() => {
    expect(backend.sent('POST', 'token')[0]?.body.email).toBe("o'brien+1@x.io");
  });
  await isIdle();
});

test.each([
  [authError(400, 'invalid_credentials'), 'Invalid email or password. Please check your credentials.'],
  [
    { status: 400, json: { code: 400, msg: 'Invalid login credentials' } },
    'Invalid email or password. Please check your credentials.',
  ],
  [authError(429, 'over_request_rate_limit'), 'Too many login attempts. Please wait before trying again.'],
  [
    { status: 429, json: { msg: 'Too many requests' } },
    'Too many login attempts. Please wait before trying again.',
  ],
  [authError(500, 'unexpected_failure'), 'Authentication failed. Please try again.'],
  ['unreachable' as const, 'Authentication failed. Please try again.'],
])(
  'the reply %j shows one message, keeps the address, and the form is idle again',
  { tags: ['AUTH-10', 'AUTH-37', 'AUTH-70', 'AUTH-72', 'AUTH-73', 'T-14', 'T-16'] },
  async (reply, message) => {
    const { backend } = open({ 'POST token': reply });
    signIn();
    await screen.findByText(message);
    expect(errors()).toEqual([message]);
    await isIdle();
    expect(email().value).toBe('a@b.co');
    expect(authRequests(backend).map(({ url }) => url.pathname)).toEqual(['/auth/v1/token']);
  },
);

test(
  'an exception in the form is logged, shown once, and leaves the form idle',
  { tags: ['AUTH-45', 'AUTH-10', 'SES-60'] },
  async () => {
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('no digest'));
    open();
    signIn();
    await screen.findByText('Authentication failed. Please try again.');
    const shown = errors();
    expect(shown.filter((text) => text === 'Authentication failed. Please try again.')).toHaveLength(1);
    expect(shown.filter((text) => text.startsWith('Security alert: '))).toHaveLength(1);
    expect((JSON.parse(securityLog()) as { type: string }[]).map(({ type: each }) => each)).toEqual([
      'authentication_failed',
    ]);
    await isIdle();
  },
);

test('an exception in the auth client is an unexpected error', { tags: ['AUTH-74', 'T-16'] }, async () => {
  open({ 'POST token': { json: sessionOf() } });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key.endsWith('-auth-token')) throw new Error('the storage is full');
  });
  signIn();
  await screen.findByText('An unexpected error occurred. Please try again.');
  expect(errors()).toEqual(['An unexpected error occurred. Please try again.']);
  await isIdle();
});

test(
  'rejects the sixth attempt with an address before sending anything, also after a reload',
  { tags: ['AUTH-20', 'AUTH-21', 'AUTH-23', 'AUTH-24', 'AUTH-25', 'AUTH-27'] },
  async () => {
    const first = open();
    for (let count = 1; count <= 5; count += 1) {
      type(email(), count % 2 ? 'Not-an-address' : 'not-an-ADDRESS');
      submit();
      await waitFor(() => {
        expect(securityLog().split('invalid_input')).toHaveLength(count + 1);
      });
    }
    expect(errors()).not.toContain('Too many attempts. Please wait before trying again.');
    first.unmount();

    const { backend } = open();
    type(email(), 'not-an-address');
    submit();
    await screen.findByText('Too many attempts. Please wait before trying again.');
    expect(screen.getByText(/^You can try again at \d+:\d\d\s[AP]M\.$/)).toBeTruthy();
    expect(securityLog()).toContain('rate_limit_exceeded');
    expect(securityLog()).toContain('not***');
    expect(securityLog().toLowerCase()).not.toContain('not-an-address');
    expect([...authRequests(first.backend), ...authRequests(backend)]).toEqual([]);
  },
);

test(
  'an error focuses its field, and the field names the message as long as it is shown',
  { tags: ['T-13', 'AUTH-32', 'AUTH-47'] },
  async () => {
    const { backend } = open();
    submit();
    await screen.findByText('Please enter a valid email address');
    expect(errors()).toHaveLength(1);
    await waitFor(() => {
      expect(document.activeElement).toBe(email());
    });
    expect(email().getAttribute('aria-invalid')).toBe('true');
    const named = document.getElementById(email().getAttribute('aria-errormessage') ?? '');
    expect(named?.textContent).toBe('Please enter a valid email address');
    expect(password().hasAttribute('aria-invalid')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => {
      expect(email().hasAttribute('aria-errormessage')).toBe(false);
    });
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(authRequests(backend)).toEqual([]);
  },
);

const providerErrors = [
  'Failed to sign in with GitHub',
  'Failed to sign in with provider. Please try again.',
];

test.each([
  ['the message of the service', 'Unsupported provider: provider is not enabled', true],
  ['no message that is fit for users', 'x-internal', false],
])(
  'where the environment names no GitHub, the service is asked, and two toasts explain its answer: %s',
  { tags: ['AUTH-63', 'AUTH-80', 'AUTH-81'] },
  async (_, msg, isQuoted) => {
    const { backend, address } = open({ 'GET authorize': { status: 400, json: { code: 400, msg } } });
    fireEvent.click(screen.getByRole('button', { name: /GitHub/ }));
    await screen.findByText('Failed to sign in with GitHub');
    expect(errors().sort()).toEqual(isQuoted ? [providerErrors[0], msg] : providerErrors);
    const [asked, ...others] = authRequests(backend);
    expect(others).toEqual([]);
    expect(asked?.url.pathname).toBe('/auth/v1/authorize');
    expect(asked?.url.searchParams.get('provider')).toBe('github');
    expect(asked?.url.searchParams.get('redirect_to')).toBe(`${location.origin}/dashboard`);
    expect(address()).toBe('/login');
  },
);

test(
  'a user who declined at GitHub sees two toasts, once',
  { tags: ['AUTH-80', 'AUTH-81', 'T-17'] },
  async () => {
    setLinkFailure('provider');
    const { unmount } = open();
    await screen.findByText('Failed to sign in with GitHub');
    expect(errors().sort()).toEqual(providerErrors);
    unmount();
    open();
    expect(errors()).toEqual([]);
  },
);

test('an expired email link is explained', () => {
  setLinkFailure('link');
  open();
  expect(screen.getByText(/^That link has expired or was already used/)).toBeTruthy();
  setLinkFailure(undefined);
});

test.each([
  ['Send a new confirmation link', 'resend', true],
  ['Send a new password link', 'recover', false],
])('below it, "%s" sends one (B11)', async (button, path, hasCode) => {
  setLinkFailure('link');
  const { backend } = open({ 'POST resend': { json: {} }, 'POST recover': { json: {} } });
  // Its label differs from that of the field in the form below it.
  const address = screen.getByLabelText<HTMLInputElement>('Email for the new link');
  fireEvent.click(screen.getByRole('button', { name: button }));
  expect(screen.getByText('Please enter a valid email address')).toBeTruthy();
  expect(document.activeElement).toBe(address);
  type(address, 'A@b.co');
  fireEvent.click(screen.getByRole('button', { name: button }));
  await screen.findByText('If a@b.co has an account that needs it, we’ve sent a new link.');
  expect(backend.sent('POST', path).map(({ body }) => body.email)).toEqual(['a@b.co']);
  if (hasCode) await screen.findByLabelText('Six-digit code');
  else expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  setLinkFailure(undefined);
});

test('says why GitHub does not work where it is not set up (A3)', { tags: ['AUTH-05'] }, () => {
  open();
  const button = screen.getByRole('button', { name: 'Continue with GitHub' });
  const hint = screen.getByText('GitHub sign-in isn’t set up on this site. Use your email address.');
  expect(button.getAttribute('aria-describedby')).toBe(hint.id);
  cleanup();
  open({}, { providers: ['github'] });
  expect(screen.queryByText(/isn’t set up on this site/)).toBeNull();
});

test('leads a user who is signed in to where the address asks (A4)', async () => {
  startBackend();
  await signInAs();
  renderPage(<LoginPage />, '/login?redirect=%2Fbilling', {
    routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  });
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/billing');
  expect(screen.queryByLabelText('Email')).toBeNull();
  await signOutAll();
});

test('a visitor who has no account yet keeps the page that the visitor came for', () => {
  startBackend();
  renderPage(<LoginPage />, '/login?redirect=%2Fdeployments%3Fagent%3Da1', {
    routes: [{ path: '/deployments', title: 'Deployments', access: 'signed-in' }],
  });
  expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe(
    '/signup?redirect=%2Fdeployments%3Fagent%3Da1',
  );
});

const notConfirmed = authError(400, 'email_not_confirmed', 'Email not confirmed');

test(
  'an unconfirmed address can have its email sent again, once a minute',
  { tags: ['AUTH-71', 'T-14', 'AUTH-65'] },
  async () => {
    const { backend } = open({ 'POST token': notConfirmed, 'POST resend': { json: {} } });
    signIn('A@b.co');
    await screen.findByText('Please check your email and click the confirmation link before signing in.');
    expect(await screen.findByText(/^Nothing at a@b\.co\?/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('Sent. It may take a minute to arrive.');
    expect(
      screen
        .getByRole('button', { name: /^Send again in (60|59) s$/ })
        .matches('[aria-disabled=true]:enabled'),
    ).toBe(true);
    expect(backend.sent('POST', 'resend').map(({ body }) => [body.email, body.type])).toEqual([
      ['a@b.co', 'signup'],
    ]);
  },
);

test('an unconfirmed address can be confirmed with the code of its email', async () => {
  const { backend } = open({ 'POST token': notConfirmed, 'POST verify': authError(403, 'otp_expired') });
  signIn('A@b.co');
  type(await screen.findByLabelText<HTMLInputElement>('Six-digit code'), '654321');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('That code is wrong or has expired. Enter the newest one.');
  expect(backend.sent('POST', 'verify')[0]?.body).toMatchObject({ email: 'a@b.co', token: '654321' });
});

test.each([
  [authError(429, 'over_email_send_rate_limit'), 'We just sent an email. Try again in a minute.', true],
  ['unreachable' as const, 'Couldn’t send the email. Try again in a moment.', false],
])('sending again fails with %j', async (reply, message, waits) => {
  open({ 'POST token': notConfirmed, 'POST resend': reply });
  signIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Send again/ }).matches('[aria-disabled=true]')).toBe(waits);
});

async function openForgotPassword(replies: Replies) {
  const page = open(replies);
  type(email(), 'Ada@b.co');
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset your password' });
  const field = dialog.querySelector('input');
  if (!field?.form) throw new Error('The dialog has no form');
  return { ...page, field, form: field.form };
}

test('sends a recovery link to the address of the sign-in form', async () => {
  const { backend, field, form } = await openForgotPassword({ 'POST recover': { json: {} } });
  expect(field.value).toBe('Ada@b.co');
  fireEvent.submit(form);
  await screen.findByText(
    'If ada@b.co has an account, we’ve sent a link. It works once and expires in an hour.',
  );
  expect(screen.getByRole('button', { name: /^Send again in/ }).matches('[aria-disabled=true]:enabled')).toBe(
    true,
  );
  fireEvent.submit(form);
  expect(backend.sent('POST', 'recover').map(({ body }) => body.email)).toEqual(['ada@b.co']);
});

test('another address has no wait after a recovery link, and the first one still has', async () => {
  const { backend, field, form } = await openForgotPassword({ 'POST recover': { json: {} } });
  fireEvent.submit(form);
  await screen.findByRole('button', { name: /^Send again in/ });
  type(field, 'bob@b.co');
  expect(screen.getByRole('button', { name: 'Send link' }).matches(':disabled')).toBe(false);
  type(field, 'ADA@b.co');
  expect(screen.getByRole('button', { name: /^Send again in/ }).matches('[aria-disabled=true]:enabled')).toBe(
    true,
  );
  type(field, 'bob@b.co');
  fireEvent.submit(form);
  await screen.findByText(/^If bob@b\.co has an account/);
  expect(backend.sent('POST', 'recover').map(({ body }) => body.email)).toEqual(['ada@b.co', 'bob@b.co']);
});

test('rejects an invalid address for a recovery link', async () => {
  const { backend, field, form } = await openForgotPassword({});
  type(field, 'ada');
  fireEvent.submit(form);
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(authRequests(backend)).toEqual([]);
});

test('says that a recovery link was sent a moment ago', async () => {
  const { form } = await openForgotPassword({ 'POST recover': authError(429, 'over_email_send_rate_limit') });
  fireEvent.submit(form);
  expect(await screen.findByText('We just sent an email. Try again in a minute.')).toBeTruthy();
});
