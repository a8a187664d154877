/**
 * The second factor with supabase-js over HTTP: enrollment, sign-in, limits, removal, and recovery codes.
 * One file: all tests share one server for each database.
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf, engines, PASSWORD, type TestUser, serve, type Served } from '../testing/serve';
import { codeOf } from '../testing/totp';
import { stepOf } from './totp';

describe('totp', () => {
  // RFC 6238, appendix B, cut to six digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [20000000000, '353130'],
  ])('at %i the code is %s', (seconds, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(stepOf(secret, code, (seconds + 30) * 1000)).toBe(Math.floor(seconds / 30));
    expect(stepOf(secret, code, (seconds + 90) * 1000)).toBeUndefined();
  });
});

describe.each(engines)('%s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const emailOf = async ({ client }: TestUser) => (await client.auth.getUser()).data.user?.email ?? '';
  const signIn = async (email: string) => {
    const client = clientOf(served.origin, served.backend.publishableKey);
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw new Error(error.message);
    return client;
  };
  const enroll = async ({ client }: Pick<TestUser, 'client'>, friendlyName = 'Authenticator app') => {
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName,
      issuer: 'Slipway',
    });
    if (error) throw new Error(error.message);
    return { factorId: data.id, ...data.totp };
  };
  /** A user with a second factor, and its secret. */
  const enrolled = async () => {
    const user = await served.user();
    const { factorId, secret } = await enroll(user);
    const { error } = await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    if (error) throw new Error(error.message);
    return { user, factorId, secret, email: await emailOf(user) };
  };
  /** The session stays, but its sign-in is longer ago than 15 minutes. */
  const age = ({ id }: Pick<TestUser, 'id'>) =>
    served.backend.database.run(
      `update auth.sessions set created_at = now() - interval '16 minutes' where user_id = '${id}'`,
    );
  const forgetSteps = () => served.backend.database.run('update auth.mfa_factors set last_step = 0');

  test(
    'is enrolled with a correct code, which ends the sessions without it',
    { tags: ['SES-11'] },
    async () => {
      const user = await served.user();
      const email = await emailOf(user);
      const other = await signIn(email);
      const { factorId, secret, qr_code, uri } = await enroll(user);
      expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
      expect(uri).toContain(
        `otpauth://totp/Slipway:${encodeURIComponent(email)}?issuer=Slipway&secret=${secret}`,
      );
      expect((await user.client.auth.mfa.listFactors()).data?.totp).toEqual([]);

      const wrong = await user.client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
      expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed']);
      const right = await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
      expect(right.error).toBeNull();
      expect(decodeJwt(right.data?.access_token ?? '')).toMatchObject({
        aal: 'aal2',
        amr: [{ method: 'totp' }, { method: 'otp' }],
      });
      expect((await user.client.auth.mfa.listFactors()).data?.totp).toMatchObject([
        { id: factorId, status: 'verified', factor_type: 'totp' },
      ]);
      expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
      // The level survives a refresh.
      const refreshed = await user.client.auth.refreshSession();
      expect(decodeJwt(refreshed.data.session?.access_token ?? '')['aal']).toBe('aal2');
      expect(served.backend.mailbox.list().find(({ to }) => to === email)?.subject).toBe(
        'Two-step verification is on',
      );
    },
  );

  test('is due after a sign-in, and before a new password or address', async () => {
    const { email, factorId, secret } = await enrolled();
    const client = await signIn(email);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const rejected = await client.auth.updateUser({
      password: 'Another-horse-2',
      current_password: PASSWORD,
    });
    expect(rejected.error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
    expect(second.error?.code).toBe('insufficient_aal');
    const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) });
    expect(verified.error).toBeNull();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });

  test('a factor of a stolen session is no way around one that its owner adds at the same moment', async () => {
    const owner = await served.user();
    const email = await emailOf(owner);
    const thief = await signIn(email);
    const stolen = await enroll({ client: thief }, 'Thief');
    const { database } = served.backend;
    await database.run('create table public.late_factors as select * from auth.mfa_factors');
    const { factorId, secret } = await enroll(owner);
    expect(
      (await owner.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error,
    ).toBeNull();
    // As when the insert of the thief's request comes after the deletion of unverified factors.
    await database.run(`insert into auth.mfa_factors select * from public.late_factors where id = '${stolen.factorId}';
      drop table public.late_factors`);
    const again = await signIn(email);
    const code = codeOf(stolen.secret);
    const { data, error } = await again.auth.mfa.challengeAndVerify({ factorId: stolen.factorId, code });
    expect([data, error?.code]).toEqual([null, 'insufficient_aal']);
    // The owner may have two.
    const second = await owner.client.auth.mfa.challengeAndVerify({ factorId: stolen.factorId, code });
    expect(second.error).toBeNull();
  });

  test('a stolen, older session cannot add or remove a factor; its owner can after a sign-in (7.5.1)', async () => {
    const owner = await served.user();
    const email = await emailOf(owner);
    await age(owner);
    // The same session after a refresh: neither renews the sign-in.
    await owner.client.auth.refreshSession();
    const stolen = await owner.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
    expect([stolen.error?.status, stolen.error?.code]).toEqual([400, 'reauthentication_needed']);
    expect(
      await served.backend.database.rows(`select id from auth.mfa_factors where user_id = '${owner.id}'`),
    ).toEqual([]);

    const client = await signIn(email);
    const { factorId, secret } = await enroll({ client });
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    await age(owner);
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })).error?.code).toBe(
      'reauthentication_needed',
    );
    // A mailed code is a sign-in too, for users without a password.
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const mail = served.backend.mailbox.list().find(({ to }) => to === email)?.text ?? '';
    const token = /\b\d{6}\b/.exec(mail)?.[0] ?? '';
    expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) });
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test('without it, a session reads and writes no row', async () => {
    const { email, factorId, secret, user } = await enrolled();
    const client = await signIn(email);
    const tries = [
      await client.from('profiles').select('id'),
      await client.from('agents').insert({ name: 'Agent', category: 'sales', creator_id: user.id }),
      await client.rpc('create_recovery_codes'),
      await client.rpc('list_sessions'),
    ];
    for (const { status, error } of tries)
      expect([status, error?.code, error?.hint]).toEqual([403, '42501', 'insufficient_aal']);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) });
    expect((await client.from('profiles').select('id')).status).toBe(200);
  });

  test('a code works once, also for concurrent requests', async () => {
    const { email, factorId, secret } = await enrolled();
    await forgetSteps();
    const clients = await Promise.all(Array.from({ length: 4 }, () => signIn(email)));
    const code = codeOf(secret);
    const outcomes = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('wrong codes are limited per account', async () => {
    const { email, factorId, secret } = await enrolled();
    await forgetSteps();
    const client = await signIn(email);
    const codes = [];
    for (let count = 0; count < 6; count += 1)
      codes.push((await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })).error?.code);
    expect(codes).toEqual([...Array<string>(5).fill('mfa_verification_failed'), 'over_request_rate_limit']);
    const right = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(right.error?.status).toBe(429);
  });

  test('no other user can use or remove a factor, and a challenge expires', async () => {
    const { factorId, secret, user } = await enrolled();
    const stranger = await served.user();
    const challenge = await stranger.client.auth.mfa.challenge({ factorId });
    expect([challenge.error?.status, challenge.error?.code]).toEqual([404, 'mfa_factor_not_found']);
    expect((await stranger.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found');
    const own = await user.client.auth.mfa.challenge({ factorId });
    await served.backend.database.run(
      "update auth.mfa_challenges set created_at = now() - interval '6 minutes'",
    );
    const late = { factorId, challengeId: own.data?.id ?? '', code: codeOf(secret, 1) };
    expect((await user.client.auth.mfa.verify(late)).error?.code).toBe('mfa_challenge_expired');
    for (const [method, path] of [
      ['POST', 'factors'],
      ['DELETE', `factors/${factorId}`],
    ]) {
      const response = await fetch(`${served.origin}/auth/v1/${path ?? ''}`, {
        method: method ?? '',
        headers: { apikey: served.backend.publishableKey },
      });
      expect(response.status).toBe(401);
    }
  });

  test('the database contains no secret', async () => {
    const { secret } = await enrolled();
    const stored = JSON.stringify(await served.backend.database.rows('select * from auth.mfa_factors'));
    expect(stored).not.toContain(secret);
  });

  test('is removed, and the session returns to aal1', async () => {
    const { user, factorId } = await enrolled();
    expect((await user.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await vi.waitFor(async () => {
      const events = await served.backend.database.rows(
        `select event_type from private.security_events where account_id = '${user.id}' order by id`,
      );
      expect(events.map(({ event_type: type }) => type)).toEqual(
        expect.arrayContaining(['second_factor_enrolled', 'second_factor_removed']),
      );
    });
    const { data } = await user.client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '')['aal']).toBe('aal1');
    expect((await user.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
  });

  test('names are unique, and there are at most two factors', async () => {
    const { user } = await enrolled();
    const add = (friendlyName: string) => user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    expect((await add('Authenticator app')).error?.code).toBe('mfa_factor_name_conflict');
    expect((await add('Second')).error).toBeNull();
    expect((await add('Third')).error?.code).toBe('too_many_enrolled_mfa_factors');
  });

  test('there are at most two also with concurrent requests', async () => {
    const email = await emailOf(await served.user());
    const clients = await Promise.all(Array.from({ length: 8 }, () => signIn(email)));
    const all = await Promise.all(
      clients.map((client, at) =>
        client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `App ${String(at)}` }),
      ),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(2);
  });

  describe('recovery codes', () => {
    const create = async ({ client }: Pick<TestUser, 'client'>) => client.rpc('create_recovery_codes');
    const use = async (client: TestUser['client'], code: string) =>
      (await client.rpc('use_recovery_code', { code })).data as boolean;

    test('one turns the second factor off, once', async () => {
      const { user, email } = await enrolled();
      const codes = ((await create(user)).data ?? []) as string[];
      expect(codes).toHaveLength(10);
      expect(codes[0]).toMatch(/^(?:[0-9a-f]{4}-){6}[0-9a-f]{4}$/);
      expect((await user.client.rpc('count_recovery_codes')).data).toBe(10);
      const stored = JSON.stringify(
        await served.backend.database.rows('select * from private.recovery_codes'),
      );
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));

      const client = await signIn(email);
      expect((await create({ client })).error?.code).toBe('42501');
      expect(await use(client, '00000-00000-00000-00000')).toBe(false);
      expect(await use(client, (codes[3] ?? '').toUpperCase().replaceAll('-', ' '))).toBe(true);
      await client.auth.refreshSession();
      expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1');
      expect((await user.client.auth.refreshSession()).error).not.toBeNull();
      for (const code of codes) expect(await use(client, code)).toBe(false);
    });

    test('five wrong ones in an hour stop the right one, and no other user can use it', async () => {
      const { user, email } = await enrolled();
      const [code = ''] = ((await create(user)).data ?? []) as string[];
      const stranger = await served.user();
      expect(await use(stranger.client, code)).toBe(false);
      const client = await signIn(email);
      for (let count = 0; count < 5; count += 1) expect(await use(client, 'wrong')).toBe(false);
      expect(await use(client, code)).toBe(false);
      await served.backend.database.run(
        "update private.recovery_code_tries set since = now() - interval '61 minutes'",
      );
      expect(await use(client, code)).toBe(true);
    });

    test('new ones need a recent sign-in, except for the first ones of a factor (7.5.1)', async () => {
      const { user } = await enrolled();
      await age(user);
      expect((await create(user)).error).toBeNull();
      const stolen = await create(user);
      expect([stolen.status, stolen.error?.hint]).toEqual([403, 'reauthenticate']);
      await served.backend.database.run(
        `update auth.mfa_factors set created_at = now() - interval '16 minutes' where user_id = '${user.id}'`,
      );
      await served.backend.database.run(`delete from private.recovery_codes where user_id = '${user.id}'`);
      expect((await create(user)).error?.hint).toBe('reauthenticate');
    });

    test('new ones replace the earlier ones, also when requests create them at the same time', async () => {
      const { user } = await enrolled();
      const created = await Promise.all(Array.from({ length: 6 }, () => create(user)));
      expect(created.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect((await user.client.rpc('count_recovery_codes')).data).toBe(10);
    });

    test('a code of 20 digits, from before they were longer, still works (6.5.2)', async () => {
      const { user, email } = await enrolled();
      const code = '01234-56789-abcde-f0123';
      await served.backend.database.run(
        `insert into private.recovery_codes (user_id, code_hash)
         values ('${user.id}', private.recovery_code_hash('${user.id}', '${code}'))`,
      );
      expect(await use(await signIn(email), code)).toBe(true);
    });

    test('a text that is much longer than a code is wrong, and counts as a try', async () => {
      const { user, email } = await enrolled();
      const [code = ''] = ((await create(user)).data ?? []) as string[];
      const client = await signIn(email);
      expect(await use(client, `${code}${' '.repeat(100)}`)).toBe(false);
      expect(
        await served.backend.database.rows(
          `select tries from private.recovery_code_tries where user_id = '${user.id}'`,
        ),
      ).toEqual([{ tries: 1 }]);
      expect(await use(client, ` ${code.replaceAll('-', ' - ')} `)).toBe(true);
    });

    test('codes from before the second factor are void', async () => {
      const { user, factorId } = await enrolled();
      const [code = ''] = ((await create(user)).data ?? []) as string[];
      await user.client.auth.mfa.unenroll({ factorId });
      const { factorId: next, secret } = await enroll(user, 'Next');
      await user.client.auth.mfa.challengeAndVerify({ factorId: next, code: codeOf(secret) });
      expect((await user.client.rpc('count_recovery_codes')).data).toBe(0);
      expect(await use(user.client, code)).toBe(false);
    });
  });
});
