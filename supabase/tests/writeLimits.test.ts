/**
 * Limits of writes: per request and day in the database, and jobs for what touches many rows. One file, because all tests
 * share one server.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAgent, deploy, engines, type TestUser, type Served, serve } from '@slipway/backend/testing';

const rowsOf = (count: number, name = 'SPAM') =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${String(index)}`,
    category: 'sales',
    is_public: true,
    status: 'active',
  }));

describe.each(engines)('limits of writes on %s', (engine) => {
  let served: Served;
  let user: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    user = await served.creator('Busy Creator');
  });
  afterAll(() => served.close());

  const countOf = async (table: string, where: string) => {
    const [row] = await served.backend.database.rows<{ count: number }>(
      `select count(*)::integer as count from ${table} where ${where}`,
    );
    return row?.count;
  };
  const sweep = async () => {
    const { error } = await served.service.rpc('sweep_deployments');
    expect(error).toBeNull();
  };

  test('one request cannot add 6,000 public agents, and adds none of them (H8)', async () => {
    const { status, error } = await user.client.from('agents').insert(rowsOf(6000));
    expect([status, error?.message]).toEqual([
      413,
      expect.stringMatching(/^(Too many rows in one request|The body of a write)/),
    ]);
    const { status: smaller, error: rejection } = await user.client.from('agents').insert(rowsOf(300));
    expect([smaller, rejection?.message]).toEqual([
      413,
      'Too many rows in one request: up to 50 (new agents). Nothing was changed',
    ]);
    expect(await countOf('public.agents', `creator_id = '${user.id}'`)).toBe(0);
    expect(await countOf('public.agent_listings', `name like 'SPAM%'`)).toBe(0);
    expect((await user.client.from('agents').insert(rowsOf(50))).status).toBe(201);
  });

  test('a user adds up to 300 agents a day; another user and the server are not affected (H8)', async () => {
    await served.backend.database.run(
      `update private.daily_counts set items = 299 where kind = 'new agents' and source = '${user.id}'`,
    );
    await addAgent(user);
    const rejected = await user.client.from('agents').insert(rowsOf(1));
    expect([rejected.status, rejected.error?.message]).toEqual([
      429,
      'Daily limit reached: up to 300 a day (new agents). Try again tomorrow',
    ]);
    await addAgent(await served.user());
    const many = rowsOf(120, 'Server').map((row) => ({ ...row, creator_id: user.id }));
    expect((await served.service.from('agents').insert(many)).status).toBe(201);
  });

  test('an account has at most 1,000 agents (H8)', async () => {
    const full = await served.creator();
    await served.backend.database.run(`
      insert into public.agents (creator_id, name, category)
      select '${full.id}', 'Draft ' || n, 'sales' from generate_series(1, 1000) n`);
    const { status, error } = await full.client
      .from('agents')
      .insert({ name: 'One more', category: 'sales' });
    expect([status, error?.message]).toEqual([
      409,
      'You have 1,000 agents. Delete one before you add another',
    ]);
  });

  test('a restore counts for the limits of 1,000 agents and 1,000 deployments (H8)', async () => {
    const full = await served.creator();
    const agent = await addAgent(full, { name: 'Deleted' });
    const { data } = await deploy(full, { name: 'deleted', agent_id: await addAgent(full) });
    const { id } = data as { id: string };
    await full.client.from('deployments').delete().eq('id', id);
    await full.client.from('agents').delete().eq('id', agent);
    await served.backend.database.run(`
      insert into public.agents (creator_id, name, category)
      select '${full.id}', 'Draft ' || n, 'sales' from generate_series(1, 999) n;
      insert into public.deployments (user_id, agent_id, name, api_key, endpoint_url, status)
      select '${full.id}', a.id, 'filler-' || n, 'ak_••••abcd', 'https://x.example/v1/agents/filler-' || n, 'stopped'
      from generate_series(1, 1000) n cross join (
        select id from public.agents where creator_id = '${full.id}' limit 1
      ) a`);
    const deployment = await full.client.rpc('restore_deployment', { id });
    expect([deployment.status, deployment.error?.message]).toEqual([
      409,
      'You have 1,000 deployments. Delete one before you restore another',
    ]);
    const restored = await full.client.rpc('restore_agent', { agent });
    expect([restored.status, restored.error?.message]).toEqual([
      409,
      'You have 1,000 agents. Delete one before you restore another',
    ]);
    await served.backend.database.run(`
      delete from public.deployments where user_id = '${full.id}' and name = 'filler-1';
      delete from public.agents where creator_id = '${full.id}' and name = 'Draft 1'`);
    expect((await full.client.rpc('restore_deployment', { id })).error).toBeNull();
    expect((await full.client.rpc('restore_agent', { agent })).error).toBeNull();
  });

  test('renaming a creator with many agents refreshes the listings in batches, with progress (H8)', async () => {
    const { error } = await user.client
      .from('profiles')
      .update({ full_name: 'Renamed Creator' })
      .eq('id', user.id);
    expect(error).toBeNull();
    expect(await countOf('public.agent_listings', `creator_name = 'Renamed Creator'`)).toBe(0);
    const jobs = async () => (await user.client.rpc('list_jobs')).data as { done: number; total: number }[];
    expect(await jobs()).toEqual([
      expect.objectContaining({ kind: 'refresh_listings', done: 0, total: 171, finished_at: null }),
    ]);
    await sweep();
    expect(await jobs()).toEqual([expect.objectContaining({ done: 100, finished_at: null })]);
    await sweep();
    expect(await jobs()).toEqual([
      expect.objectContaining({ done: 171, finished_at: expect.any(String) as string }),
    ]);
    expect(await countOf('public.agent_listings', `creator_name = 'Renamed Creator'`)).toBe(171);
  });

  test('one request deletes up to 50 agents (H8)', async () => {
    const rejected = await user.client.from('agents').delete().eq('creator_id', user.id);
    expect(rejected.status).toBe(413);
    expect(await countOf('public.agents', `creator_id = '${user.id}'`)).toBe(171);
    const { data } = await user.client.from('agents').select('id').eq('creator_id', user.id).limit(50);
    const ids = (data ?? []).map(({ id }) => String(id));
    expect((await user.client.from('agents').delete().in('id', ids)).status).toBe(204);
    expect(await countOf('public.agents', `creator_id = '${user.id}'`)).toBe(121);
  });

  test('deleting an agent touches none of its usage, and restoring it keeps the usage (M8)', async () => {
    const { database } = served.backend;
    const creator = await served.creator();
    const agent = await addAgent(creator);
    await database.run(`
      insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
      select '${user.id}', '${agent}', 'message', 1, 0.01 from generate_series(1, 20)`);
    // Each write gives a row another `xmin`.
    const usage = () =>
      database.rows(
        `select id, xmin::text from public.usage_tracking where agent_id = '${agent}' order by id`,
      );
    const before = await usage();
    expect(before).toHaveLength(20);
    expect((await creator.client.from('agents').delete().eq('id', agent)).status).toBe(204);
    expect(await usage()).toEqual(before);
    expect(await countOf('private.agent_archive', `id = '${agent}' and usage_ids = '{}'`)).toBe(1);
    expect((await creator.client.rpc('restore_agent', { agent })).error).toBeNull();
    expect(await usage()).toEqual(before);
    const { data } = await creator.client.rpc('dashboard_totals').single();
    expect(data).toMatchObject({ revenue: 0.2 });
  });

  test('an agent with many reviews is archived at once and deleted by a job (M8)', async () => {
    const { database } = served.backend;
    const creator = await served.creator();
    const agent = await addAgent(creator);
    await database.run(`
      insert into auth.users (id, email)
      select ('f1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'fan-' || n || '@example.com'
      from generate_series(1, 1100) n;
      insert into public.agent_installs (agent_id, user_id)
      select '${agent}', ('f1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, 1100) n;
    `);
    expect((await creator.client.from('agents').delete().eq('id', agent)).status).toBe(204);
    expect(await countOf('public.agents', `id = '${agent}' and status = 'archived' and not is_public`)).toBe(
      1,
    );
    await vi.waitFor(
      async () => {
        await sweep();
        expect(await countOf('public.agents', `id = '${agent}'`)).toBe(0);
      },
      { timeout: 20_000, interval: 1 },
    );
    const { data } = await creator.client.rpc('list_jobs');
    expect(data).toEqual([expect.objectContaining({ kind: 'delete_agent', done: 1100, total: 1100 })]);
  });

  test('an account keeps its newest 300 archives (H8)', async () => {
    await served.backend.database.run(`
      insert into private.agent_archive (id, creator_id, agent, config, installs, reviews, reports, deleted_at)
      select gen_random_uuid(), '${user.id}', '{}', '[]', '[]', '[]', '[]', now() - interval '1 day'
      from generate_series(1, 310)`);
    const { data } = await user.client.from('agents').select('id').eq('creator_id', user.id).limit(10);
    const ids = (data ?? []).map(({ id }) => String(id));
    expect((await user.client.from('agents').delete().in('id', ids)).status).toBe(204);
    expect(await countOf('private.agent_archive', `creator_id = '${user.id}'`)).toBe(300);
    expect(
      await countOf('private.agent_archive', `creator_id = '${user.id}' and id in ('${ids.join("','")}')`),
    ).toBe(10);
  });
});
