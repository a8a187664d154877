/** A new password needs the current one, and ends the other sessions. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { engines, PASSWORD } from '../../testing/serve';

const NEXT = 'Another-horse-2';

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());

  const change = (token: string, body: object) => accounts.ask('user', body, { token, method: 'PUT' });
  const session = async (email: string, password = PASSWORD) => {
    const { body } = await accounts.signIn(email, password);
    return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
  };

  test('a new password needs the current one, and ends the other sessions (M1)', async () => {
    const email = 'owner@example.test';
    await accounts.account(email);
    const [mine, thief] = [await session(email), await session(email)];

    const rejected = [
      await change(thief.access, { password: NEXT }),
      await change(thief.access, { password: NEXT, current_password: 'Wrong-horse-1' }),
      await change(thief.access, { password: NEXT, nonce: '000000' }),
    ];
    expect(rejected.map(({ status, body }) => [status, body.error_code])).toEqual([
      [400, 'current_password_required'],
      [400, 'current_password_invalid'],
      [422, 'reauthentication_not_valid'],
    ]);

    expect((await change(mine.access, { password: NEXT, current_password: PASSWORD })).status).toBe(200);
    expect((await accounts.refresh(thief.refresh)).body.error_code).toBe('refresh_token_not_found');
    expect((await accounts.refresh(mine.refresh)).status).toBe(200);
    expect((await accounts.signIn(email)).body.error_code).toBe('invalid_credentials');
    expect((await accounts.signIn(email, NEXT)).status).toBe(200);
    expect(accounts.mailTo(email)?.text).toContain('was changed');
    await vi.waitFor(async () => {
      expect(
        await accounts.rows(
          "select 1 as one from private.security_events where event_type = 'password_changed'",
        ),
      ).toHaveLength(1);
    });
  });

  test('a mailed code replaces the current password, and has five tries (M1)', async () => {
    const email = 'nonce@example.test';
    await accounts.account(email);
    const { access } = await session(email);
    const ask = async () => {
      await accounts.rows('update auth.users set reauthentication_sent_at = null');
      expect((await accounts.ask('reauthenticate', undefined, { token: access })).status).toBe(200);
      return accounts.mailTo(email)?.code ?? '';
    };
    const burnt = await ask();
    for (let count = 0; count < 5; count += 1) await change(access, { password: NEXT, nonce: 'wrong!' });
    expect((await change(access, { password: NEXT, nonce: burnt })).status).toBe(422);
    const nonce = await ask();
    expect((await change(access, { password: NEXT, nonce })).status).toBe(200);
    expect((await change(access, { password: PASSWORD, nonce })).status).toBe(422);
  });

  test('codes are mailed once a minute', async () => {
    await accounts.account('minute@example.test');
    const { access } = await session('minute@example.test');
    const statuses = [];
    for (let count = 0; count < 2; count += 1)
      statuses.push((await accounts.ask('reauthenticate', undefined, { token: access })).status);
    expect(statuses).toEqual([200, 429]);
  });

  test(
    'a recovery link replaces the password once, without the current one',
    { tags: ['T-52'] },
    async () => {
      const email = 'forgot@example.test';
      await accounts.account(email);
      const other = await session(email);
      await accounts.ask('recover', { email });
      const access = (await accounts.follow(accounts.mailTo(email)?.link ?? '')).get('access_token') ?? '';
      expect((await change(access, { password: NEXT })).status).toBe(200);
      expect((await accounts.refresh(other.refresh)).status).toBe(400);
      expect((await change(access, { password: PASSWORD })).body.error_code).toBe(
        'current_password_required',
      );
    },
  );

  test('a recovery link does not change the address', async () => {
    const email = 'moved@example.test';
    await accounts.account(email);
    await accounts.ask('recover', { email });
    const access = (await accounts.follow(accounts.mailTo(email)?.link ?? '')).get('access_token') ?? '';
    const response = await change(access, { email: 'thief@example.test' });
    expect(response.body.error_code).toBe('current_password_required');
  });

  test('guesses of the current password are limited, from all addresses (M1)', async () => {
    const email = 'guessed@example.test';
    const { access_token: token } = await accounts.account(email);
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async (_, at) => {
        const address = `198.51.100.${String(at)}`;
        const body = { password: NEXT, current_password: `Wrong-horse-${String(at)}` };
        return (await accounts.ask('user', body, { token, method: 'PUT', address })).status;
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});
