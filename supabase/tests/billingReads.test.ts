/** Reads of the billing page: the current subscription and usage by day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe.each(engines)('billing on %s', (engine) => {
  let served: Served;
  let user: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    user = await served.user();
  });
  afterAll(() => served.close());

  test(
    'the active subscription comes first, then the newest of the others',
    { tags: ['BILL-03', 'T-32'] },
    async () => {
      const subscribe = (status: string, created_at: string) =>
        served.service.from('subscriptions').insert({
          user_id: user.id,
          status,
          plan_name: 'Pro',
          price_per_cycle: 29,
          billing_cycle: 'monthly',
          current_period_start: daysAgo(5),
          current_period_end: daysAgo(-25),
          created_at,
        });
      const current = async () => {
        const { data } = await user.client
          .from('subscriptions')
          .select('status')
          .eq('user_id', user.id)
          .order('is_active', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle();
        return data?.status as unknown;
      };
      expect(await current()).toBeUndefined();
      await subscribe('canceled', daysAgo(300));
      await subscribe('incomplete', daysAgo(200));
      expect(await current()).toBe('incomplete');
      await subscribe('active', daysAgo(250));
      expect(await current()).toBe('active');
      await served.service
        .from('subscriptions')
        .update({ status: 'past_due' })
        .eq('status', 'active')
        .eq('user_id', user.id);
      expect(await current()).toBe('incomplete');
    },
  );

  test('usage_by_day sums usage of the caller per UTC day and deployment, exactly', async () => {
    const agent = await addAgent(user);
    const { data: kept } = await deploy(user, { name: 'kept', agent_id: agent });
    const { data: deleted } = await deploy(user, { name: 'deleted', agent_id: agent });
    const use = (deployment_id: string | null, usage_type: string, cost: number, created_at: string) => ({
      user_id: user.id,
      deployment_id,
      usage_type,
      quantity: 1,
      cost,
      created_at,
    });
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = daysAgo(1).slice(0, 10);
    await served.service
      .from('usage_tracking')
      .insert([
        ...Array.from({ length: 1_200 }, () =>
          use(String(kept.id), 'message', 0.1, `${yesterday}T00:00:00Z`),
        ),
        use(String(kept.id), 'api_call', 0, `${yesterday}T23:59:59.999Z`),
        use(String(kept.id), 'storage', 0, `${yesterday}T12:00:00Z`),
        use(String(deleted.id), 'message', 0.2, `${today}T00:00:00Z`),
        use(null, 'message', 0.3, daysAgo(40)),
      ]);
    await user.client.from('deployments').delete().eq('id', String(deleted.id));

    const byDay = async (days: number, client = user.client) =>
      (await client.rpc('usage_by_day', { days })).data as unknown;
    const rows = [
      {
        day: yesterday,
        deployment_id: kept.id as unknown,
        deployment: 'kept',
        messages: 1_200,
        api_calls: 1,
        cost: 120,
      },
      {
        day: today,
        deployment_id: deleted.id as unknown,
        deployment: null,
        messages: 1,
        api_calls: 0,
        cost: 0.2,
      },
    ];
    expect(await byDay(2)).toEqual(rows);
    expect(await byDay(1)).toEqual(rows.slice(1));
    expect(await byDay(0)).toEqual(rows.slice(1));
    expect(await byDay(90)).toHaveLength(3);
    expect(await byDay(90, (await served.user()).client)).toEqual([]);
    expect((await served.visitor.rpc('usage_by_day', { days: 2 })).status).toBe(401);
  });

  test('pages of usage have each row of usage_by_day once (19.8)', async () => {
    interface Day {
      day: string;
      deployment_id: string | null;
    }
    const payer = await served.user();
    // Sums only, as the functions read nothing else: some are zero, some without a deployment.
    await served.backend.database
      .run(`insert into private.usage_days (user_id, day, deployment_id, messages, api_calls, tokens, cost)
      select '${payer.id}', (now() at time zone 'UTC')::date - n % 89, case when n % 20 > 0 then gen_random_uuid() end,
        n % 3, n % 3, 0, n % 3 * 0.1
      from generate_series(1, 2000) n
      on conflict on constraint usage_days_once do nothing`);
    const paged: Day[] = [];
    for (let size = 1_000; size === 1_000;) {
      const last = paged.at(-1);
      const after = last && { after_day: last.day, after_deployment: last.deployment_id };
      const { data } = await payer.client.rpc('usage_page', { days: 90, ...after });
      paged.push(...(data as Day[]));
      size = (data as Day[]).length;
    }
    const whole = [0, 1_000].map(async (from) => {
      const all = payer.client.rpc('usage_by_day', { days: 90 }).order('day').order('deployment_id');
      return (await all.range(from, from + 999)).data as Day[];
    });
    const expected = (await Promise.all(whole)).flat();
    expect(expected.length).toBeGreaterThan(1_000);
    expect(paged).toEqual(expected);
    expect((await (await served.user()).client.rpc('usage_page', { days: 90 })).data).toEqual([]);
    expect((await served.visitor.rpc('usage_page')).status).toBe(401);
  });
});
