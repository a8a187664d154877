/** Passwords that the server rejects, whichever way they arrive. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, type AccountResponse, startAccounts } from '../../testing/accounts';
import { engines, PASSWORD } from '../../testing/serve';

/** 72 bytes in 39 characters. */
const longest = `Aa1-${'ä'.repeat(34)}`;

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());

  const reasonsOf = ({ body }: AccountResponse) =>
    (body['weak_password'] as { reasons: string[] } | undefined)?.reasons;

  /** The three ways to set a password. */
  const ways: Record<string, (email: string, password: string) => Promise<AccountResponse>> = {
    'sign-up': (email, password) => accounts.ask('signup', { email, password }),
    update: async (email, password) => {
      const { access_token: token } = await accounts.account(email);
      return accounts.ask('user', { password, current_password: PASSWORD }, { token, method: 'PUT' });
    },
    recovery: async (email, password) => {
      await accounts.account(email);
      await accounts.ask('recover', { email });
      const token = (await accounts.follow(accounts.mailTo(email)?.link ?? '')).get('access_token') ?? '';
      return accounts.ask('user', { password }, { token, method: 'PUT' });
    },
  };

  describe.each(Object.keys(ways))('%s', (way) => {
    const set = (password: string, at: number) =>
      ways[way]?.(`${way}-${String(at)}@example.test`, password) ?? Promise.reject(new Error(way));

    test('rejects more than 72 bytes, and never cuts (M2)', { tags: ['T-08'] }, async () => {
      for (const [at, password] of [
        `${longest}T`,
        `Aa1-${'ä'.repeat(36)}TAIL-ONE`,
        'Aa1-'.repeat(30),
      ].entries()) {
        const response = await set(password, at);
        expect(response.body).toMatchObject({
          error_code: 'validation_failed',
          msg: 'Password cannot be longer than 72 bytes',
        });
        expect(response.status).toBe(400);
      }
      expect((await set(longest, 9)).status).toBe(200);
    });

    test('rejects common passwords in any case, with symbols around them (M2)', async () => {
      for (const [at, password] of ['Password1', 'PASSWORd1!', '1Q2w3e4r5t', 'Trustno1'].entries()) {
        const response = await set(password, 20 + at);
        expect([response.status, response.body.error_code]).toEqual([422, 'weak_password']);
        expect(reasonsOf(response)).toEqual(['pwned']);
      }
    });
  });

  test.each(['Slipway-2026!', '1Marketplace', 'Deployments99'])(
    'rejects a word of the product: %s',
    async (word) => {
      const response = await accounts.ask('signup', { email: 'word@example.test', password: word });
      expect([response.status, response.body.error_code]).toEqual([422, 'weak_password']);
    },
  );

  test('another ending of a password that was cut does not sign in (M2)', async () => {
    const email = 'cut@example.test';
    const { user } = await accounts.account(email);
    // As an earlier version stored it: bcrypt of the first 72 bytes.
    const { hash } = await import('bcryptjs');
    const start = `Aa1${'ä'.repeat(36)}`;
    const stored = await hash(`${start}TAIL-ONE`, 4);
    await accounts.rows(`update auth.users set encrypted_password = '${stored}' where id = '${user.id}'`);
    for (const ending of ['OTHERTAIL-XXX', 'TAIL-ONE'])
      expect((await accounts.signIn(email, start + ending)).body.error_code).toBe('invalid_credentials');
  });

  test('malformed credentials are 400, never 500', async () => {
    for (const body of [
      null,
      [],
      5,
      { email: null, password: null },
      { email: 5, password: {} },
      { email: `${'a'.repeat(5_000)}@example.test`, password: PASSWORD },
    ])
      for (const path of ['signup', 'token?grant_type=password', 'recover', 'otp', 'resend', 'verify'])
        expect([path, (await accounts.ask(path, JSON.stringify(body))).status]).toEqual([path, 400]);
  });

  test('more than 16 KB of metadata is rejected, at sign-up and later', async () => {
    const data = { note: 'x'.repeat(900_000) };
    const responses = [await accounts.ask('signup', { email: 'big@example.test', password: PASSWORD, data })];
    const { access_token: token } = await accounts.account('small@example.test');
    responses.push(await accounts.ask('user', { data }, { token, method: 'PUT' }));
    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
    const small = await accounts.ask('user', { data: { note: 'x' } }, { token, method: 'PUT' });
    expect(small.body['user_metadata']).toMatchObject({ note: 'x' });
  });
});
