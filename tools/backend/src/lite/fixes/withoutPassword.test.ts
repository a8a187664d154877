/**
 * Users of GitHub have no password that a thief of their session would need. A new address, and a first password, which
 * could change the address next, need a code from their mailbox instead: a sign-in with GitHub proves nothing.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Accounts, ORIGIN, startAccounts } from '../../testing/accounts';
import { type FakeGitHub, signInWithGitHub, startFakeGitHub } from '../../testing/fakeGitHub';
import { engines } from '../../testing/serve';

const EMAIL = 'octo@example.test';
const THIEF = 'thief@example.test';
const NEXT = 'Another-horse-2';

describe.each(engines)('%s', (engine) => {
  let github: FakeGitHub;
  let accounts: Accounts;
  let user: { id: string; token: string };
  beforeAll(async () => {
    github = await startFakeGitHub(EMAIL);
    accounts = await startAccounts(engine, {
      github: { clientId: 'id', secret: 'secret', url: github.url },
    });
  });
  afterAll(async () => {
    await accounts.close();
    github.close();
  });
  beforeEach(async () => {
    await accounts.rows('delete from auth.users');
    user = await signInWithGitHub(accounts);
  });

  const change = (token: string, body: object) => accounts.ask('user', body, { token, method: 'PUT' });
  /** Signs in with a code from the mailbox; returns the access token. */
  async function signInWithCode(): Promise<string> {
    await accounts.ask('otp', { email: EMAIL, create_user: false });
    const { code } = accounts.mailTo(EMAIL) ?? {};
    const { body } = await accounts.ask('verify', { email: EMAIL, token: code, type: 'email' });
    return String(body['access_token']);
  }

  test.each([
    { email: THIEF },
    { password: NEXT },
    { email: THIEF, current_password: 'x' },
    { email: THIEF, nonce: '' },
  ])('a stolen session, as new as its sign-in with GitHub, does not change %o (S2)', async (body) => {
    const mails = accounts.mailsTo(EMAIL);
    const { status, body: response } = await change(user.token, body);
    expect([status, response.error_code]).toEqual([400, 'reauthentication_needed']);
    expect([accounts.mailsTo(THIEF), accounts.mailsTo(EMAIL)]).toEqual([0, mails]);
    const [row] = await accounts.rows(
      `select email, email_change, encrypted_password from auth.users where id = '${user.id}'`,
    );
    expect(row).toEqual({ email: EMAIL, email_change: null, encrypted_password: null });
  });

  test('a sign-in with a mailed code changes both for 15 minutes (S2)', async () => {
    const token = await signInWithCode();
    // The other session of the account is as weak as before.
    expect((await change(user.token, { password: NEXT })).status).toBe(400);
    expect((await change(token, { email: 'octo-2@example.test' })).status).toBe(200);
    // No password that the owner does not have.
    expect(accounts.mailTo(EMAIL)?.text).toMatch(/^Someone who is signed in to your account asked/);
    await accounts.rows("update auth.sessions set created_at = now() - interval '16 minutes'");
    const late = [await change(token, { email: THIEF }), await change(token, { password: NEXT })];
    expect(late.map(({ body }) => body.error_code)).toEqual(Array(2).fill('reauthentication_needed'));
    await accounts.rows('update auth.sessions set created_at = now()');
    expect((await change(token, { password: NEXT })).status).toBe(200);
    expect((await accounts.signIn(EMAIL, NEXT)).status).toBe(200);
  });

  test.each([{ email: 'octo-3@example.test' }, { password: NEXT }])(
    'so does a code for the signed-in user, once: %o (S2)',
    async (body) => {
      await accounts.ask('reauthenticate', undefined, { token: user.token });
      const nonce = accounts.mailTo(EMAIL)?.code;
      expect((await change(user.token, { ...body, nonce })).status).toBe(200);
      expect((await change(user.token, { email: THIEF, nonce })).body.error_code).toBe(
        'reauthentication_not_valid',
      );
    },
  );

  test('a recovery link sets a first password, and does not change the address (S2)', async () => {
    await accounts.ask('recover', { email: EMAIL });
    const token = (await accounts.follow(accounts.mailTo(EMAIL)?.link ?? '')).get('access_token') ?? '';
    expect((await change(token, { email: THIEF })).body.error_code).toBe('reauthentication_needed');
    expect((await change(token, { password: NEXT })).status).toBe(200);
  });

  describe('the account knows whether it has a password, which its providers do not say', () => {
    /** `token` undefined: a visitor. */
    const read = async (token?: string) => {
      const response = await accounts.backend.fetch(
        new Request(`${ORIGIN}/rest/v1/rpc/has_password`, {
          method: 'POST',
          headers: {
            apikey: accounts.backend.publishableKey,
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: '{}',
        }),
        { address: '203.0.113.1' },
      );
      return response.ok ? ((await response.json()) as boolean) : response.status;
    };
    const providersOf = async (token: string) => {
      const { body } = await accounts.ask('user', undefined, { token });
      return (body['app_metadata'] as { providers: string[] }).providers;
    };

    test('after a change of the address', async () => {
      expect(await read(user.token)).toBe(false);
      const token = await signInWithCode();
      const email = 'octo-4@example.test';
      await change(token, { email });
      const { code } = accounts.mailTo(email) ?? {};
      const { body } = await accounts.ask('verify', { email, token: code, type: 'email_change' });
      const changed = String(body['access_token']);
      expect(await providersOf(changed)).toContain('email');
      expect(await read(changed)).toBe(false);
      expect((await change(changed, { password: NEXT })).status).toBe(200);
      expect(await read(changed)).toBe(true);
    });

    test('after a first password', async () => {
      const token = await signInWithCode();
      await change(token, { password: NEXT });
      expect(await providersOf(token)).not.toContain('email');
      expect(await read(token)).toBe(true);
    });

    test('and not of other accounts, nor for visitors', async () => {
      const stranger = await accounts.account('stranger@example.test');
      expect(await read(stranger.access_token)).toBe(true);
      expect(await read(user.token)).toBe(false);
      expect(await read()).toBe(401);
    });
  });
});
