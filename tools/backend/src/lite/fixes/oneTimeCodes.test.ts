/** Mailed codes burn after wrong tries from any address, and links cannot be guessed. One file: all tests share one backend. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, startAccounts } from '../../testing/accounts';
import { engines, PASSWORD } from '../../testing/serve';

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(engines)('%s', (engine) => {
  let accounts: Accounts;
  beforeAll(async () => {
    accounts = await startAccounts(engine);
  });
  afterAll(() => accounts.close());

  const verify = (email: string, token: string, type: string, address: string) =>
    accounts.ask('verify', { email, token, type }, { address });
  const request = {
    signup: async (email: string) => {
      await accounts.ask('signup', { email, password: PASSWORD });
    },
    recovery: async (email: string) => {
      await accounts.account(email);
      await accounts.ask('recover', { email });
    },
    magiclink: async (email: string) => {
      await accounts.account(email);
      await accounts.ask('otp', { email });
    },
  };

  test.each(['signup', 'recovery', 'magiclink'] as const)(
    'five wrong codes for %s from 15 addresses burn the right one; its link still works (M4)',
    async (type) => {
      const email = `burn-${type}@example.test`;
      await request[type](email);
      const mail = accounts.mailTo(email);
      const guesses = Array.from({ length: 15 }, (_, at) =>
        verify(email, wrong(mail?.code ?? ''), type, `198.51.100.${String(at)}`),
      );
      expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([403]));
      const right = await verify(email, mail?.code ?? '', type, '192.0.2.1');
      expect([right.status, right.body.error_code]).toEqual([403, 'otp_expired']);
      expect((await accounts.follow(mail?.link ?? '')).get('access_token')).toBeTruthy();
    },
  );

  test('a change of address has five tries too (M4)', async () => {
    const owner = await accounts.account('change@example.test');
    const email = 'changed@example.test';
    await accounts.ask(
      'user',
      { email, current_password: PASSWORD },
      { token: owner.access_token, method: 'PUT' },
    );
    const code = accounts.mailTo(email)?.code ?? '';
    for (let count = 0; count < 5; count += 1)
      await verify(email, wrong(code), 'email_change', `198.51.100.${String(count)}`);
    expect((await verify(email, code, 'email_change', '192.0.2.1')).body.error_code).toBe('otp_expired');
  });

  test('four wrong codes do not burn it, and a new mail starts again', async () => {
    const email = 'four@example.test';
    await request.signup(email);
    const first = accounts.mailTo(email)?.code ?? '';
    for (let count = 0; count < 5; count += 1) await verify(email, wrong(first), 'signup', '192.0.2.1');
    await accounts.ask('resend', { email, type: 'signup' });
    const second = accounts.mailTo(email)?.code ?? '';
    for (let count = 0; count < 4; count += 1) await verify(email, wrong(second), 'signup', '192.0.2.1');
    expect((await verify(email, second, 'signup', '192.0.2.1')).status).toBe(200);
  });

  test('a link is not the hash of address and code, and the database contains neither (M4)', async () => {
    const email = 'guess@example.test';
    await request.signup(email);
    const mail = accounts.mailTo(email);
    const token = new URL(mail?.link ?? '').searchParams.get('token') ?? '';
    const hash = createHash('sha256')
      .update(email + (mail?.code ?? ''))
      .digest('hex');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const guessed = await accounts.ask('verify', { token_hash: hash, type: 'signup' });
    expect(guessed.body.error_code).toBe('otp_expired');

    const stored = JSON.stringify([
      await accounts.rows('select * from auth.users'),
      await accounts.rows('select * from auth.one_time_tokens'),
    ]);
    for (const secret of [token, hash, `"${mail?.code ?? ''}"`]) expect(stored).not.toContain(secret);
  });

  test.each(['recovery', 'magiclink'] as const)(
    'twenty wrong codes in 24 hours, in any number of mails, burn those of later mails too (S3: %s)',
    async (type) => {
      const email = `daily-${type}@example.test`;
      await accounts.account(email);
      // Both purposes have the same codes.
      const path = { recovery: 'recover', magiclink: 'otp' }[type];
      const guess = (kind: string, code: string) => verify(email, code, kind, '192.0.2.1');
      const statuses: number[] = [];
      for (let mail = 0; mail < 5; mail += 1) {
        await accounts.ask(path, { email });
        const code = wrong(accounts.mailTo(email)?.code ?? '');
        const kind = mail % 2 === 0 ? 'recovery' : 'magiclink';
        for (let count = 0; count < 4; count += 1) statuses.push((await guess(kind, code)).status);
      }
      expect(statuses).toEqual(Array(20).fill(403));
      await accounts.ask(path, { email });
      const mail = accounts.mailTo(email);
      const { status, body } = await guess(type, mail?.code ?? '');
      expect([status, body.error_code, body['msg']]).toEqual([
        ...[429, 'over_request_rate_limit', 'Too many wrong codes. Use the link in the email'],
      ]);
      expect((await accounts.follow(mail?.link ?? '')).get('access_token')).toBeTruthy();

      await accounts.rows("update auth.code_failures set began_at = now() - interval '25 hours'");
      await accounts.ask(path, { email });
      expect((await guess(type, accounts.mailTo(email)?.code ?? '')).status).toBe(200);
    },
  );

  test('right codes do not count, and an address without an account gets the same responses (S3)', async () => {
    const email = 'regular@example.test';
    await accounts.account(email);
    for (let count = 0; count < 25; count += 1) {
      await accounts.ask('otp', { email });
      expect((await verify(email, accounts.mailTo(email)?.code ?? '', 'magiclink', '192.0.2.1')).status).toBe(
        200,
      );
    }
    const unknown = [];
    for (let count = 0; count < 22; count += 1)
      unknown.push((await verify('nobody@example.test', '123456', 'recovery', '192.0.2.1')).status);
    expect(unknown).toEqual([...Array<number>(20).fill(403), 429, 429]);
    // Each purpose of the address has separate tries.
    expect((await verify('nobody@example.test', '123456', 'signup', '192.0.2.1')).status).toBe(403);
    const stored = JSON.stringify(await accounts.rows('select * from auth.code_failures'));
    expect(stored).not.toContain('nobody');
  });

  describe('a stranger who guesses', () => {
    const home = '203.0.113.1';
    const ask = { recovery: 'recover', magiclink: 'otp' } as const;
    const attack = async (email: string, type: string, code: string) => {
      const statuses = [];
      for (let count = 0; count < 22; count += 1)
        statuses.push((await verify(email, code, type, `198.51.100.${String(count)}`)).status);
      expect(statuses).toEqual([...Array<number>(20).fill(403), 429, 429]);
    };

    test.each(['recovery', 'magiclink'] as const)(
      'burns no code of the owner where the account signed in (S3: %s)',
      async (type) => {
        const email = `guessed-${type}@example.test`;
        await accounts.account(email);
        await accounts.ask(ask[type], { email });
        const { code = '' } = accounts.mailTo(email) ?? {};
        await attack(email, type, wrong(code));
        expect((await verify(email, code, type, '192.0.2.1')).status).toBe(429);
        expect((await verify(email, code, type, home)).status).toBe(200);
        await accounts.ask(ask[type], { email });
        expect((await verify(email, accounts.mailTo(email)?.code ?? '', type, home)).status).toBe(200);
      },
    );

    test('nor where only a password signed in, or another address of its IPv6 network (S3)', async () => {
      const email = 'guessed-elsewhere@example.test';
      await accounts.account(email);
      await accounts.signIn(email, PASSWORD, '2001:db8:1:2::5');
      await accounts.signIn(email, PASSWORD, '192.0.2.77');
      await accounts.ask('otp', { email });
      const { code = '' } = accounts.mailTo(email) ?? {};
      await attack(email, 'magiclink', wrong(code));
      const next = async (address: string) => {
        await accounts.ask('otp', { email });
        return (await verify(email, accounts.mailTo(email)?.code ?? '', 'magiclink', address)).status;
      };
      expect(await next('2001:db8:1:2:aaaa::9')).toBe(200);
      expect(await next('2001:db8:1:3::5')).toBe(429);
      await accounts.rows('delete from auth.sessions');
      expect(await next('192.0.2.77')).toBe(200);
    });

    test('has ten tries at one code, and 40 a day, with the networks of the owner (S3)', async () => {
      const email = 'bounded@example.test';
      await accounts.account(email);
      await accounts.signIn(email, PASSWORD, '192.0.2.77');
      const tries = [];
      for (let mail = 0; mail < 5; mail += 1) {
        await accounts.ask('otp', { email });
        const { code = '' } = accounts.mailTo(email) ?? {};
        const from = (address: string) => verify(email, wrong(code), 'magiclink', address);
        for (let count = 0; count < 3; count += 1)
          tries.push((await from(home)).status, (await from('192.0.2.77')).status);
      }
      expect(tries).toEqual([...Array<number>(20).fill(403), ...Array<number>(10).fill(429)]);
      await accounts.rows('delete from auth.code_failures');
      await accounts.ask('otp', { email });
      const { code = '' } = accounts.mailTo(email) ?? {};
      for (let count = 0; count < 10; count += 1) await verify(email, wrong(code), 'magiclink', home);
      expect((await verify(email, code, 'magiclink', home)).status).toBe(403);
    });

    test('gets no more tries at a new address from networks of accounts that ask for it (S3)', async () => {
      const owner = await accounts.account('asks@example.test');
      const email = 'asked@example.test';
      const body = { email, current_password: PASSWORD };
      await accounts.ask('user', body, { token: owner.access_token, method: 'PUT' });
      const { code = '' } = accounts.mailTo(email) ?? {};
      await attack(email, 'email_change', wrong(code));
      expect((await verify(email, code, 'email_change', home)).status).toBe(429);
    });
  });

  test('accounts that ask for one new address share its tries (S3)', async () => {
    const email = 'wanted@bigcorp.example';
    for (let count = 0; count < 7; count += 1) {
      const { access_token: token } = await accounts.account(`many-${String(count)}@example.test`);
      await accounts.ask('user', { email, current_password: PASSWORD }, { token, method: 'PUT' });
    }
    const code = wrong(accounts.mailTo(email)?.code ?? '');
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await verify(email, code, 'email_change', '192.0.2.1')).status);
    expect(statuses).toEqual([403, 403, 429]);
  });

  test('the code of the signed-in user has the same limit (S3)', async () => {
    const { access_token: token } = await accounts.account('nonces@example.test');
    const statuses = [];
    for (let count = 0; count < 21; count += 1) {
      const body = { password: 'Another-horse-2', nonce: 'wrong!' };
      statuses.push((await accounts.ask('user', body, { token, method: 'PUT' })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
  });

  test('a code expires after ten minutes, its link does not (S3)', async () => {
    const email = 'late@example.test';
    await request.recovery(email);
    const mail = accounts.mailTo(email);
    await accounts.rows("update auth.one_time_tokens set created_at = now() - interval '601 seconds'");
    expect((await verify(email, mail?.code ?? '', 'recovery', '192.0.2.1')).status).toBe(403);
    expect((await accounts.follow(mail?.link ?? '')).get('access_token')).toBeTruthy();
  });

  test('a link works for its purpose only, and not after an hour', async () => {
    const email = 'purpose@example.test';
    await request.recovery(email);
    const link = accounts.mailTo(email)?.link ?? '';
    for (const type of ['signup', 'email_change', 'reauthentication'])
      expect((await accounts.follow(link.replace('type=recovery', `type=${type}`))).get('error_code')).toBe(
        'otp_expired',
      );
    await accounts.rows("update auth.one_time_tokens set created_at = now() - interval '61 minutes'");
    expect((await accounts.follow(link)).get('error_code')).toBe('otp_expired');
  });

  test('of 20 concurrent uses of a code one succeeds', async () => {
    const email = 'race@example.test';
    await request.signup(email);
    const { link = '' } = accounts.mailTo(email) ?? {};
    const all = await Promise.all(Array.from({ length: 20 }, () => accounts.follow(link)));
    expect(all.filter((response) => response.has('access_token'))).toHaveLength(1);
  });
});
