/**
 * The ledger: charges in double entry, which balance, are never changed and outlive their users (H3).
 * One file because all tests share one server and its users.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('the ledger on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let count = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const rows = <T extends Record<string, unknown>>(statement: string) =>
    served.backend.database.rows<T>(statement);
  const deployTo = async (user: TestUser, price: object, maker = creator) => {
    const agent = await addAgent(maker, price);
    const { data, error } = await deploy(user, { name: `ledger-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    return { agent, id: String((data as { id: string }).id) };
  };
  const perMessage = (price_per_message: number) => ({ pricing_model: 'per_message', price_per_message });
  const perMonth = (price_per_month: number) => ({ pricing_model: 'per_month', price_per_month });
  const record = async (deployment: string, key: string) => {
    const { error } = await served.service.rpc('record_usage', {
      ...{ idempotency_key: `ledger ${key}`, deployment_id: deployment },
    });
    expect(error).toBeNull();
  };
  /** Entries of a deployment's transactions by account: what each owes (positive) or gets (negative). */
  const entriesOf = async (deployment: string) =>
    Object.fromEntries(
      (
        await rows<{ kind: string; amount: string }>(
          `select a.kind, trim_scale(sum(e.amount))::text as amount from private.ledger_transactions t
           join private.ledger_entries e on e.transaction_id = t.id join private.ledger_accounts a on a.id = e.account
           where t.deployment_id = '${deployment}' group by 1`,
        )
      ).map(({ kind, amount }) => [kind, amount]),
    );
  const reconcile = async () =>
    (await served.service.rpc('reconcile_billing', { days: 400 })).data as object[];
  const rates = (platform_fee: number, tax: number) =>
    served.service.rpc('set_ledger_rates', { platform_fee, tax });
  /** Moves the start of a meter into the past. */
  const ranSince = (deployment: string, time: string) =>
    run(`update private.deployment_meters set charged_until = ${time} where deployment_id = '${deployment}';
      alter table private.deployment_terms disable trigger deployment_terms_append_only;
      update private.deployment_terms set starts_at = ${time} where deployment_id = '${deployment}';
      alter table private.deployment_terms enable trigger deployment_terms_append_only`);

  test('a call is charged in double entry: the creator, the platform and the tax get their shares', async () => {
    const user = await served.user();
    const { id } = await deployTo(user, perMessage(1.19));
    await record(id, 'without rates');
    expect(await entriesOf(id)).toEqual({ payer: '1.19', creator: '-1.19' });
    await rates(0.1, 0.19);
    const taxed = await deployTo(user, perMessage(1.19));
    await record(taxed.id, 'with rates');
    await record(taxed.id, 'with rates');
    expect(await entriesOf(taxed.id)).toEqual({
      ...{ payer: '1.19', creator: '-0.9', platform_fee: '-0.1', tax: '-0.19' },
    });
    // Shares of a cheap call are far below a cent.
    const cheap = await deployTo(user, perMessage(0.0119));
    await record(cheap.id, 'cheap');
    expect(await entriesOf(cheap.id)).toEqual({
      ...{ payer: '0.0119', creator: '-0.009', platform_fee: '-0.001', tax: '-0.0019' },
    });
    await rates(0, 0);
    expect((await rates(1.1, 0)).status).toBe(400);
    expect(await reconcile()).toEqual([]);
  });

  test('a refund gives back the share of every account, and no more than was charged', async () => {
    const user = await served.user();
    await rates(0.1, 0.19);
    const { id } = await deployTo(user, perMessage(1));
    await record(id, 'to refund');
    await rates(0, 0);
    const [{ charge } = { charge: 0 }] = await rows<{ charge: number }>(
      `select id::int as charge from private.ledger_transactions where deployment_id = '${id}'`,
    );
    const refund = (amount: number) =>
      served.service.rpc('refund_charge', { charge, amount, reason: 'Wrong answer' });
    expect((await refund(0.333)).error).toBeNull();
    expect((await entriesOf(id))['payer']).toBe('0.667');
    const [one, two] = await Promise.all([refund(0.6), refund(0.6)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await refund(0.067)).error).toBeNull();
    expect(Object.values(await entriesOf(id)).map(Number)).toEqual([0, 0, 0, 0]);
    expect((await refund(0.000001)).error?.message).toBe('Up to 0 of this charge can be refunded');
    expect((await user.client.rpc('refund_charge', { charge, amount: 1, reason: '' })).status).toBe(403);
  });

  test('only the payer reads when a refund was made and why', async () => {
    const [user, stranger] = [await served.user(), await served.user()];
    const { id } = await deployTo(user, perMessage(1));
    await record(id, 'refunded today');
    await record(id, 'refunded twice');
    const charges = await rows<{ id: number }>(
      `select id::int from private.ledger_transactions where deployment_id = '${id}' order by id`,
    );
    const refund = async (index: number, amount: number, reason: string) => {
      const { error } = await served.service.rpc('refund_charge', {
        charge: charges[index]?.id,
        amount,
        reason,
      });
      expect(error).toBeNull();
    };
    await refund(0, 0.5, ' Wrong answer ');
    await refund(1, 0.25, '');
    await refund(1, 0.25, 'Wrong answer');
    const refunds = async ({ client }: Pick<TestUser, 'client'>) =>
      ((await client.rpc('billing_statement')).data as Record<string, unknown>[]).filter(
        ({ kind }) => kind === 'refund',
      );
    const now = new Date().toISOString().slice(0, 10);
    const times = (await refunds(user)).map(({ refunded_at }) => String(refunded_at).slice(0, 10));
    expect(times).toEqual([now, now]);
    expect(await refunds(user)).toEqual([
      expect.objectContaining({ deployment_id: id, reason: 'Wrong answer', quantity: 2, amount: -0.75 }),
      expect.objectContaining({ deployment_id: id, reason: null, quantity: 1, amount: -0.25 }),
    ]);
    expect(await refunds(stranger)).toEqual([]);
    expect(await refunds(creator)).toEqual([]);
    expect((await served.visitor.rpc('billing_statement')).status).toBe(401);
  });

  test('of more than 200 refunds, the older ones are one row per deployment, and the total stays exact', async () => {
    const user = await served.user();
    const { id } = await deployTo(user, perMessage(3));
    await record(id, 'refunded often');
    await run(`select private.post_refund(t.id, 0.01, 'refund', 'reason ' || n)
      from private.ledger_transactions t cross join generate_series(1, 210) n where t.deployment_id = '${id}'`);
    const statement = (await user.client.rpc('billing_statement')).data as Record<string, unknown>[];
    const refunds = statement.filter(({ kind }) => kind === 'refund');
    expect(refunds).toHaveLength(201);
    expect(refunds.at(-1)).toMatchObject({ quantity: 10, amount: -0.1, refunded_at: null, reason: null });
    const total = statement.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(total).toBeCloseTo(0.9, 9);
  });

  test('own calls are free, and not counted as users, interactions or revenue (A7)', async () => {
    const maker = await served.creator();
    const { agent, id } = await deployTo(maker, perMessage(0.25), maker);
    await record(id, 'own');
    expect((await maker.client.rpc('usage_totals').single()).data).toMatchObject({ messages: 1, cost: 0 });
    expect((await maker.client.rpc('dashboard_totals').single()).data).toEqual({
      ...{ total_agents: 1, active_users: 0, revenue: 0, interactions: 0 },
    });
    expect((await maker.client.rpc('agent_interactions')).data).toEqual([
      { agent_id: agent, interactions: 0 },
    ]);
    const figures = (await maker.client.rpc('agent_figures', { agent, days: 1 })).data as object[];
    expect(figures).toEqual([expect.objectContaining({ interactions: 0, revenue: 0 })]);
    expect(await entriesOf(id)).toEqual({});
  });

  test('a monthly price is charged from deployment to stop, and at the end of the month (H3a)', async () => {
    const maker = await served.creator();
    const user = await served.user();
    const { agent, id } = await deployTo(user, perMonth(30), maker);
    const owned = (await user.client.from('deployments').select('status').eq('id', id).single()).data;
    expect(owned).toEqual({ status: 'pending' });
    await ranSince(id, "date_trunc('month', now(), 'UTC') - interval '1 day'");
    await served.service.rpc('sweep_deployments');
    await served.service.rpc('sweep_deployments');
    const days = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 0)).getUTCDate();
    const lastDay = Math.round((30 / days) * 1e6) / 1e6;
    expect(Number((await entriesOf(id))['payer'])).toBeCloseTo(lastDay, 5);

    // This month: accrued until the stop, charged then.
    const statement = async () =>
      (await user.client.rpc('billing_statement')).data as {
        kind: string;
        is_accrued: boolean;
        amount: number;
      }[];
    expect(await statement()).toEqual([expect.objectContaining({ kind: 'month', is_accrued: true })]);
    await user.client.from('deployments').update({ status: 'active' }).eq('id', id);
    await user.client.from('deployments').update({ status: 'stopped' }).eq('id', id);
    const [stopped] = await statement();
    expect(stopped).toMatchObject({ kind: 'month', is_accrued: false });
    const total = Number((await entriesOf(id))['payer']);
    expect(total).toBeCloseTo(lastDay + (stopped?.amount ?? 0), 5);
    expect((await maker.client.rpc('dashboard_totals').single()).data).toMatchObject({ revenue: total });
    const revenue = (await maker.client.rpc('agent_figures', { agent, days: 90 })).data as {
      revenue: number;
    }[];
    expect(revenue.reduce((sum, day) => sum + day.revenue, 0)).toBeCloseTo(total, 6);
    await served.service.rpc('sweep_deployments');
    expect(Number((await entriesOf(id))['payer'])).toBe(total);
    expect(await reconcile()).toEqual([]);
  });

  test('deleting an account leaves the revenue and the entries of others, without its name (H3c)', async () => {
    const maker = await served.creator();
    const user = await served.user();
    const { id } = await deployTo(user, perMessage(0.5), maker);
    const monthly = await deployTo(user, perMonth(30), maker);
    await record(id, 'before the deletion');
    await ranSince(monthly.id, "now() - interval '1 hour'");
    await run(`delete from auth.users where id = '${user.id}'`);
    const { revenue } = (await maker.client.rpc('dashboard_totals').single()).data as { revenue: number };
    expect(revenue).toBeGreaterThan(0.5);
    expect(revenue).toBeLessThan(0.6);
    expect(await rows(`select 1 from private.ledger_accounts where person = '${user.id}'`)).toEqual([]);
    expect(
      await rows(`select 1 from private.deployment_meters where deployment_id = '${monthly.id}'`),
    ).toEqual([]);
    expect(await reconcile()).toEqual([]);
    // After the deletion of the creator, the entries still balance and name no user.
    await run(`delete from auth.users where id = '${maker.id}'`);
    expect(await entriesOf(id)).toEqual({ payer: '0.5', creator: '-0.5' });
  });

  test('a transaction that does not balance is rejected at commit, and entries are never changed', async () => {
    const [{ account } = { account: '' }] = await rows<{ account: string }>(
      `select private.ledger_account('payer', '${creator.id}')::text as account`,
    );
    const transaction = (source: string) =>
      `insert into private.ledger_transactions (kind, source, payer, amount) values ('plan', '${source}', '${account}', 5)`;
    await expect(run(transaction('no entries'))).rejects.toThrow('does not balance');
    await expect(
      run(`with t as (${transaction('one side')} returning id)
        insert into private.ledger_entries select id, 1, '${account}', 5 from t`),
    ).rejects.toThrow('does not balance');
    const user = await served.user();
    const { id } = await deployTo(user, perMessage(1));
    await record(id, 'to change');
    await expect(
      run(`insert into private.ledger_entries select t.id, 9, t.payer, 1 from private.ledger_transactions t
        where t.deployment_id = '${id}'`),
    ).rejects.toThrow('does not balance');
    for (const table of ['ledger_transactions', 'ledger_entries']) {
      await expect(run(`update private.${table} set amount = 0`)).rejects.toThrow('never changed');
      await expect(run(`delete from private.${table}`)).rejects.toThrow('never changed');
      await expect(run(`truncate private.${table} cascade`)).rejects.toThrow('never changed');
    }
    await expect(run(`delete from private.ledger_accounts`)).rejects.toThrow('never deleted');
    await expect(run(`update private.ledger_accounts set person = '${user.id}'`)).rejects.toThrow(
      'never deleted',
    );
  });

  test('a difference between usage and ledger is found and recorded', async () => {
    const user = await served.user();
    const { id } = await deployTo(user, perMessage(2));
    await record(id, 'to hide');
    await run(
      `update public.usage_tracking set cost = 1 where idempotency_key = 'ledger to hide' and usage_type = 'message'`,
    );
    const found = await reconcile();
    expect(found).toEqual([expect.objectContaining({ check: 'usage equals charges' })]);
    const [last] = await rows<{ differences: object[] }>(
      'select differences from private.reconciliations order by id desc limit 1',
    );
    expect(last?.differences).toEqual(found);
    await run(
      `update public.usage_tracking set cost = 2 where idempotency_key = 'ledger to hide' and usage_type = 'message'`,
    );
    expect(await reconcile()).toEqual([]);
    await run('delete from private.reconciliations');
    await served.service.rpc('sweep_deployments');
    await served.service.rpc('sweep_deployments');
    expect(await rows('select 1 from private.reconciliations')).toHaveLength(1);
  });

  test('users read their own statement; figures and operations of others are closed', async () => {
    const [user, stranger] = [await served.user(), await served.user()];
    const { id } = await deployTo(user, perMessage(1));
    await record(id, 'mine');
    expect((await user.client.rpc('billing_statement')).data).toEqual([
      expect.objectContaining({ kind: 'call', deployment_id: id, quantity: 1, amount: 1, is_accrued: false }),
    ]);
    expect((await stranger.client.rpc('billing_statement')).data).toEqual([]);
    expect((await served.visitor.rpc('billing_statement')).status).toBe(401);
    for (const [name, values] of [
      ['reconcile_billing', {}],
      ['set_ledger_rates', { platform_fee: 0, tax: 0 }],
      ['refund_charge', { charge: 1, amount: 1, reason: '' }],
    ] as const) {
      expect((await user.client.rpc(name, values)).status).toBe(403);
      expect((await served.visitor.rpc(name, values)).status).toBe(401);
    }
  });
});
