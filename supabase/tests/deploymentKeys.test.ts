/**
 * API keys over HTTP: never stored in plain text; revealed, rotated, limited, revoked and checked.
 * One file because all tests share one server and three users.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAgent,
  deploy,
  engines,
  newHome,
  newKey,
  PASSWORD,
  type TestUser,
  serve,
  type Served,
} from '@slipway/backend/testing';
import { keysOf } from '@slipway/backend';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

describe.each(engines)('keys of deployments on %s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let stranger: TestUser;
  let agent: string;
  let created = 0;

  beforeAll(async () => {
    served = await serve(engine);
    owner = await served.user('Olga Owner');
    stranger = await served.user('Stefan Stranger');
    agent = await addAgent(await served.user('Clara Creator'));
  });
  afterAll(() => served.close());

  const deployment = async (user = owner) => {
    const key = newKey();
    created += 1;
    const { data, error } = await deploy(user, {
      name: `bot-${String(created)}`,
      agent_id: agent,
      api_key: key,
    });
    if (error) throw new Error(error.message);
    return { id: String(data.id), key };
  };
  const reveal = (user: TestUser, id: string) => user.client.rpc('reveal_deployment_key', { id });
  const found = async (key: string) =>
    (
      (await served.service.rpc('use_deployment_key', { key_hash: hashOf(key) })).data as {
        deployment_id: string;
        status: string;
      }[]
    )[0];
  const opens = async (key: string) => {
    const deployment = await found(key);
    return deployment?.status === 'deleted' ? undefined : deployment?.deployment_id;
  };
  const auditOf = async (id: string) =>
    (
      await served.service
        .from('security_audit_log')
        .select('event_type, user_id, ip_address, details')
        .contains('details', { deployment_id: id })
        .order('id')
    ).data;

  test('no table holds a readable key', { tags: ['DB-28'] }, async () => {
    const { id, key } = await deployment();
    const { database } = served.backend;
    const tables = await database.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private', 'auth')`,
    );
    for (const { name } of tables) {
      const rows = await database.rows(
        `select 1 from ${name} as t where t::text like '%' || $1::text || '%' or t::text like '%' || $2::text || '%'`,
        [key, Buffer.from(key).toString('hex')],
      );
      expect(rows, name).toEqual([]);
    }
    const { data } = await owner.client.from('deployments').select('api_key').eq('id', id).single();
    expect(data).toEqual({ api_key: `ak_••••${key.slice(-4)}` });
  });

  test(
    'the owner reveals the key and the audit log records it; other users cannot',
    { tags: ['DEP-11'] },
    async () => {
      const { id, key } = await deployment();
      expect((await reveal(owner, id)).data).toBe(key);
      const theirs = await reveal(stranger, id);
      expect([theirs.status, theirs.error?.message]).toEqual([404, 'Deployment not found']);
      expect((await served.visitor.rpc('reveal_deployment_key', { id })).status).toBe(401);
      expect(await auditOf(id)).toEqual([
        {
          event_type: 'key_revealed',
          user_id: owner.id,
          ip_address: '127.0.0.1',
          details: { deployment_id: id },
        },
      ]);
    },
  );

  test(
    'a key can be revealed within 15 minutes of signing in, and again after the next sign-in',
    { tags: ['T-26'] },
    async () => {
      const late = await served.user();
      const { id, key } = await deployment(late);
      const age = () =>
        served.backend.database.run(
          `update auth.sessions set created_at = now() - interval '16 minutes' where user_id = '${late.id}'`,
        );
      await age();
      await late.client.auth.refreshSession();
      const { status, error } = await reveal(late, id);
      expect([status, error?.message]).toEqual([
        403,
        'Sign in again to see this key: you signed in more than 15 minutes ago',
      ]);
      const { data } = await late.client.auth.getUser();
      await late.client.auth.signInWithPassword({ email: data.user?.email ?? '', password: PASSWORD });
      expect((await reveal(late, id)).data).toBe(key);
    },
  );

  test(
    'the owner sets an expiry and a rate limit, and the gateway receives them',
    { tags: ['T-26'] },
    async () => {
      const { id, key } = await deployment();
      const limit = (row: object, user = owner) =>
        user.client.rpc('limit_deployment_key', {
          id,
          requests_per_minute: null,
          expires_at: null,
          ...row,
        });
      expect((await limit({ requests_per_minute: 30 })).error).toBeNull();
      const { data } = await served.service.rpc('use_deployment_key', { key_hash: hashOf(key) });
      expect(data).toMatchObject([{ deployment_id: id, requests_per_minute: 30 }]);

      await served.backend.database.run(
        `update private.deployment_keys set expires_at = now() where deployment_id = '${id}'`,
      );
      expect(await opens(key)).toBeUndefined();
      expect((await limit({})).error).toBeNull();
      expect(await opens(key)).toBe(id);

      expect((await limit({ requests_per_minute: 0 })).status).toBe(400);
      expect((await limit({ expires_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
      expect((await limit({}, stranger)).status).toBe(404);
    },
  );

  test('keys can be revealed ten times a minute, also concurrently', async () => {
    const busy = await served.user();
    const { id } = await deployment(busy);
    const responses = await Promise.all(Array.from({ length: 14 }, () => reveal(busy, id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.error?.message).toBe('Too many keys revealed. Wait a minute and try again');
  });

  test('a key can belong to only one deployment, and must be hard to guess', async () => {
    const { key } = await deployment();
    const { status, error } = await deploy(stranger, { name: 'copy', agent_id: agent, api_key: key });
    const rejected = [409, 'This API key is too weak or already in use. Generate a new one'];
    expect([status, error?.message]).toEqual(rejected);
    // A weak key is rejected in the same way: the error does not tell which keys exist.
    for (const weak of ['a'.repeat(32), 'ab'.repeat(30), 'abcdefgh'.repeat(8), '0'.repeat(49)]) {
      const result = await deploy(stranger, { name: 'weak', agent_id: agent, api_key: `ak_${weak}` });
      expect([result.status, result.error?.message]).toEqual(rejected);
    }
  });

  test('use_deployment_key returns the deployment, records the use and activates an overdue deployment', async () => {
    const { id, key } = await deployment();
    const used = async () =>
      (await owner.client.rpc('list_deployment_keys', { id })).data as {
        last_four: string;
        last_used_at: string;
      }[];
    expect((await used())[0]).toMatchObject({ last_four: key.slice(-4), last_used_at: null });
    await served.backend.database.run(`
      alter table public.deployments disable trigger deployments_check_status;
      update public.deployments set updated_at = now() - interval '3 seconds' where id = '${id}';
      alter table public.deployments enable trigger deployments_check_status;
    `);
    const { data } = await served.service.rpc('use_deployment_key', { key_hash: hashOf(key) });
    expect(data).toEqual([
      {
        deployment_id: id,
        user_id: owner.id,
        agent_id: agent,
        slug: expect.any(String),
        status: 'active',
        requests_per_minute: null,
        retry_after: 0,
        created_at: expect.any(String),
        agent_name: 'Agent',
        allows_system_messages: false,
        withdrawn_at: null,
        calls_end_at: null,
      },
    ]);
    // With a rate, the request is counted, in one window for all gateways (M5).
    const rated = async () =>
      (
        (await served.service.rpc('use_deployment_key', { key_hash: hashOf(key), default_rate: 1 })).data as {
          retry_after: number;
        }[]
      )[0]?.retry_after;
    expect(await rated()).toBe(0);
    expect(await rated()).toBeGreaterThan(0);
    expect((await used())[0]?.last_used_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+00:00$/);
    expect(await opens(newKey())).toBeUndefined();
    expect((await served.service.rpc('use_deployment_key', { key_hash: 'none' })).data).toEqual([]);
    expect((await owner.client.rpc('use_deployment_key', { key_hash: hashOf(key) })).status).toBe(403);
    expect((await stranger.client.rpc('list_deployment_keys', { id })).data).toEqual([]);
  });

  test('rotating replaces the key, immediately or after an overlap', async () => {
    const { id, key: first } = await deployment();
    const rotate = (key: string, overlap: string, user = owner) =>
      user.client.rpc('rotate_deployment_key', { id, key, overlap });
    const [second, third] = [newKey(), newKey()];
    expect((await rotate(second, '1 day')).data).toBe(`ak_••••${second.slice(-4)}`);
    expect([await opens(first), await opens(second)]).toEqual([id, id]);
    expect((await reveal(owner, id)).data).toBe(second);

    expect((await rotate(third, '0')).error).toBeNull();
    expect([await opens(first), await opens(second), await opens(third)]).toEqual([undefined, undefined, id]);
    expect((await owner.client.from('deployments').select('api_key').eq('id', id).single()).data).toEqual({
      api_key: `ak_••••${third.slice(-4)}`,
    });

    expect((await rotate(newKey(), '31 days')).error?.message).toBe(
      'The overlap must be between 0 and 30 days',
    );
    expect((await rotate('ak_short', '0')).status).toBe(400);
    expect((await rotate(newKey(), '0', stranger)).status).toBe(404);
    expect((await auditOf(id))?.map((row) => row.event_type as string)).toEqual([
      'key_rotated',
      'key_revealed',
      'key_rotated',
    ]);
  });

  test('rotating needs a sign-in within 15 minutes: a stolen, older session cannot do it (7.5.1)', async () => {
    const late = await served.user();
    const { id, key } = await deployment(late);
    const rotate = (user: TestUser) =>
      user.client.rpc('rotate_deployment_key', { id, key: newKey(), overlap: '0' });
    await served.backend.database.run(
      `update auth.sessions set created_at = now() - interval '16 minutes' where user_id = '${late.id}'`,
    );
    await late.client.auth.refreshSession();
    const { status, error } = await rotate(late);
    expect([status, error?.hint, error?.message]).toEqual([
      403,
      'reauthenticate',
      'Sign in again to rotate this key: you signed in more than 15 minutes ago',
    ]);
    expect(await opens(key)).toBe(id);
    expect((await rotate(stranger)).status).toBe(404);
    const { data } = await late.client.auth.getUser();
    await late.client.auth.signInWithPassword({ email: data.user?.email ?? '', password: PASSWORD });
    expect((await rotate(late)).error).toBeNull();
  });

  test('a revoked key opens nothing and cannot be revealed', async () => {
    const { id, key } = await deployment();
    expect((await stranger.client.rpc('revoke_deployment_key', { id })).status).toBe(404);
    expect((await owner.client.rpc('revoke_deployment_key', { id })).data).toBe(1);
    expect(await opens(key)).toBeUndefined();
    const { status, error } = await reveal(owner, id);
    expect([status, error?.message]).toEqual([
      409,
      'The key of this deployment is revoked. Rotate it to get a new one',
    ]);
    expect((await owner.client.rpc('revoke_deployment_key', { id })).data).toBe(0);
  });

  test('the key of a deleted deployment gives the status deleted unless it was revoked', async () => {
    const { id, key } = await deployment();
    await owner.client.from('deployments').delete().eq('id', id);
    expect(await found(key)).toMatchObject({ deployment_id: id, status: 'deleted' });
    const revoked = await deployment();
    await owner.client.rpc('revoke_deployment_key', { id: revoked.id });
    await owner.client.from('deployments').delete().eq('id', revoked.id);
    expect(await found(revoked.key)).toBeUndefined();
    await owner.client.rpc('restore_deployment', { id });
    expect(await opens(key)).toBe(id);
  });
});

test('an older home folder without an encryption key gets one and keeps its other keys', async () => {
  const home = newHome();
  const path = join(home, 'keys.json');
  const { slipwayKey, publishable, secret, jwtSecret } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    string
  >;
  const older = { publishable, secret, jwtSecret };
  expect(slipwayKey?.length).toBe(43);
  writeFileSync(path, JSON.stringify(older));
  const keys = await keysOf(home);
  expect(keys).toMatchObject(older);
  expect(keys.slipwayKey).toHaveLength(43);
  expect(await keysOf(home)).toEqual(keys);
});
