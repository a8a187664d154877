/**
 * Roll-ups: the sums that pages read equal the usage rows and the ledger, whatever is inserted, changed or deleted, and
 * they outlive the rows. One file, because all tests share one server.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { addAgent, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('roll-ups on %s', (engine) => {
  let served: Served;
  let creator: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const rows = <T extends Record<string, unknown>>(statement: string) =>
    served.backend.database.rows<T>(statement);
  const count = async (table: string, condition: string) =>
    (await rows<{ n: number }>(`select count(*)::int as n from ${table} where ${condition}`))[0]?.n;
  /** Differences between sums and rows, today included. */
  const differences = () =>
    rows(
      `select * from private.rollup_differences(private.usage_kept_since(), now() + interval '1 day')
       union all
       select 'all time', null, u.cost, h.cost from
         (select user_id, sum(cost) as cost, sum(quantity) filter (where usage_type = 'message') as messages
          from public.usage_tracking where user_id is not null group by 1) u
       full join (select * from private.usage_hours where hour = '-infinity') h on h.user_id = u.user_id
       where coalesce(u.cost, 0) <> coalesce(h.cost, 0) or coalesce(u.messages, 0) <> coalesce(h.messages, 0)`,
    );
  const totals = async ({ client }: TestUser) =>
    (await client.rpc('usage_totals').single()).data as Record<string, unknown>;
  const dashboard = async () =>
    (await creator.client.rpc('dashboard_totals').single()).data as Record<string, unknown>;
  const add = (user: TestUser, agent: string, quantity: number, created_at = 'now()') =>
    run(
      `insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost, created_at)
       values ('${user.id}', '${agent}', 'message', ${String(quantity)}, ${String(quantity)} * 0.1, ${created_at})`,
    );

  test('sums follow inserted, changed, moved and deleted usage, and the deletion of an account', async () => {
    const [one, other] = [await served.user(), await served.user()];
    const agent = await addAgent(creator);
    await run(
      `insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost, created_at)
       select case when n % 2 = 0 then '${one.id}'::uuid else '${other.id}' end, '${agent}',
         (array['message', 'api_call', 'storage'])[n % 3 + 1], 1, 0.1, now() - n * interval '5 hours'
       from generate_series(0, 300) n`,
    );
    expect(await differences()).toEqual([]);
    await run(
      `update public.usage_tracking set quantity = 3, cost = 0.7 where user_id = '${one.id}' and usage_type = 'message';
       update public.usage_tracking set user_id = '${other.id}', created_at = created_at - interval '1 day'
         where user_id = '${one.id}' and quantity = 3 and created_at < now() - interval '20 days'`,
    );
    expect(await differences()).toEqual([]);
    expect(await dashboard()).toMatchObject({ active_users: 2 });
    await run(
      `delete from public.usage_tracking where user_id = '${one.id}' and created_at > now() - interval '35 days'`,
    );
    expect(await differences()).toEqual([]);
    expect(await dashboard()).toMatchObject({ active_users: 1 });
    const { interactions } = await dashboard();
    await run(`delete from auth.users where id = '${other.id}'`);
    expect(await differences()).toEqual([]);
    expect(await dashboard()).toMatchObject({ active_users: 0, interactions });
  });

  test('a period that starts within an hour counts the usage since that moment', async () => {
    const user = await served.user();
    const agent = await addAgent(creator);
    const hour = `date_trunc('hour', now(), 'UTC') - interval '10 days'`;
    await run(
      `insert into public.subscriptions
         (user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
       select '${user.id}', 'active', 'Pro', 0, 'monthly', s, s + interval '20 days'
       from (select ${hour} + interval '20 minutes' as s) p`,
    );
    for (const minute of [-1, 19, 20, 59, 60, 900])
      await add(user, agent, 1, `${hour} + interval '${String(minute)} minutes'`);
    expect(await totals(user)).toMatchObject({ messages: 6, period_messages: 4, period_cost: 0.4 });
  });

  test('usage rows are deleted after 13 months; totals, days and the ledger stay', async () => {
    const user = await served.user();
    const agent = await addAgent(creator);
    await add(user, agent, 4, `now() - interval '15 months'`);
    await add(user, agent, 2);
    const before = [await totals(user), await dashboard()];
    await served.service.rpc('sweep_deployments');
    expect(await count('public.usage_tracking', `user_id = '${user.id}'`)).toBe(1);
    expect(await count('private.usage_hours', `user_id = '${user.id}'`)).toBe(2);
    expect(await count('private.usage_days', `user_id = '${user.id}'`)).toBe(2);
    expect([await totals(user), await dashboard()]).toEqual(before);
    expect(before[0]).toMatchObject({ messages: 6, cost: 0.6, period_messages: 2 });
    // The rows are gone, so only days without them are compared.
    expect(await differences()).toEqual([expect.objectContaining({ name: 'all time' })]);
    await run(`delete from auth.users where id = '${user.id}'`);
    expect(await differences()).toEqual([]);
  });

  test('the sums of a deleted agent stay while it can be restored; then a job deletes them in batches (M8)', async () => {
    const agent = await addAgent(creator);
    const user = await served.user();
    await add(user, agent, 5);
    await run(
      `insert into private.agent_usage_days (agent_id, day, messages)
       select '${agent}', '2010-01-01'::date + n, 1 from generate_series(1, 1500) n`,
    );
    const before = await dashboard();
    await creator.client.from('agents').delete().eq('id', agent);
    await creator.client.rpc('restore_agent', { agent });
    expect(await dashboard()).toEqual(before);
    expect((await creator.client.rpc('list_jobs')).data).toEqual([]);
    await creator.client.from('agents').delete().eq('id', agent);
    await run(
      `update private.agent_archive set deleted_at = now() - interval '31 days' where id = '${agent}'`,
    );
    await vi.waitFor(
      async () => {
        await served.service.rpc('sweep_deployments');
        expect(await count('private.agent_usage_days', `agent_id = '${agent}'`)).toBe(0);
      },
      { timeout: 20_000, interval: 1 },
    );
    expect(await count('public.usage_tracking', `agent_id = '${agent}'`)).toBe(1);
    expect(await totals(user)).toMatchObject({ messages: 5 });
    expect((await creator.client.rpc('list_jobs')).data).toEqual([
      expect.objectContaining({ done: 1502, finished_at: expect.any(String) as string }),
    ]);
  });

  // PGlite has one connection, so nothing runs concurrently.
  test.runIf(engine === 'PostgreSQL')(
    'many gateways add to the sums of the same agents at once',
    async () => {
      const [{ name } = { name: '' }] = await rows<{ name: string }>('select current_database() as name');
      const pool = postgres(`${inject('postgresServer')}/${name}`, { max: 8 });
      const agents = [await addAgent(creator), await addAgent(creator)];
      const users = [await served.user(), await served.user()];
      try {
        await Promise.all(
          Array.from({ length: 60 }, (_, index) => {
            // Batches that name users and agents in different orders.
            const calls = [0, 1, 2, 3].map((n) => ({
              ...{ user_id: users[(index + n) % 2]?.id, agent_id: agents[(index + (n >> 1)) % 2] },
              ...{ usage_type: 'message', quantity: 1, cost: 0.01, idempotency_key: randomUUID() },
            }));
            return pool`insert into public.usage_tracking ${pool(calls as never[])}`;
          }),
        );
      } finally {
        await pool.end();
      }
      expect(await differences()).toEqual([]);
      expect(await count('public.usage_tracking', `agent_id in ('${agents.join("','")}')`)).toBe(240);
    },
  );
});
