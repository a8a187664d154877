/** A banned user has no way to a session. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { engines } from '../../testing/serve';

const email = 'banned@example.test';

describe.each(engines)('on %s', (engine) => {
  let accounts: Accounts;
  afterEach(() => accounts.close());

  test('a banned user neither signs in nor refreshes, until the ban ends', async () => {
    accounts = await startAccounts(engine);
    const { refresh_token: token } = await accounts.account(email);
    const ban = (until: string) =>
      accounts.rows(`update auth.users set banned_until = ${until} where email = '${email}'`);
    const ways = {
      password: () => accounts.signIn(email),
      refresh: () => accounts.refresh(token),
      code: async () => {
        await accounts.ask('otp', { email });
        const { code } = accounts.mailTo(email) ?? {};
        return accounts.ask('verify', { email, token: code, type: 'magiclink' });
      },
    };
    await ban("'9999-12-31 00:00+00'");
    for (const way of Object.values(ways)) {
      const { status, body } = await way();
      expect([status, body.error_code]).toEqual([403, 'user_banned']);
    }
    await accounts.ask('recover', { email });
    const link = await accounts.follow(accounts.mailTo(email)?.link ?? '');
    expect([link.get('access_token'), link.get('error_code')]).toEqual([null, 'user_banned']);

    await ban("now() - interval '1 minute'");
    for (const way of Object.values(ways)) expect((await way()).status).toBe(200);
  });
});
