/** Which mails let their link sign in without a question, and the code that confirms an account. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, rejected, session, startAuthService, STORED, user } from '../testing/authService';
import { beginMailedFlow, takeMailedFlow } from './mailedFlow';
import { confirmSignUp, requestRecovery, resendConfirmation } from './mails';
import { signIn, signUp } from './password';

const { email } = user;
let service: AuthService;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  service = startAuthService();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

const requests: [name: string, path: string, send: () => Promise<void>][] = [
  ['a recovery', 'recover', () => requestRecovery(email)],
  ['another confirmation', 'resend', () => resendConfirmation(email)],
  ['a sign-up', 'signup', () => signUp({ email, password: '12345678' })],
];

describe.each(requests)('the link of %s', (_name, path, send) => {
  test('may sign in without a question', async () => {
    service.replies[path] = () => Response.json(path === 'signup' ? user : {});
    await send();
    expect(await takeMailedFlow(email)).toBe(true);
  });

  test('may not when it was not sent', async () => {
    service.replies[path] = rejected(429, 'over_email_send_rate_limit');
    await expect(send()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await takeMailedFlow(email)).toBe(false);
  });
});

describe('a code that confirms an account', () => {
  test('signs in, after which no link does without a question', async () => {
    await beginMailedFlow(email);
    service.replies['verify'] = () => Response.json(session());
    await confirmSignUp(email, '123456');
    expect(service.sent.find(({ path }) => path === 'verify')?.body).toMatchObject({
      ...{ email, token: '123456', type: 'signup' },
    });
    expect(localStorage.getItem(STORED)).toContain(email);
    expect(await takeMailedFlow(email)).toBe(false);
  });

  test('that is wrong leaves the link', async () => {
    await beginMailedFlow(email);
    service.replies['verify'] = rejected(403, 'otp_expired');
    await expect(confirmSignUp(email, '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await takeMailedFlow(email)).toBe(true);
  });
});

test('a password has at least eight characters at sign-up, and any number at sign-in', async () => {
  await expect(signUp({ email, password: '1234567' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(service.sent).toEqual([]);
  await signIn({ email, password: '1' });
  expect(service.sent[0]).toMatchObject({ path: 'token', body: { email, password: '1' } });
});
