/** Security events: what the server saw, in rows that no client can write, forge or crowd out. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addAgent,
  clientOf,
  deploy,
  engines,
  newKey,
  PASSWORD,
  type TestUser,
  type Served,
  serve,
} from '@slipway/backend/testing';

interface Event {
  event_type: string;
  account_id: string | null;
  address: string | null;
  details: Record<string, unknown>;
  occurrences: number;
}

describe.each(engines)('security events on %s', (engine) => {
  let served: Served;
  let user: TestUser;
  let other: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    user = await served.user();
    other = await served.user();
  });
  afterAll(() => served.close());

  const events = (type: string) =>
    served.backend.database.rows<Event & Record<string, unknown>>(
      `select event_type, account_id::text as account_id, address, details, occurrences
       from private.security_events where event_type = $1 order by id`,
      [type],
    );
  const newest = async (type: string) => (await events(type)).at(-1);

  test('records sign-ins and failed sign-ins with the account, and no e-mail address (M6)', async () => {
    const visitor = clientOf(served.origin, served.backend.publishableKey);
    const email = 'user-1@example.com';
    expect((await visitor.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    await vi.waitFor(async () => {
      expect(await newest('sign_in')).toMatchObject({
        account_id: user.id,
        address: '127.0.0.1',
        details: { method: 'password' },
      });
    });
    for (let count = 0; count < 3; count += 1) {
      await visitor.auth.signInWithPassword({ email, password: 'Wrong-password-1' });
    }
    await visitor.auth.signInWithPassword({ email: 'unknown@example.com', password: 'Wrong-password-1' });
    await vi.waitFor(
      async () => {
        const failed = await events('sign_in_failed');
        const ofUser = failed.filter(({ account_id }) => account_id === user.id);
        expect(ofUser.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(3);
        expect(failed.filter(({ account_id }) => account_id === null)).toHaveLength(1);
        expect(JSON.stringify(failed)).not.toContain('example.com');
      },
      { timeout: 10_000 },
    );
  });

  test('records changes of plans, prices and keys in the database (M6)', async () => {
    await served.service.rpc('set_plan', { email: 'user-1@example.com', plan_name: 'Pro' });
    expect(await newest('plan_changed')).toMatchObject({
      account_id: user.id,
      // The owner reads it, and the request was the operator's.
      address: null,
      details: { plan_name: 'Pro', status: 'active' },
    });

    const agent = await addAgent(user, { name: 'Priced', is_public: true, status: 'active' });
    await user.client
      .from('agents')
      .update({ pricing_model: 'per_message', price_per_message: 2 })
      .eq('id', agent);
    expect(await newest('price_changed')).toMatchObject({
      account_id: user.id,
      address: '127.0.0.1',
      details: { agent_id: agent, price_per_message: 2, from_pricing_model: 'free' },
    });

    const { data } = await deploy(user, { name: 'keyed', agent_id: agent });
    const { id } = data as { id: string };
    expect(await newest('key_created')).toMatchObject({
      account_id: user.id,
      details: { deployment_id: id },
    });
    await user.client.rpc('rotate_deployment_key', { id, key: newKey() });
    expect(await newest('key_rotated')).toMatchObject({ account_id: user.id });
    await user.client.rpc('revoke_deployment_key', { id });
    expect(await newest('key_revoked')).toMatchObject({ account_id: user.id });
  });

  test('counts rejections and uses of the secret key, one row a minute (M6)', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await user.client.from('subscriptions').insert({ user_id: user.id })).status).toBe(403);
    }
    await served.service.from('agents').select('id').limit(1);
    await vi.waitFor(
      async () => {
        const rejected = (await events('request_refused')).filter(
          ({ details }) => details['path'] === '/rest/v1/subscriptions',
        );
        expect(rejected.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(5);
        expect(rejected.length).toBeLessThanOrEqual(2);
        expect(rejected[0]).toMatchObject({ account_id: user.id, details: { method: 'POST', status: 403 } });
        expect((await events('service_key_used')).map(({ details }) => details['path'])).toContain(
          '/rest/v1/agents',
        );
      },
      { timeout: 10_000 },
    );
  });

  test('users read their own events, and no client writes one (M6)', async () => {
    const { data } = await user.client.rpc('list_security_events');
    const own = data as { id: number; event_type: string }[];
    expect(own.map(({ event_type }) => event_type)).toContain('price_changed');
    expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).sort((a, b) => b - a));
    const { data: page } = await user.client.rpc('list_security_events', {
      before: own[0]?.id,
      max_rows: 1,
    });
    expect(page).toEqual([own[1]]);

    const { data: foreign } = await other.client.rpc('list_security_events');
    expect((foreign as { event_type: string }[]).map(({ event_type }) => event_type)).not.toContain(
      'price_changed',
    );
    expect((await served.visitor.rpc('list_security_events')).status).toBe(401);
    for (const role of ['anon', 'authenticated']) {
      for (const statement of [
        `insert into private.security_events (event_type) values ('sign_in')`,
        `select private.record_security_event('sign_in', null)`,
        `select from private.security_events`,
      ]) {
        await expect(
          served.backend.database.transaction(async (executor) => {
            await executor.run(`set local role ${role}`);
            await executor.run(statement);
          }),
        ).rejects.toThrow(/permission denied/);
      }
    }
  });

  test('a flood of anonymous events does not crowd out an honest one from the same address (M6)', async () => {
    const forged = () =>
      served.visitor
        .from('security_audit_log')
        .insert({ event_type: 'authentication_succeeded', details: { text: 'x'.repeat(2000) } });
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await forged()).status);
    expect(statuses).toContain(429);
    const honest = await user.client
      .from('security_audit_log')
      .insert({ event_type: 'password_changed', details: {} });
    expect(honest.status).toBe(201);
  });

  test('an address without a user stores at most 1 MB of events a day (M6)', async () => {
    await served.backend.database.run(`
      update public.security_audit_log set created_at = created_at - interval '2 minutes';
      update private.daily_counts set bytes = 999999 where source like 'address %';
    `);
    const add = () =>
      served.visitor.from('security_audit_log').insert({ event_type: 'xss_attempt', details: {} });
    expect((await add()).error?.message).toBe('Too many events today. Try again tomorrow');
    expect((await user.client.from('security_audit_log').insert({ event_type: 'signed_out' })).status).toBe(
      201,
    );
  });

  test('events are deleted after their retention time (M6)', async () => {
    const { database } = served.backend;
    await database.run(`
      insert into private.security_events (event_type, created_at) values
        ('sign_in', now() - interval '181 days'), ('sign_out_others', now() - interval '179 days');
      insert into private.security_events (event_type, counted_in, created_at)
      values ('request_refused', now() - interval '31 days', now() - interval '31 days');
      insert into public.security_audit_log (event_type, created_at) values ('invalid_input', now() - interval '91 days');
      insert into private.daily_counts (kind, source, day, items) values ('audit events', 'x', current_date - 1, 1);
    `);
    expect((await served.service.rpc('sweep_deployments')).error).toBeNull();
    const [left] = await database.rows(`
      select
        (select count(*)::integer from private.security_events where created_at < now() - interval '30 days') as events,
        (select count(*)::integer from public.security_audit_log where created_at < now() - interval '90 days') as audit,
        (select count(*)::integer from private.daily_counts where source = 'x') as counts`);
    expect(left).toEqual({ events: 1, audit: 0, counts: 0 });
  });
});
