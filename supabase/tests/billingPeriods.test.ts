/** Periods of plans: they renew or end, are charged once, and quotas and limits follow them (H3b, A7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('billing periods on %s', (engine) => {
  let served: Served;

  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const rows = <T extends Record<string, unknown>>(statement: string) =>
    served.backend.database.rows<T>(statement);
  const quota = async ({ client }: TestUser) => (await client.rpc('message_quota').single()).data;
  const subscribe = (user: TestUser, started: string, ended: string, row: object = {}) =>
    served.service.from('subscriptions').insert({
      ...{
        user_id: user.id,
        status: 'active',
        plan_name: 'Pro',
        price_per_cycle: 29,
        billing_cycle: 'monthly',
      },
      ...{ current_period_start: started, current_period_end: ended },
      ...row,
    });
  const subscription = async (user: TestUser) =>
    (
      await rows<{ status: string; starts: string; ends: string }>(
        `select status, to_char(current_period_start at time zone 'UTC', 'YYYY-MM-DD') as starts,
           to_char(current_period_end at time zone 'UTC', 'YYYY-MM-DD') as ends
         from public.subscriptions where user_id = '${user.id}' order by created_at desc limit 1`,
      )
    )[0];
  /** Charges and credits of a user's plans, oldest first. */
  const planCharges = async (user: TestUser) =>
    (
      await rows<{ amount: number }>(
        `select t.amount::float as amount from private.ledger_transactions t
         join private.ledger_accounts a on a.id = t.payer
         where a.person = '${user.id}' and t.kind in ('plan', 'plan_credit') order by t.id`,
      )
    ).map(({ amount }) => amount);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test('a subscription whose period ended 60 days ago gives the Starter quota, and ends (H3b)', async () => {
    const user = await served.user();
    await subscribe(user, ago(90), ago(60));
    expect(await quota(user)).toMatchObject({ plan_name: 'Starter', quota: 100 });
    await served.service.rpc('sweep_deployments');
    expect((await subscription(user))?.status).toBe('canceled');
  });

  test('a subscription that renews keeps its plan and is charged for each period, once', async () => {
    const user = await served.user();
    await subscribe(user, ago(70), ago(40), { renews: true });
    const before = await quota(user);
    expect(before).toMatchObject({ plan_name: 'Pro', quota: 10_000 });
    for (let sweep = 0; sweep < 5; sweep += 1) await served.service.rpc('sweep_deployments');
    expect((await subscription(user))?.status).toBe('active');
    // The sweep makes the period that the quota already had.
    expect(await quota(user)).toEqual(before);
    const charges = await planCharges(user);
    expect(charges.length).toBeGreaterThanOrEqual(3);
    expect(new Set(charges)).toEqual(new Set([29]));
  });

  test('a past due subscription does not renew, a trial that renews becomes paid', async () => {
    const [late, trying] = [await served.user(), await served.user()];
    await subscribe(late, ago(40), ago(9), { renews: true, status: 'past_due' });
    await subscribe(trying, ago(40), ago(9), { renews: true, status: 'trialing' });
    expect(await quota(late)).toMatchObject({ plan_name: 'Starter' });
    await served.service.rpc('sweep_deployments');
    expect((await subscription(late))?.status).toBe('canceled');
    expect((await subscription(trying))?.status).toBe('active');
    expect([await planCharges(late), await planCharges(trying)]).toEqual([[], [29]]);
  });

  test.each([
    ['2026-01-31', 'monthly', '2026-02-28', '2026-02-28', '2026-03-31'],
    ['2026-01-31', 'monthly', '2026-02-27', '2026-01-31', '2026-02-28'],
    ['2026-01-31', 'monthly', '2026-04-30', '2026-04-30', '2026-05-31'],
    ['2024-02-29', 'yearly', '2025-03-01', '2025-02-28', '2026-02-28'],
    ['2024-02-29', 'yearly', '2028-02-29', '2028-02-29', '2029-02-28'],
    ['2026-12-31', 'monthly', '2027-01-01', '2026-12-31', '2027-01-31'],
  ])('anchored at %s, %s: %s is in the period from %s to %s', async (anchor, cycle, at, starts, ends) => {
    const [period] = await rows<{ starts: string; ends: string }>(
      `set timezone = 'America/New_York';
       select to_char(starts at time zone 'UTC', 'YYYY-MM-DD') as starts, to_char(ends at time zone 'UTC', 'YYYY-MM-DD') as ends
       from private.period_at('${anchor} 00:00+00', '${cycle}', '${at} 00:00+00')`.replace(
        /^set[^;]*;\s*/,
        '',
      ),
    );
    expect(period).toEqual({ starts, ends });
  });

  test('another plan in the middle of a period credits the rest: no time is paid for twice', async () => {
    const user = await served.user();
    const plan = (plan_name: string) => served.service.rpc('set_plan', { email: user.email, plan_name });
    await plan('Pro');
    await run(
      `update public.subscriptions set current_period_end = current_period_end where user_id = '${user.id}'`,
    );
    await plan('Enterprise');
    expect(await planCharges(user)).toEqual([29, -29, 99]);
    expect(await quota(user)).toMatchObject({ plan_name: 'Enterprise', quota: null });
    await plan('Starter');
    expect(await planCharges(user)).toEqual([29, -29, 99, -99]);
    expect(await quota(user)).toMatchObject({ plan_name: 'Starter', quota: 100 });
  });

  test('another plan credits no more than the charge still is after refunds', async () => {
    const user = await served.user();
    const plan = (plan_name: string) => served.service.rpc('set_plan', { email: user.email, plan_name });
    await plan('Pro');
    const [{ charge } = { charge: 0 }] = await rows<{ charge: number }>(
      `select t.id::int as charge from private.ledger_transactions t
       join private.ledger_accounts a on a.id = t.payer where a.person = '${user.id}' and t.kind = 'plan'`,
    );
    const refund = { charge, amount: 20, reason: 'A week without service' };
    expect((await served.service.rpc('refund_charge', refund)).error).toBeNull();
    await plan('Starter');
    expect(await planCharges(user)).toEqual([29, -9]);
  });

  test('the Starter plan has one agent, also after a restore and for requests at the same time (A7)', async () => {
    const user = await served.user();
    const add = () => user.client.rpc('create_agent', { name: 'Another', description: 'One' });
    const attempts = await Promise.all([add(), add(), add()]);
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(attempts.find(({ error }) => error)?.error).toMatchObject({
      hint: 'plan_limit',
      message: 'The Starter plan includes 1 agent. Archive or delete your agent, or upgrade your plan',
    });
    const agent = (attempts.find(({ data }) => data)?.data as { id: string }).id;
    const archive = (id: string, status: string) =>
      user.client.from('agents').update({ status }).eq('id', id);
    await archive(agent, 'archived');
    const second = await addAgent(user);
    expect((await archive(agent, 'draft')).status).toBe(403);
    expect((await archive(second, 'draft')).error).toBeNull();
    await user.client.from('agents').delete().eq('id', second);
    await archive(agent, 'draft');
    expect((await user.client.rpc('restore_agent', { agent: second })).status).toBe(403);

    await served.service.rpc('set_plan', { email: user.email, plan_name: 'Pro' });
    expect((await user.client.rpc('restore_agent', { agent: second })).error).toBeNull();
    await served.service.rpc('set_plan', { email: user.email, plan_name: 'Starter' });
    // Agents from a larger plan stay and can be changed, but none is added.
    expect((await user.client.from('agents').update({ name: 'Kept' }).eq('id', second)).error).toBeNull();
    expect((await add()).status).toBe(403);
  });
});
