/**
 * The monthly price of deployments whose calls are rejected: a suspension, or the end of a withdrawn agent. One file: all
 * tests share one database.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('the monthly price without calls on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  /** A deployment at 30 dollars a month, which has run since a time. */
  const started = async (since = "now() - interval '3 days'") => {
    const [creator, owner] = [await served.creator(), await served.user()];
    const agent = await addAgent(creator, { pricing_model: 'per_month', price_per_month: 30 });
    const { data, error } = await deploy(owner, { name: 'monthly', agent_id: agent });
    expect(error).toBeNull();
    const { id } = data as { id: string };
    await run(`update private.deployment_meters set charged_until = ${since} where deployment_id = '${id}';
      alter table private.deployment_terms disable trigger deployment_terms_append_only;
      update private.deployment_terms set starts_at = ${since} where deployment_id = '${id}';
      alter table private.deployment_terms enable trigger deployment_terms_append_only`);
    return { creator, owner, agent, id };
  };
  type Started = Awaited<ReturnType<typeof started>>;
  /** Suspends it from `from` until `to`, in days ago; until now without `to`. */
  const suspend = async (kind: string, subject: string, from: number, to?: number) => {
    const reasons = { reason: 'spam', appeal: 'help@slipway.example' };
    expect((await served.service.rpc('suspend', { kind, subject, ...reasons })).error).toBeNull();
    if (to !== undefined)
      expect((await served.service.rpc('lift_suspension', { kind, subject, reason: 'ok' })).error).toBeNull();
    await run(`update private.suspensions set created_at = now() - interval '${String(from)} days'
      ${to === undefined ? '' : `, lifted_at = now() - interval '${String(to)} days'`}
      where subject = '${subject}' and created_at > now() - interval '1 minute'`);
  };
  /** Days of 28 to 31 in a month. */
  const expectDays = (amount: number, days: number) => {
    expect(amount).toBeGreaterThan(days * 0.96);
    expect(amount).toBeLessThan(days * 1.08 + 0.01);
  };
  const accrued = async ({ client }: Pick<TestUser, 'client'>) => {
    const { data, error } = await client.rpc('billing_statement');
    expect(error).toBeNull();
    const months = (data as { kind: string; is_accrued: boolean; amount: number }[]).filter(
      ({ kind, is_accrued }) => kind === 'month' && is_accrued,
    );
    return months.reduce((sum, { amount }) => sum + amount, 0);
  };
  const charged = async ({ id }: Started) => {
    const [row] = await served.backend.database.rows<{ sum: string }>(
      `select coalesce(sum(amount), 0) as sum from private.ledger_transactions where deployment_id = '${id}'`,
    );
    return Number(row?.sum);
  };
  const stop = async ({ owner, id }: Started) => {
    for (const status of ['active', 'stopped'])
      expect((await owner.client.from('deployments').update({ status }).eq('id', id)).error).toBeNull();
  };

  test.each([
    ['the agent', 'agent', ({ agent }: Started) => agent],
    ['the deployment', 'deployment', ({ id }: Started) => id],
    ['the creator', 'person', ({ creator }: Started) => creator.id],
  ])('a suspension of %s ends it for that time', async (_name, kind, subjectOf) => {
    const bot = await started();
    await suspend(kind, subjectOf(bot), 2, 1);
    expectDays(await accrued(bot.owner), 2);
    expect(await accrued(await served.user())).toBe(0);
    expect((await served.visitor.rpc('billing_statement')).status).toBe(401);
    await stop(bot);
    expectDays(await charged(bot), 2);
  });

  test('a suspended owner, who cannot stop the deployment, is not charged for that time', async () => {
    const bot = await started();
    await suspend('person', bot.owner.id, 2);
    await run(`delete from public.deployments where id = '${bot.id}'`);
    expectDays(await charged(bot), 1);
  });

  test('it ends until the suspension is lifted, and suspensions at the same time count once', async () => {
    const bot = await started();
    await suspend('deployment', bot.id, 2.5, 1.5);
    await suspend('agent', bot.agent, 2);
    expectDays(await accrued(bot.owner), 0.5);
    await stop(bot);
    expectDays(await charged(bot), 0.5);
  });

  test('the deletion of the suspended creator charges nothing for that time', async () => {
    const bot = await started();
    await suspend('person', bot.creator.id, 2);
    await run(`do $$ begin while private.delete_account_rows('${bot.creator.id}') > 0 loop end loop; end $$`);
    expect(
      await served.backend.database.rows(`select 1 from public.agents where id = '${bot.agent}'`),
    ).toEqual([]);
    expectDays(await charged(bot), 1);
  });

  test.each(['creator', 'owner'] as const)(
    'an operator who deletes the suspended %s charges nothing for that time',
    async (who) => {
      const bot = await started();
      await suspend('person', bot[who].id, 2);
      await run(`delete from auth.users where id = '${bot[who].id}'`);
      expectDays(await charged(bot), 1);
    },
  );

  test('the return of an agent that ended posts no charge, and the time between is free', async () => {
    const bot = await started();
    const agents = bot.creator.client.from('agents');
    const hidden = await agents.update({ is_public: false }).eq('id', bot.agent);
    expect(hidden.error).toBeNull();
    await run(`update public.agents set calls_end_at = now() - interval '2 days' where id = '${bot.agent}'`);
    expectDays(await accrued(bot.owner), 1);
    expect((await agents.update({ is_public: true }).eq('id', bot.agent)).error).toBeNull();
    expect(await charged(bot)).toBe(0);
    await run(
      `update private.ended_times set ends_at = now() - interval '1 day' where agent_id = '${bot.agent}'`,
    );
    expectDays(await accrued(bot.owner), 2);
    await stop(bot);
    expectDays(await charged(bot), 2);
  });

  test('the deletion of an agent that ended charges nothing for the time after its end', async () => {
    const bot = await started();
    const agents = bot.creator.client.from('agents');
    expect((await agents.update({ is_public: false }).eq('id', bot.agent)).error).toBeNull();
    await run(`update public.agents set calls_end_at = now() - interval '2 days' where id = '${bot.agent}'`);
    await run(`delete from public.agents where id = '${bot.agent}'`);
    expectDays(await charged(bot), 1);
  });

  test('a creator who hides and publishes an agent all day stops neither its deployments nor the sweep', async () => {
    const deployed = await started("date_trunc('month', now(), 'UTC') - interval '3 days'");
    const { agent, creator, id, owner } = deployed;
    const publish = (is_public: boolean) =>
      creator.client.from('agents').update({ is_public, notice_days: 0 }).eq('id', agent);
    for (let times = 0; times < 10; times += 1)
      for (const is_public of [false, true]) expect((await publish(is_public)).error).toBeNull();
    expect((await publish(false)).error).toBeNull();
    const again = await publish(true);
    expect([again.status, again.error?.message]).toEqual([
      429,
      'Daily limit reached: up to 10 a day (an agent published again after its calls ended). Try again tomorrow',
    ]);
    // Those of a day, from before this limit.
    await run(`insert into private.ended_times (agent_id, starts_at, ends_at)
      select '${agent}', t, t + interval '5 seconds' from generate_series(
        date_trunc('month', now(), 'UTC') - interval '2 days', date_trunc('month', now(), 'UTC') - interval '1 day',
        interval '1 minute'
      ) t`);
    expect(await accrued(owner)).toBeGreaterThan(0);
    expect((await served.service.rpc('sweep_deployments')).error).toBeNull();
    await vi.waitFor(async () => {
      expectDays(await charged(deployed), 2.9);
    });
    const { data } = await owner.client.from('deployments').delete().eq('id', id).select('id');
    expect(data).toEqual([{ id }]);
  });

  test('the sweep posts no charge for months without calls, and continues after them', async () => {
    const bot = await started("date_trunc('month', now(), 'UTC') - interval '3 days'");
    await suspend('agent', bot.agent, 40);
    await served.service.rpc('sweep_deployments');
    expect(await charged(bot)).toBe(0);
    const [meter] = await served.backend.database.rows<{ is_due: boolean }>(
      `select charged_until < date_trunc('month', now(), 'UTC') as is_due from private.deployment_meters
       where deployment_id = '${bot.id}'`,
    );
    expect(meter).toEqual({ is_due: false });
    expect((await served.service.rpc('reconcile_billing', { days: 400 })).data).toEqual([]);
  });

  test.skipIf(engine === 'PGlite')(
    'a sweep and a stop at the same time do not block each other',
    async () => {
      const before = (days: number) => `date_trunc('month', now(), 'UTC') - interval '${String(days)} days'`;
      const [first, second] = [await started(before(4)), await started(before(3))];
      // Two deployments of one agent, the first one due first: their charges change the same sums.
      await run(`update private.deployment_meters m set (agent_id, creator) = (o.agent_id, o.creator)
      from private.deployment_meters o where m.deployment_id = '${second.id}' and o.deployment_id = '${first.id}'`);
      await run(`update public.deployments set status = 'active' where id = '${second.id}'`);
      const [at] = await served.backend.database.rows<{ name: string }>('select current_database() as name');
      const [stopper, sweeper] = [1, 2].map(() =>
        postgres(`${inject('postgresServer')}/${String(at?.name)}`, { max: 1 }),
      );
      if (!stopper || !sweeper) throw new Error('two connections');
      try {
        await stopper.unsafe(
          `begin; select from private.deployment_meters where deployment_id = '${second.id}' for update`,
        );
        await sweeper.unsafe('begin');
        const swept = sweeper
          .unsafe('select private.charge_due_months()')
          .then(() => sweeper.unsafe('commit'));
        await Promise.race([swept, new Promise((resolve) => setTimeout(resolve, 500))]);
        await stopper.unsafe(
          `update public.deployments set status = 'stopped' where id = '${second.id}'; commit`,
        );
        await swept;
      } finally {
        await Promise.all([stopper.end(), sweeper.end()]);
      }
      expect((await served.service.rpc('reconcile_billing', { days: 400 })).data).toEqual([]);
      expect(await charged(first)).toBeGreaterThan(2.5);
      expect(await charged(second)).toBeGreaterThan(2.5);
    },
  );
});
