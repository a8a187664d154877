/** The code that confirms a new address. */
import { beforeEach, expect, test, vi } from 'vitest';
import { type AuthService, rejected, session, startAuthService, STORED, user } from '../testing/authService';
import { confirmEmail } from './emailAddress';
import { beginMailedFlow, takeMailedFlow } from './mailedFlow';

const email = 'new@example.test';
let service: AuthService;

beforeEach(() => {
  localStorage.clear();
  service = startAuthService();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

const stored = () =>
  JSON.parse(localStorage.getItem(STORED) ?? '{}') as { access_token?: string; user?: { email: string } };
const signInHere = () => {
  const own = session(1800);
  localStorage.setItem(STORED, JSON.stringify(own));
  return own.access_token;
};
const ended = () => service.sent.filter(({ path }) => path === 'logout').map(({ token }) => token);

test('the session with the new address replaces that of this browser, which ends', async () => {
  const own = signInHere();
  await beginMailedFlow(email);
  service.replies['verify'] = () => Response.json({ ...session(), user: { ...user, email } });
  expect(await confirmEmail(email, '123456')).toBe(true);
  const [request] = service.sent.filter(({ path }) => path === 'verify');
  expect(request?.body).toMatchObject({ email, token: '123456', type: 'email_change' });
  expect(stored().user?.email).toBe(email);
  expect(ended()).toEqual([own]);
  // The link of the email is void.
  expect(await takeMailedFlow(email)).toBe(false);
});

test('the first of two codes leaves the session, and the link of the other email works', async () => {
  const own = signInHere();
  await beginMailedFlow(email);
  service.replies['verify'] = () => Response.json({ code: 200, msg: 'Confirmation link accepted.' });
  expect(await confirmEmail(email, '123456')).toBe(false);
  expect(stored().access_token).toBe(own);
  expect(ended()).toEqual([]);
  expect(await takeMailedFlow(email)).toBe(true);
});

test('a wrong code changes nothing', async () => {
  const own = signInHere();
  service.replies['verify'] = rejected(403, 'otp_expired');
  await expect(confirmEmail(email, '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(stored().access_token).toBe(own);
  expect(ended()).toEqual([]);
});
