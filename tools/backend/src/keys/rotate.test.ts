/**
 * Rotations of each key: existing sessions and rows keep working, dropped keys do not.
 * One file, because each test continues with the installation as the previous one left it.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyIdOf } from '../accounts/secrets';
import type { KeyName, Keys } from '../settings/keys';
import {
  addAgent,
  clientOf,
  deploy,
  type Engine,
  engines,
  newKey,
  newPlace,
  PASSWORD,
  type TestUser,
  serve,
  type Served,
} from '../testing';
import { codeOf } from '../testing/totp';
import { listKeys } from './list';
import { rotateKey } from './rotate';
import type { RotateOptions } from './rotation';

/** A user whose client has no memory: the tokens are the test's. */
const sessionOf = async ({ client }: TestUser) => {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('no session');
  return session;
};

describe.each(engines)('a rotation on %s', (engine: Engine) => {
  let home: string;
  let databaseUrl: string | undefined;
  let served: Served;
  let owner: TestUser;
  let email: string;
  let agent: string;
  const deployed: { id: string; key: string }[] = [];
  let factor: { id: string; secret: string };
  /** Secrets in the database: those of the demo data, and the test's. */
  let secrets = 0;

  const at = () => ({ home, ...(databaseUrl && { databaseUrl }) });
  const keys = () => JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as Keys;
  const rotate = (name: KeyName, more: Partial<RotateOptions> = {}) => rotateKey({ ...at(), name, ...more });
  /** Ends the overlaps that began, as if their time had passed. */
  const endOverlaps = () => {
    const stored = keys();
    const previous = stored.previous.map((key) => ({ ...key, until: '2026-01-01T00:00:00Z' }));
    writeFileSync(join(home, 'keys.json'), JSON.stringify({ ...stored, previous }));
  };
  /** Stops the server, works, and starts it again. */
  const whileStopped = async <T>(work: () => Promise<T> | T): Promise<T> => {
    await served.close();
    try {
      return await work();
    } finally {
      served = await serve(engine, at());
    }
  };
  const read = (token: string, apikey = served.backend.publishableKey) =>
    fetch(`${served.origin}/rest/v1/agents?select=id&limit=1`, {
      headers: { apikey, authorization: `Bearer ${token}` },
    });
  const auth = (path: string, body: object) =>
    fetch(`${served.origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: served.backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signIn = async () => {
    const client = clientOf(served.origin, served.backend.publishableKey);
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw new Error(error.message);
    return client;
  };
  beforeAll(async () => {
    ({ home, databaseUrl } = await newPlace(engine));
    served = await serve(engine, at());
    owner = await served.user();
    email = (await sessionOf(owner)).user.email ?? '';
    agent = await addAgent(await served.user());
  });
  afterAll(async () => {
    await served.close();
    rmSync(home, { recursive: true, force: true });
  });

  const counted = async (key: string) =>
    (await clientOf(served.origin, key).from('security_audit_log').select('id', { head: true })).status;
  const addresses = () =>
    served.backend.database.rows<{ hash: string }>('select address_hash as hash from auth.known_addresses');

  test('with an overlap: the earlier keys, tokens and mailed codes work until it ends', async () => {
    const session = await sessionOf(owner);
    const before = keys();
    expect(decodeProtectedHeader(session.access_token).kid).toBe(keyIdOf(before.jwtSecret));
    await auth('token?grant_type=password', { email, password: PASSWORD });
    const [address] = await addresses();
    await auth('recover', { email });
    const code = /\b\d{6}\b/.exec(served.backend.mailbox.list()[0]?.text ?? '')?.[0];
    // A client whose response is lost repeats its request.
    const other = (await (await signIn()).auth.getSession()).data.session;
    const refresh = async (token = '') => {
      const response = await auth('token?grant_type=refresh_token', { refresh_token: token });
      return (await response.json()) as { access_token: string; refresh_token: string };
    };
    const { refresh_token: lost } = await refresh(other?.refresh_token);
    await served.backend.database.run(
      "update auth.refresh_tokens set updated_at = now() + interval '1 hour'",
    );

    await whileStopped(async () => {
      const { id, previousId } = await rotate('jwt');
      expect([id, previousId]).toEqual([keyIdOf(keys().jwtSecret), keyIdOf(before.jwtSecret)]);
      await rotate('publishable');
      await rotate('secret', { overlap: 600 });
    });
    expect(served.backend.publishableKey).not.toBe(before.publishable);
    expect(served.backend.secretKey).not.toBe(before.secret);
    for (const { previous } of listKeys(home, {}).slice(0, 3)) {
      expect(previous).toEqual([
        { id: expect.any(String) as string, until: expect.stringMatching(/Z$/) as string },
      ]);
    }

    expect((await read(session.access_token)).status).toBe(200);
    const visitor = await read(before.publishable, before.publishable);
    expect([visitor.status, visitor.headers.get('cache-control')]).toEqual([200, null]);
    expect([await counted(before.secret), await counted(served.backend.secretKey)]).toEqual([200, 200]);
    const user = await fetch(`${served.origin}/auth/v1/user`, {
      headers: { apikey: before.publishable, authorization: `Bearer ${session.access_token}` },
    });
    expect(user.status).toBe(200);
    expect((await refresh(other?.refresh_token)).refresh_token).toBe(lost);
    const next = await refresh(session.refresh_token);
    expect(decodeProtectedHeader(next.access_token).kid).toBe(keyIdOf(keys().jwtSecret));
    expect((await auth('verify', { email, token: code, type: 'recovery' })).status).toBe(200);
    await auth('token?grant_type=password', { email, password: PASSWORD });
    // The same address under both keys.
    expect((await addresses()).map(({ hash }) => hash === address?.hash).sort()).toEqual([false, true]);

    await whileStopped(endOverlaps);
    const dropped = await read(session.access_token);
    expect([dropped.status, await dropped.json()]).toMatchObject([401, { code: 'PGRST301' }]);
    expect((await read(next.access_token)).status).toBe(200);
    expect((await read(before.publishable, before.publishable)).status).toBe(401);
    expect([await counted(before.secret), await counted(served.backend.secretKey)]).toEqual([401, 200]);
    expect(keys().previous).toEqual([]);
  });

  test('without an overlap: the earlier keys stop at once, and refresh tokens work', async () => {
    const session = (await (await signIn()).auth.getSession()).data.session;
    const { secret } = keys();
    await whileStopped(async () => {
      await rotate('jwt', { overlap: 0 });
      await rotate('secret');
    });
    expect((await read(session?.access_token ?? '')).status).toBe(401);
    expect([await counted(secret), await counted(served.backend.secretKey)]).toEqual([401, 200]);
    const refreshed = await auth('token?grant_type=refresh_token', { refresh_token: session?.refresh_token });
    expect(refreshed.status).toBe(200);
    expect(keys().previous.map(({ name }) => name)).toEqual(['addresses']);
  });

  test('of the encryption key: API keys, archived ones, webhooks and second factors stay readable', async () => {
    const client = await signIn();
    owner = { id: owner.id, client };
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
    if (enrolled.error) throw new Error(enrolled.error.message);
    factor = { id: enrolled.data.id, secret: enrolled.data.totp.secret };
    for (const name of ['first', 'second', 'archived']) {
      const key = newKey();
      const { data } = await deploy(owner, { name, agent_id: agent, api_key: key });
      deployed.push({ id: String(data?.id), key });
    }
    await client.from('deployments').delete().eq('id', deployed[2]?.id);
    const hook = { deployment: deployed[0]?.id, url: 'https://hooks.example/', events: ['key.rotated'] };
    const webhook = (await client.rpc('create_webhook', hook).single<{ id: string; secret: string }>()).data;
    // A row from before key ids.
    await served.backend.database.run(
      `update private.deployment_keys set key_id = null where deployment_id = '${deployed[0]?.id ?? ''}'`,
    );
    const [stored] = await served.backend.database.rows<{ count: number }>(
      `select (select count(*) from private.deployment_keys) + (select count(*) from private.deployment_archive)
        + (select count(*) from private.webhook_secrets) + (select count(*) from auth.mfa_factors) as count`,
    );
    secrets = Number(stored?.count);
    const { slipwayKey: before } = keys();

    const { id, rows } = await whileStopped(() => rotate('encryption'));
    expect(rows).toEqual({ changed: secrets, unreadable: 0 });
    expect(keys().slipwayKey).not.toBe(before);
    expect(readFileSync(join(home, 'keys.json'), 'utf8')).not.toContain(before);

    owner.client = await signIn();
    await owner.client.rpc('restore_deployment', { id: deployed[2]?.id });
    for (const { id: deployment, key } of deployed) {
      expect((await owner.client.rpc('reveal_deployment_key', { id: deployment })).data).toBe(key);
    }
    const ids = await served.backend.database.rows(
      `select key_id from private.deployment_keys union select key_id from private.webhook_secrets
       union select key_id from auth.mfa_factors`,
    );
    expect(ids).toEqual([{ key_id: id }]);
    await owner.client.rpc('test_webhook', { webhook: webhook?.id });
    expect((await served.service.rpc('take_webhook_deliveries')).data).toMatchObject([
      { secrets: [webhook?.secret] },
    ]);
    const code = codeOf(factor.secret);
    const verified = await owner.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(verified.error).toBeNull();
  });

  test('is a security event without keys, and leaves files of mode 600', async () => {
    const recorded = await served.backend.database.rows<{ details: Record<string, unknown> }>(
      "select details from private.security_events where event_type = 'backend_key_rotated' order by id",
    );
    expect(recorded.map(({ details }) => details['key'])).toEqual([
      ...['jwt', 'publishable', 'secret', 'jwt', 'secret', 'encryption'],
    ]);
    expect(recorded.at(-1)?.details).toMatchObject({ id: keyIdOf(keys().slipwayKey), changed: secrets });
    const text = JSON.stringify(recorded);
    const { publishable, secret, jwtSecret, slipwayKey } = keys();
    for (const key of [publishable, secret, jwtSecret, slipwayKey]) expect(text).not.toContain(key);
    expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  // The database makes no difference here, and this test starts it five times.
  test.runIf(engine === 'PostgreSQL')('of the encryption key in SLIPWAY_KEY', async () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    const rowsOf = async (more: Partial<RotateOptions>) => (await rotate('encryption', more)).rows;
    await whileStopped(async () => {
      expect(await rowsOf({ slipwayKey: one })).toEqual({ changed: secrets, unreadable: 0 });
      await expect(rotate('encryption', { slipwayKey: one })).rejects.toThrow('SLIPWAY_KEY_PREVIOUS');
      expect(await rowsOf({ slipwayKey: two })).toEqual({ changed: 0, unreadable: secrets });
      const moved = { slipwayKey: two, previousSlipwayKey: one };
      expect(await rowsOf(moved)).toEqual({ changed: secrets, unreadable: 0 });
      // Back to the file.
      expect(await rowsOf({ previousSlipwayKey: two })).toEqual({ changed: secrets, unreadable: 0 });
    });
    await served.backend.database.run('update auth.mfa_factors set last_step = 0');
    owner.client = await signIn();
    const code = codeOf(factor.secret);
    const verified = await owner.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(verified.error).toBeNull();
    const revealed = await owner.client.rpc('reveal_deployment_key', { id: deployed[0]?.id });
    expect(revealed.data).toBe(deployed[0]?.key);
  });
});
