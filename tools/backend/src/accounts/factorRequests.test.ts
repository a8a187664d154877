/** Requests about second factors that are invalid, or that change the last but one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, serve, type Served } from '../testing/serve';
import { codeOf } from '../testing/totp';

describe.each(engines)('%s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const tokenOf = async ({ client }: TestUser) =>
    (await client.auth.getSession()).data.session?.access_token ?? '';
  const request = async (user: TestUser, path: string, body: string, method = 'POST') => {
    const response = await fetch(`${served.origin}/auth/v1/factors${path}`, {
      method,
      headers: {
        apikey: served.backend.publishableKey,
        authorization: `Bearer ${await tokenOf(user)}`,
        'content-type': 'application/json',
      },
      ...(method === 'POST' && { body }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const enroll = (user: TestUser, values: Record<string, unknown>) =>
    request(user, '', JSON.stringify({ factor_type: 'totp', ...values }));
  /** Adds a verified factor; the session is at the level aal2 then. */
  const add = async (user: TestUser, name: string) => {
    const { body } = await enroll(user, { friendly_name: name });
    const { id: factorId, totp } = body as { id: string; totp: { secret: string } };
    const { error } = await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
    if (error) throw new Error(error.message);
    return factorId;
  };
  const mailsTo = async ({ client }: TestUser) => {
    const email = (await client.auth.getUser()).data.user?.email;
    return served.backend.mailbox.list().filter(({ to }) => to === email);
  };
  const levelOf = async ({ client }: TestUser) =>
    (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

  test.each(['{', 'null', '[]', '7', '"totp"'])('a body of %s is rejected', async (body) => {
    const { status } = await request(await served.user(), '', body);
    expect(status).toBe(400);
  });

  test('another type of factor, and a name that is no text or too long, are rejected', async () => {
    const user = await served.user();
    for (const values of [
      { factor_type: 'phone' },
      { friendly_name: 7 },
      { friendly_name: 'x'.repeat(101) },
    ]) {
      const { status, body } = await enroll(user, values);
      expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
    }
    const { status, body } = await enroll(user, { friendly_name: 'x'.repeat(100), issuer: 'y'.repeat(200) });
    expect(status).toBe(200);
    const { uri } = body['totp'] as { uri: string };
    expect(new URL(uri).searchParams.get('issuer')).toBe('y'.repeat(100));
  });

  test.each([{ code: 123456 }, { code: '' }, {}])('%j instead of a code is rejected', async (values) => {
    const user = await served.user();
    const { body } = await enroll(user, {});
    const path = `/${String(body['id'])}`;
    const challenge = await request(user, `${path}/challenge`, '');
    const tried = await request(
      user,
      `${path}/verify`,
      JSON.stringify({ challenge_id: challenge.body['id'], ...values }),
    );
    expect([tried.status, tried.body['error_code']]).toEqual([400, 'validation_failed']);
  });

  test('a challenge is of its factor, lasts five minutes, and no other one is accepted', async () => {
    const user = await served.user();
    const { body } = await enroll(user, {});
    const { id, totp } = body as { id: string; totp: { secret: string } };
    const challenge = await request(user, `/${id}/challenge`, '');
    const seconds = Number(challenge.body['expires_at']) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(270);
    expect(seconds).toBeLessThanOrEqual(300);
    const other = JSON.stringify({ challenge_id: crypto.randomUUID(), code: codeOf(totp.secret) });
    const tried = await request(user, `/${id}/verify`, other);
    expect([tried.status, tried.body['error_code']]).toEqual([404, 'mfa_factor_not_found']);
  });

  test('a factor that was not verified is removed without the second factor, and without a mail', async () => {
    const user = await served.user();
    const { body } = await enroll(user, {});
    const removed = await request(user, `/${String(body['id'])}`, '', 'DELETE');
    expect(removed).toEqual({ status: 200, body: { id: body['id'] } });
    expect((await mailsTo(user)).filter(({ subject }) => subject.startsWith('Two-step'))).toEqual([]);
  });

  test('after one of two factors is removed, the session keeps its level', async () => {
    const user = await served.user();
    const first = await add(user, 'Phone');
    await add(user, 'Tablet');
    expect((await user.client.auth.mfa.unenroll({ factorId: first })).error).toBeNull();
    await user.client.auth.refreshSession();
    expect(await levelOf(user)).toBe('aal2');
  });
});
