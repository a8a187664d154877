/** The claims of access tokens, and what a session stores. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, ORIGIN, startAccounts } from '../../testing/accounts';
import { engines } from '../../testing/serve';

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());

  test('an access token has iss, aal and amr, also after a refresh', async () => {
    const { user } = await accounts.account('claims@example.test');
    const { body } = await accounts.signIn('claims@example.test');
    const refreshed = await accounts.refresh(String(body['refresh_token']));
    for (const session of [body, refreshed.body])
      expect(decodeJwt(String(session['access_token']))).toMatchObject({
        iss: `${ORIGIN}/auth/v1`,
        sub: user.id,
        aud: 'authenticated',
        role: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: expect.any(Number) as number }],
        is_anonymous: false,
      });
  });

  test('amr tells a mailed code from a recovery', async () => {
    const methodOf = (token: unknown) =>
      (decodeJwt(String(token))['amr'] as { method: string }[] | undefined)?.map(({ method }) => method);
    const { access_token: confirmed } = await accounts.account('methods@example.test');
    expect(methodOf(confirmed)).toEqual(['otp']);
    await accounts.ask('recover', { email: 'methods@example.test' });
    const recovered = await accounts.follow(accounts.mailTo('methods@example.test')?.link ?? '');
    expect(methodOf(recovered.get('access_token'))).toEqual(['recovery']);
  });

  test('a session stores the address and the browser of its sign-in', async () => {
    await accounts.account('stored@example.test');
    const response = await accounts.backend.fetch(
      new Request(`${ORIGIN}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: accounts.backend.publishableKey, 'user-agent': 'a browser' },
        body: JSON.stringify({ email: 'stored@example.test', password: 'Correct-horse-1' }),
      }),
      { address: '2001:db8::7' },
    );
    expect(response.status).toBe(200);
    const rows = await accounts.rows(
      "select user_agent, host(ip) as ip from auth.sessions where user_agent = 'a browser'",
    );
    expect(rows).toEqual([{ user_agent: 'a browser', ip: '2001:db8::7' }]);
  });
});
