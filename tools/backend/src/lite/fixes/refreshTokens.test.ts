/** Refresh tokens are random, stored as hashes, and rotate. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { engines } from '../../testing/serve';

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());

  const next = async (token: string) => String((await accounts.refresh(token)).body['refresh_token']);

  test('have 256 bits, and the database contains none that works (M4)', async () => {
    const { refresh_token: first } = await accounts.account('hashed@example.test');
    const second = await next(first);
    const other = (await accounts.account('other@example.test')).refresh_token;
    for (const token of [first, second, other]) expect(Buffer.from(token, 'base64url')).toHaveLength(32);

    const rows = await accounts.rows('select * from auth.refresh_tokens');
    const sessions = await accounts.rows('select * from auth.sessions');
    const values = [...rows, ...sessions]
      .flatMap((row) => Object.values(row))
      .filter(Boolean)
      .map(String);
    expect(values.length).toBeGreaterThan(10);
    for (const token of [first, second, other]) expect(values).not.toContain(token);
    for (const value of new Set(values)) expect((await accounts.refresh(value)).status).toBe(400);
    expect((await accounts.refresh(second)).status).toBe(200);
  });

  test('rotate: a client that lost the response gets the same token again', { tags: ['T-53'] }, async () => {
    const { refresh_token: first } = await accounts.account('lost@example.test');
    const all = await Promise.all(Array.from({ length: 10 }, () => next(first)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(first);
    expect((await accounts.refresh(all[0] ?? '')).status).toBe(200);
  });

  test('rotate: reuse of an older token ends the session', { tags: ['T-53'] }, async () => {
    const { refresh_token: first } = await accounts.account('reuse@example.test');
    const second = await next(first);
    const third = await next(second);
    const reused = await accounts.refresh(first);
    expect([reused.status, reused.body.error_code]).toEqual([400, 'refresh_token_already_used']);
    expect((await accounts.refresh(third)).status).toBe(400);
  });

  test('end with their session, thirty days after the sign-in (ASVS 7.3.2)', async () => {
    const { refresh_token: first, user } = await accounts.account('month@example.test');
    const age = (days: string) =>
      accounts.rows(`
        update auth.sessions set created_at = now() - interval '${days}', refreshed_at = now()
        where user_id = '${user.id}'
      `);
    await age('29 days 23 hours');
    const second = await accounts.refresh(first);
    expect(second.status).toBe(200);
    await age('30 days 1 minute');
    expect((await accounts.refresh(String(second.body['refresh_token']))).body.error_code).toBe(
      'session_expired',
    );
  });

  test('an unknown token is refresh_token_not_found', { tags: ['SES-33'] }, async () => {
    for (const token of ['unknown', 'a'.repeat(43), '0'.repeat(5_000)])
      expect((await accounts.refresh(token)).body.error_code).toBe('refresh_token_not_found');
    for (const token of [null, 5, '', {}]) {
      const response = await accounts.ask('token?grant_type=refresh_token', { refresh_token: token });
      expect(response.status).toBe(400);
    }
  });
});
