/**
 * The checks of requests and the headers of responses, on both databases over real HTTP.
 * One file: all tests share one server for each database.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, PASSWORD, serve, type Served } from '../testing/serve';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

describe.each(engines)('on %s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let token: string;
  let secret: string;

  beforeAll(async () => {
    served = await serve(engine);
    owner = await served.user();
    token = await tokenOf(owner);
    const keys = JSON.parse(readFileSync(join(served.home, 'keys.json'), 'utf8')) as { jwtSecret: string };
    secret = keys.jwtSecret;
  });
  afterAll(() => served.close());

  const tokenOf = async ({ client }: TestUser) =>
    (await client.auth.getSession()).data.session?.access_token ?? '';
  const sign = (
    claims: object,
    header: object = { alg: 'HS256', typ: 'JWT' },
    key = secret,
    hash = 'sha256',
  ) => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const claims = (more: object = {}) => ({ sub: owner.id, role: 'authenticated', exp: now() + 60, ...more });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(served.origin + path, {
      headers: { apikey: served.backend.publishableKey, ...headers },
      redirect: 'manual',
    });
  const asBearer = (bearer: string) =>
    get('/rest/v1/agents?select=id', { authorization: `Bearer ${bearer}` });

  describe('a bearer', () => {
    test.each<[what: string, token: () => string, code: string, message: string]>([
      ['a text', () => 'nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
      ['nothing', () => '', 'PGRST301', 'Expected 3 parts in JWT; got 0'],
      ['three parts of nothing', () => '..', 'PGRST301', 'No suitable key or wrong key type'],
      [
        'alg none',
        () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`,
        'PGRST301',
        'No suitable key or wrong key type',
      ],
      [
        'a foreign signature',
        () => sign(claims(), undefined, 'other'),
        'PGRST301',
        'No suitable key or wrong key type',
      ],
      [
        'another algorithm',
        () => sign(claims(), { alg: 'HS512' }, secret, 'sha512'),
        'PGRST301',
        'No suitable key or wrong key type',
      ],
      [
        'a changed claim',
        () => token.replace(/\.[^.]+\./, `.${encode(claims())}.`),
        'PGRST301',
        'No suitable key or wrong key type',
      ],
      ['an expired token', () => sign(claims({ exp: now() - 1 })), 'PGRST303', 'JWT expired'],
      ['a token of the future', () => sign(claims({ nbf: now() + 60 })), 'PGRST303', 'JWT not yet valid'],
      [
        'a token for another service',
        () => sign(claims({ aud: 'elsewhere' })),
        'PGRST303',
        'JWT not in audience',
      ],
      [
        'an unknown session',
        () => sign(claims({ session_id: crypto.randomUUID() })),
        'PGRST303',
        'The session of the JWT has ended',
      ],
      [
        'a session that contains an id',
        () => sign(claims({ session_id: `x${crypto.randomUUID()}` })),
        'PGRST303',
        'The session of the JWT has ended',
      ],
      [
        'a session that is no id',
        () => sign(claims({ session_id: "'" })),
        'PGRST303',
        'The session of the JWT has ended',
      ],
    ])('that is %s is 401, never a visitor’s 200 (M13)', async (_what, make, code, message) => {
      const response = await asBearer(make());
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code, message, hint: null });
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${message}"`,
      );
    });

    test('that the operator signed for the service role needs no session', async () => {
      expect((await asBearer(sign({ role: 'service_role', exp: now() + 60 }))).status).toBe(200);
    });

    test('that is a session’s token, the publishable or the secret key is accepted', async () => {
      for (const bearer of [token, served.backend.publishableKey]) {
        expect((await asBearer(bearer)).status).toBe(200);
      }
      const { secretKey } = served.backend;
      const operator = await get('/rest/v1/deployments', {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
      });
      expect(operator.status).toBe(200);
      expect((await get('/rest/v1/agents')).status).toBe(200);
    });

    test('of a session that signed out is rejected at once by the data API', async () => {
      const leaving = await served.user();
      const old = await tokenOf(leaving);
      expect((await asBearer(old)).status).toBe(200);
      await leaving.client.auth.signOut();
      expect((await asBearer(old)).status).toBe(401);
    });
  });

  test.each(['/rest/v1/agents', '/auth/v1/settings'])(
    'TRACE %s is 405, and repeats nothing',
    async (path) => {
      const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
        const { hostname, port } = new URL(served.origin);
        const headers = { apikey: served.backend.publishableKey, cookie: 'session=secret' };
        send({ hostname, port, path, method: 'TRACE', headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            resolve([response.statusCode, Buffer.concat(parts).toString()]);
          });
        })
          .on('error', reject)
          .end();
      });
      expect([status, JSON.parse(body)]).toMatchObject([405, { message: 'Method not allowed' }]);
    },
  );

  test('a user who is banned is rejected at once', async () => {
    const banned = await served.user();
    const old = await tokenOf(banned);
    const until = (time: string) =>
      served.backend.database.run(`update auth.users set banned_until = ${time} where id = '${banned.id}'`);
    expect((await asBearer(old)).status).toBe(200);
    await until("'9999-12-31 00:00+00'");
    expect((await asBearer(old)).status).toBe(401);
    await until('null');
    expect((await asBearer(old)).status).toBe(200);
  });

  describe('caches', () => {
    const cacheOf = (response: Response) => [
      response.headers.get('cache-control'),
      response.headers.get('vary')?.includes('Authorization'),
    ];

    test('keep no private response and no token (M9)', async () => {
      const authorization = `Bearer ${token}`;
      const tokens = await fetch(`${served.origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: served.backend.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'user-1@example.com', password: PASSWORD }),
      });
      expect(tokens.status).toBe(200);
      const responses = [
        tokens,
        await get('/auth/v1/user', { authorization }),
        await get('/auth/v1/user'),
        await get('/auth/v1/settings'),
        await get('/rest/v1/deployments', { authorization }),
        await get('/rest/v1/deployments?select=nonsense', { authorization }),
        await asBearer('nonsense'),
      ];
      expect(responses.map(cacheOf)).toEqual(responses.map(() => ['no-store', true]));
    });

    test('may keep what every visitor reads', async () => {
      const visitor = { authorization: `Bearer ${served.backend.publishableKey}` };
      expect(cacheOf(await get('/rest/v1/agents', visitor))).toEqual([null, true]);
    });
  });

  describe('the URL', () => {
    test.each<[parameter: string, path: (secrets: Record<string, string>) => string]>([
      ['apikey', ({ secretKey }) => `/rest/v1/agents?apikey=${String(secretKey)}`],
      ['any filter', ({ token }) => `/rest/v1/agents?token=${String(token)}`],
      ['a column', ({ token }) => `/rest/v1/agents?select=${String(token)}`],
      ['a name', ({ secretKey }) => `/rest/v1/agents?${String(secretKey)}=eq.1`],
      ['access_token', () => '/rest/v1/agents?access_token=anything-else'],
      ['a deployment’s key', () => '/rest/v1/deployments?name=eq.ak_0123456789abcdef0123456789abcdef'],
      ['apikey of the auth service', ({ key }) => `/auth/v1/settings?apikey=${String(key)}`],
      ['a refresh token', () => '/auth/v1/token?grant_type=refresh_token&refresh_token=abcdefgh'],
    ])('with a secret in %s is 400, and the secret is not repeated (M14)', async (_what, path) => {
      const secrets = { token, key: served.backend.publishableKey, secretKey: served.backend.secretKey };
      const response = await fetch(served.origin + path(secrets), { redirect: 'manual' });
      expect(response.status).toBe(400);
      const text = await response.text();
      expect(text).toContain('not accepted in the URL');
      for (const each of [...Object.values(secrets), 'ak_', 'abcdefgh']) expect(text).not.toContain(each);
    });

    test('with the token of a mailed link, or a text like a key, is served', async () => {
      expect((await get('/auth/v1/verify?token=abc&type=signup')).status).toBe(303);
      expect((await get('/rest/v1/agents?name=eq.break_even')).status).toBe(200);
    });
  });
});
