/** The seeded workspace of the demo user, and the empty one of a new user. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, engines, files, serve, type Served } from '@slipway/backend/testing';
import { demo } from '@slipway/backend';

describe.each(engines)('the demo workspace on %s', (engine) => {
  let served: Served;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    served = await serve(engine);
    client = clientOf(served.origin, served.backend.publishableKey);
    await client.auth.signInWithPassword(demo);
  });
  afterAll(() => served.close());

  const everything = async () => {
    const { database } = served.backend;
    const counts: Record<string, unknown> = {};
    const tables =
      'agents agent_configs agent_installs deployments deployment_events subscriptions usage_tracking security_audit_log';
    for (const table of tables.split(' ')) {
      counts[table] = (await database.rows(`select count(*)::int as rows from public.${table}`))[0]?.['rows'];
    }
    return counts;
  };

  test('seeding again changes nothing', async () => {
    const before = await everything();
    for (const file of [files.seedFile, files.demoFile])
      await served.backend.database.run(await readFile(file, 'utf8'));
    expect(await everything()).toEqual(before);
  });

  test('has deployments in every status, with keys that can be revealed', async () => {
    const { data } = await client.from('deployments').select('id, status, agent:agents(name)').order('id');
    expect(new Set(data?.map((row) => row.status as string))).toEqual(
      new Set(['pending', 'deploying', 'active', 'stopped', 'failed']),
    );
    expect(data?.every((row) => (row.agent as unknown as { name: string } | null)?.name)).toBe(true);
    const id = String(data?.[0]?.id);
    expect((await client.rpc('reveal_deployment_key', { id })).data).toMatch(/^ak_[0-9a-f]{64}$/);
  });

  test('has agents, a Pro subscription, three months of usage and dashboard totals', async () => {
    const own = await client
      .from('agents')
      .select('status')
      .eq('creator_id', 'd0000000-0000-4000-8000-000000000001');
    expect(own.data?.map((row) => row.status as string).sort()).toEqual([
      'active',
      'archived',
      'draft',
      'draft',
    ]);
    const subscription = await client.from('subscriptions').select().single();
    expect(subscription.data).toMatchObject({ plan_name: 'Pro', status: 'active', price_per_cycle: 29 });
    const totals = (await client.rpc('usage_totals').single()).data as Record<string, number>;
    expect(totals['messages']).toBeGreaterThan(500);
    expect(totals['messages']).toBe(totals['api_calls']);
    expect(totals['period_messages']).toBeLessThan(totals['messages'] ?? 0);
    expect(totals['storage']).toBe(162.5);
    expect((await client.rpc('dashboard_totals').single()).data).toMatchObject({
      total_agents: 4,
      active_users: 7,
      revenue: 5.32,
    });
  });

  test('every install count is the imported installs plus the rows', { tags: ['MKT-48'] }, async () => {
    const wrong = await served.backend.database.rows(
      `select a.name from public.agents a
       where a.install_count <> a.imported_installs
         + (select count(*) from public.agent_installs i where i.agent_id = a.id)`,
    );
    expect(wrong).toEqual([]);
  });

  test('a new user has no data', async () => {
    const { client: fresh } = await served.user();
    for (const table of [
      'deployments',
      'deployment_events',
      'subscriptions',
      'usage_tracking',
      'agent_installs',
      'agent_configs',
      'agent_reports',
    ]) {
      expect((await fresh.from(table).select()).data, table).toEqual([]);
    }
    expect((await fresh.rpc('usage_totals').single()).data).toMatchObject({ messages: 0, cost: 0 });
  });
});
