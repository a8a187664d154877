/**
 * Metering: each call is counted once at the price of its deployment, and totals are computed in the database.
 * `TEST_TIER=nightly` sends more concurrent events. One file because all tests share one server and one creator.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const isNightly = process.env['TEST_TIER'] === 'nightly';

describe.each(engines)('usage on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let created = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
  });
  afterAll(() => served.close());

  const PRICED = { pricing_model: 'per_message', price_per_message: 0.1 };
  /** A new user with a deployment of an agent of the creator. */
  const customer = async (agentRow: object = PRICED) => {
    const user = await served.user();
    const agent = await addAgent(creator, agentRow);
    created += 1;
    const { data, error } = await deploy(user, { name: `bot-${String(created)}`, agent_id: agent });
    if (error) throw new Error(error.message);
    return { user, agent, deployment: String(data.id) };
  };
  const record = (deployment: string, key: string, row: object = {}) =>
    served.service.rpc('record_usage', { idempotency_key: key, deployment_id: deployment, ...row });
  const totals = async (user: TestUser) => (await user.client.rpc('usage_totals').single()).data;

  test(
    'a call adds a message with its cost and an api_call at 0',
    { tags: ['DB-08', 'BILL-12', 'BILL-13', 'BILL-15'] },
    async () => {
      const { user, agent, deployment } = await customer();
      const { data, error } = await record(deployment, 'first', { quantity: 3, tokens: 120 });
      expect(error).toBeNull();
      expect(data).toMatchObject({
        usage_type: 'message',
        quantity: 3,
        cost: 0.3,
        tokens: 120,
        agent_id: agent,
      });
      const rows = await user.client
        .from('usage_tracking')
        .select('usage_type,quantity,cost')
        .order('usage_type');
      expect(rows.data).toEqual([
        { usage_type: 'api_call', quantity: 1, cost: 0 },
        { usage_type: 'message', quantity: 3, cost: 0.3 },
      ]);
    },
  );

  test('usage is of three types', { tags: ['DB-08'] }, async () => {
    const user = await served.user();
    const add = (usage_type: string) =>
      served.service.from('usage_tracking').insert({ user_id: user.id, usage_type, quantity: 1, cost: 0 });
    for (const known of ['message', 'api_call', 'storage']) expect((await add(known)).status).toBe(201);
    for (const unknown of ['training', 'Message', '']) {
      const { error } = await add(unknown);
      expect([error?.code, error?.message]).toEqual([
        '23514',
        expect.stringContaining('usage_tracking_usage_type_known'),
      ]);
    }
  });

  test('a repeated key counts once and returns the first row at the first price', async () => {
    const { user, agent, deployment } = await customer();
    const first = await record(deployment, 'replayed');
    await creator.client.from('agents').update({ price_per_message: 5 }).eq('id', agent);
    expect((await record(deployment, 'replayed')).data).toEqual(first.data);
    expect((await record(deployment, 'afterwards')).data).toMatchObject({ cost: 0.1 });
    expect(await totals(user)).toMatchObject({ messages: 2, api_calls: 2, cost: 0.2 });
    const other = await customer();
    const stolen = await record(other.deployment, 'replayed');
    expect([stolen.status, stolen.error?.message]).toEqual([
      409,
      'This idempotency key belongs to a call of another deployment',
    ]);
  });

  test('a free agent costs nothing; a call of a deleted deployment is counted; an unknown deployment is rejected', async () => {
    const { user, deployment } = await customer({});
    expect((await record(deployment, 'free of charge')).data).toMatchObject({ cost: 0 });
    await user.client.from('deployments').delete().eq('id', deployment);
    expect((await record(deployment, 'late')).data).toMatchObject({ user_id: user.id });
    expect((await record(crypto.randomUUID(), 'lost')).status).toBe(404);
    expect((await record(deployment, '')).status).toBe(400);
    expect((await record(deployment, 'backwards', { quantity: -1 })).status).toBe(400);
  });

  test(
    'clients can read their own usage and subscriptions but not write them',
    { tags: ['DB-22', 'DB-25'] },
    async () => {
      const { user, deployment } = await customer();
      await record(deployment, 'mine');
      const stranger = await served.user();
      const usage = { user_id: user.id, usage_type: 'message', quantity: 1, cost: 0 };
      const subscription = {
        ...{ user_id: user.id, status: 'active', plan_name: 'Enterprise', price_per_cycle: 0 },
        ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2027-01-01' },
      };
      const attempts = await Promise.all([
        user.client.from('usage_tracking').insert(usage),
        user.client.from('usage_tracking').update({ cost: 0 }).eq('user_id', user.id),
        user.client.from('usage_tracking').delete().eq('user_id', user.id),
        user.client.from('subscriptions').insert(subscription),
        user.client.from('subscriptions').update({ status: 'active' }).eq('user_id', user.id),
        user.client.from('subscriptions').delete().eq('user_id', user.id),
        user.client.rpc('record_usage', { idempotency_key: 'own', deployment_id: deployment }),
      ]);
      expect(attempts.map(({ status, error }) => `${String(status)} ${String(error?.code)}`)).toEqual(
        Array(7).fill('403 42501'),
      );
      expect((await stranger.client.from('usage_tracking').select()).data).toEqual([]);
      expect((await served.visitor.from('usage_tracking').select()).status).toBe(401);
      expect((await served.visitor.rpc('usage_totals')).status).toBe(401);
    },
  );

  test('a user has at most one live subscription', { tags: ['DB-07', 'DB-43', 'BILL-03'] }, async () => {
    const user = await served.user();
    const add = (status: string) =>
      served.service.from('subscriptions').insert({
        ...{ user_id: user.id, status, plan_name: 'Pro', price_per_cycle: 29, billing_cycle: 'monthly' },
        ...{ current_period_start: '2026-01-01', current_period_end: '2027-01-01' },
      });
    expect((await add('canceled')).status).toBe(201);
    expect((await add('canceled')).status).toBe(201);
    expect((await add('active')).status).toBe(201);
    for (const live of ['active', 'trialing', 'past_due'])
      expect((await add(live)).error?.code).toBe('23505');
    expect((await add('gone')).error?.code).toBe('23514');
    const read = await user.client
      .from('subscriptions')
      .select()
      .eq('user_id', user.id)
      .in('status', ['active', 'trialing', 'past_due', 'canceled'])
      .order('status')
      .limit(1)
      .maybeSingle();
    expect(read.data).toMatchObject({ status: 'active', plan_name: 'Pro', price_per_cycle: 29 });
  });

  test(
    'totals over 2,500 rows are exact, overall and in the period',
    { tags: ['BILL-14', 'BILL-15', 'BILL-28'] },
    async () => {
      const user = await served.user();
      await served.backend.database.run(`
      insert into public.usage_tracking (user_id, usage_type, quantity, cost, created_at)
      select '${user.id}', (array['message', 'api_call', 'storage'])[n % 3 + 1], 1, case when n % 2 = 0 then 0.1 else 0.2 end,
        now() - case when n <= 1500 then interval '400 days' else interval '0' end
      from generate_series(1, 2500) as n;
    `);
      expect(await totals(user)).toMatchObject({
        ...{ messages: 833, api_calls: 834, storage: 833, cost: 375 },
        ...{ period_messages: 333, period_api_calls: 334, period_storage: 333, period_cost: 150 },
      });
      await served.service.from('subscriptions').insert({
        ...{
          user_id: user.id,
          status: 'active',
          plan_name: 'Pro',
          price_per_cycle: 29,
          billing_cycle: 'monthly',
        },
        ...{ current_period_start: '2020-01-01T00:00:00Z', current_period_end: '2099-01-01T00:00:00Z' },
      });
      expect(await totals(user)).toMatchObject({
        ...{ period_start: '2020-01-01T00:00:00+00:00', period_cost: 375, period_messages: 833 },
      });
    },
  );

  test('0.1 + 0.2 is 0.3', { tags: ['BILL-15'] }, async () => {
    const { user, deployment } = await customer();
    await record(deployment, 'a tenth');
    await record(deployment, 'two tenths', { quantity: 2 });
    expect(await totals(user)).toMatchObject({ cost: 0.3, period_cost: 0.3 });
  });

  test('dashboard_totals counts agents, and users in 30 days, revenue and messages of others', async () => {
    const maker = await served.creator();
    const dashboard = async () => (await maker.client.rpc('dashboard_totals').single()).data;
    expect(await dashboard()).toEqual({ total_agents: 0, active_users: 0, revenue: 0, interactions: 0 });
    const agent = await addAgent(maker, PRICED);
    await addAgent(maker, { status: 'draft' });
    await served.backend.database.run(`
      insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost, created_at) values
        ('${creator.id}', '${agent}', 'message', 2, 0.2, now()),
        ('${creator.id}', '${agent}', 'api_call', 1, 0, now()),
        ('${maker.id}', '${agent}', 'message', 1, 0.1, now()),
        ('c0000000-0000-4000-8000-000000000001', '${agent}', 'message', 1, 0.1, now() - interval '31 days');
    `);
    expect(await dashboard()).toEqual({ total_agents: 2, active_users: 1, revenue: 0.3, interactions: 3 });
    expect((await served.visitor.rpc('dashboard_totals')).status).toBe(401);
  });

  // At night some 40 s of processor time, one event after the other.
  const night = isNightly ? { timeout: 300_000 } : {};
  test('20 connections that send 30 % repeated events leave exact counts and costs', night, async () => {
    const { user, deployment } = await customer({ pricing_model: 'per_message', price_per_message: 0.003 });
    const events = { PostgreSQL: isNightly ? 10_000 : 400, PGlite: isNightly ? 500 : 200 }[engine];
    const unique = events * 0.7;
    // Each repetition is close to its original, so that they run concurrently.
    const keys = Array.from({ length: unique }, (_, index) => `event-${String(index)}`);
    const sent = keys.flatMap((key, index) => (index % 7 < 3 ? [key, key] : [key]));
    expect([sent.length, new Set(sent).size]).toEqual([events, unique]);

    const results: { key: string; id: unknown }[] = [];
    const pool =
      engine === 'PostgreSQL'
        ? postgres(`${inject('postgresServer')}/${await databaseName()}`, {
            max: 20,
            connection: { options: '-c role=service_role' },
          })
        : undefined;
    const send = async (key: string) => {
      if (!pool) return (await record(deployment, key)).data as { id: unknown };
      const [row] = await pool`select id from public.record_usage(${key}, ${deployment})`;
      return row as unknown as { id: unknown };
    };
    let next = 0;
    const connection = async () => {
      for (let key = sent[next++]; key !== undefined; key = sent[next++]) {
        results.push({ key, id: (await send(key)).id });
      }
    };
    await Promise.all(Array.from({ length: 20 }, connection));
    await pool?.end();

    expect(results).toHaveLength(events);
    expect(new Set(results.map(({ key, id }) => `${key} ${String(id)}`)).size).toBe(unique);
    expect(await totals(user)).toMatchObject({
      ...{ messages: unique, api_calls: unique, cost: (unique * 3) / 1000 },
    });
  });

  const databaseName = async () =>
    (await served.backend.database.rows<{ name: string }>('select current_database() as name'))[0]?.name ??
    '';
});
