/**
 * Earnings of creators and their payouts: sums of the ledger's entries by day and agent, a balance that is paid out once,
 * and transfers that fail or are reversed. One file: all tests share one server and its ledger.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

interface Day {
  day: string;
  agent: string | null;
  agent_id: string;
  revenue: number;
  earned: number;
}
interface Payout {
  id: number;
  destination: string;
  amount: number;
  rejections: number;
}

describe.each(engines)('earnings on %s', (engine) => {
  let served: Served;
  let payer: TestUser;
  let count = 0;

  beforeAll(async () => {
    served = await serve(engine);
    payer = await served.user('Paula Payer');
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const monthsAgo = (months: number) =>
    `(date_trunc('month', now() at time zone 'UTC') - interval '${String(months)} months') at time zone 'UTC'`;
  const dayOf = (months: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 2)).toISOString().slice(0, 10);
  };
  /** Calls of another user on the second day of a month. */
  async function earn(agent: string, months: number, costs: readonly number[]) {
    const { data, error } = await deploy(payer, { name: `earned-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    const { id } = data as { id: string };
    const values = costs.map(
      (cost) =>
        `('${payer.id}', '${agent}', '${id}', 'message', 1, ${String(cost)}, ${monthsAgo(months)} + interval '1 day')`,
    );
    await run(`insert into public.usage_tracking (user_id, agent_id, deployment_id, usage_type, quantity, cost, created_at)
      values ${values.join(', ')}`);
  }
  const byDay = async ({ client }: TestUser, days = 90) =>
    (await client.rpc('earnings_by_day', { days })).data as Day[];
  const summary = async ({ client }: TestUser) =>
    (await client.rpc('earnings_summary').single()).data as Record<string, unknown>;
  const payouts = async ({ client }: TestUser) =>
    (await client.rpc('list_payouts')).data as { amount: number; given_back: number; status: string }[];
  const as = async (name: string, values: object) => {
    const { data, error } = await served.service.rpc(name, values);
    expect(error).toBeNull();
    return data as unknown;
  };
  async function ready(creator: TestUser) {
    const account = `acct_${creator.id}`;
    expect(await as('link_payout_account', { person: creator.id, account })).toBe(account);
    const id = `evt_${account}`;
    const ticket = await as('begin_payment_event', { id, type: 't', created: new Date().toISOString() });
    expect(await as('finish_payout_account_event', { id, ticket, account, state: 'ready' })).toBe('updated');
    return account;
  }
  const take = async (account: string) =>
    ((await as('take_payouts', { most: 100 })) as Payout[]).filter(
      ({ destination }) => destination === account,
    );
  const due = () => run('update private.payouts set due_at = now()');
  const reconcile = () => as('reconcile_billing', { days: 400 });

  test('a creator earns the share of each charge, by day and agent; refunds take it back', async () => {
    const creator = await served.creator('Clara Creator');
    const [one, two] = [await addAgent(creator, { name: 'One' }), await addAgent(creator, { name: 'Two' })];
    await as('set_ledger_rates', { platform_fee: 0.1, tax: 0.19 });
    await earn(one, 1, [1.19, 1.19]);
    await earn(two, 1, [11.9]);
    await as('set_ledger_rates', { platform_fee: 0, tax: 0 });
    await earn(one, 0, [5]);
    const days = (await byDay(creator)).map(({ day, agent, revenue, earned }) => [
      day,
      agent,
      revenue,
      earned,
    ]);
    expect(days).toEqual([
      [dayOf(1), 'One', 2.38, 1.8],
      [dayOf(1), 'Two', 11.9, 9],
      [dayOf(0), 'One', 5, 5],
    ]);
    expect(await summary(creator)).toEqual({
      ...{ earned: 15.8, paid_out: 0, balance: 15.8, payable: 10.8, payout_state: 'none' },
    });
    // The same rows are the dashboard's revenue, and agree with what was used.
    const totals = await creator.client.rpc('dashboard_totals').single();
    expect(totals.data).toMatchObject({
      revenue: days.reduce((sum, [, , revenue]) => sum + Number(revenue), 0),
    });
    const [used] = await served.backend.database.rows<{ cost: number }>(
      `select sum(u.cost)::float as cost from public.usage_tracking u where u.agent_id in ('${one}', '${two}')`,
    );
    expect(used?.cost).toBe(19.28);
    const [charge] = await served.backend.database.rows<{ id: number }>(
      `select id::int as id from private.ledger_transactions where agent_id = '${two}'`,
    );
    await as('refund_charge', { charge: charge?.id, amount: 11.9, reason: 'Wrong answer' });
    expect(await summary(creator)).toMatchObject({ earned: 6.8, balance: 6.8, payable: 1.8 });
    expect(await reconcile()).toEqual([]);
  });

  test('pages of earnings have each row of earnings_by_day once (19.8)', async () => {
    const creator = await served.creator();
    const agents = await Promise.all(['A', 'B'].map((name) => addAgent(creator, { name })));
    const account = `(select private.ledger_account('creator', '${creator.id}'))`;
    // Sums only, as the functions read nothing else: several kinds a day, some that cancel out, some without an agent.
    await run(`insert into private.ledger_days (creator, agent_id, day, kind, amount, earned)
      select ${account}, case n % 4 when 0 then '${agents[0]}'::uuid when 1 then '${agents[1]}' when 2 then gen_random_uuid() end,
        (now() at time zone 'UTC')::date - n % 365, (array['month', 'call', 'refund'])[1 + n % 3], n % 7 - 3, n % 7 - 3
      from generate_series(1, 3000) n
      on conflict on constraint ledger_days_once do nothing`);
    const columns = (rows: unknown) =>
      (rows as Day[]).map(({ day, agent, agent_id, revenue, earned }) =>
        JSON.stringify([day, agent_id, agent, revenue, earned]),
      );
    const paged: Day[] = [];
    for (let size = 1_000; size === 1_000;) {
      const last = paged.at(-1);
      const after = last && { after_day: last.day, after_agent: last.agent_id };
      const { data } = await creator.client.rpc('earnings_page', { days: 366, ...after });
      paged.push(...(data as Day[]));
      size = (data as Day[]).length;
    }
    const whole = [0, 1_000, 2_000].map(async (from) => {
      const all = creator.client.rpc('earnings_by_day', { days: 366 }).order('day').order('agent_id');
      return (await all.range(from, from + 999)).data as Day[];
    });
    const expected = columns((await Promise.all(whole)).flat());
    expect(expected.length).toBeGreaterThan(1_000);
    expect(columns(paged)).toEqual(expected);
    await run(`delete from private.ledger_days where creator = ${account}`);
  });

  test('a user sees only own earnings, and no user pays out', async () => {
    const creator = await served.creator();
    await earn(await addAgent(creator, { name: 'Mine' }), 1, [3]);
    const stranger = await served.user();
    expect(await byDay(stranger)).toEqual([]);
    expect((await stranger.client.rpc('earnings_page')).data).toEqual([]);
    expect(await summary(stranger)).toEqual({
      ...{ earned: 0, paid_out: 0, balance: 0, payable: 0, payout_state: 'none' },
    });
    for (const name of [
      'earnings_by_day',
      'earnings_page',
      'earnings_summary',
      'list_payouts',
      'payout_account',
    ])
      expect((await served.visitor.rpc(name)).status).toBe(401);
    for (const [name, values] of [
      ['take_payouts', {}],
      ['payout_paid', { id: 1, transfer: 'tr' }],
      ['payout_rejected', { id: 1, reason: 'r' }],
      ['link_payout_account', { person: stranger.id, account: 'acct' }],
      ['finish_payout_account_event', { id: 'e', ticket: 1, account: 'acct', state: 'ready' }],
      ['finish_transfer_event', { id: 'e', transfer: 'tr', reversed: 1 }],
    ] as const) {
      expect((await creator.client.rpc(name, values)).status).toBe(403);
      expect((await served.visitor.rpc(name, values)).status).toBe(401);
    }
  });

  test('a balance is paid out once a month, by two servers at once too, and leaves the ledger in balance', async () => {
    const creator = await served.creator();
    await earn(await addAgent(creator, { name: 'Paid' }), 1, [7.129]);
    await earn(await addAgent(creator, { name: 'Later' }), 0, [2]);
    const account = await ready(creator);
    const taken = (await Promise.all([take(account), take(account)])).flat();
    expect(taken).toEqual([expect.objectContaining({ amount: 7.12, rejections: 0 })]);
    expect(await summary(creator)).toMatchObject({ paid_out: 7.12, payable: 0, payout_state: 'ready' });
    // Not confirmed: it is taken again, and nothing is posted again.
    await due();
    const [again] = await take(account);
    expect(again?.id).toBe(taken[0]?.id);
    expect(await as('payout_paid', { id: again?.id, transfer: `tr_${account}` })).toBe(true);
    expect(await as('payout_paid', { id: again?.id, transfer: `tr_${account}` })).toBe(false);
    expect(await as('payout_rejected', { id: again?.id, reason: 'late' })).toBe('paid');
    await due();
    expect(await take(account)).toEqual([]);
    expect(await payouts(creator)).toEqual([expect.objectContaining({ amount: 7.12, status: 'paid' })]);
    // Earnings are not changed by a payout.
    expect((await byDay(creator)).map(({ earned }) => earned)).toEqual([7.129, 2]);
    expect(await reconcile()).toEqual([]);
    const charge = await served.backend.database.rows<{ id: number }>(
      `select transaction_id::int as id from private.payouts where transfer = 'tr_${account}'`,
    );
    const refund = { charge: charge[0]?.id, amount: 1, reason: 'no' };
    expect((await served.service.rpc('refund_charge', refund)).status).toBe(409);
  });

  test('a transfer that is rejected for good, or reversed, gives the balance back, once', async () => {
    const creator = await served.creator();
    await earn(await addAgent(creator, { name: 'Rejected' }), 1, [10]);
    const account = await ready(creator);
    const [{ id } = { id: 0 }] = await take(account);
    for (const status of ['pending', 'pending', 'pending', 'pending', 'failed', 'failed'])
      expect(await as('payout_rejected', { id, reason: 'balance_insufficient' })).toBe(status);
    expect(await summary(creator)).toMatchObject({ paid_out: 0, balance: 10, payable: 10 });

    const other = await served.creator();
    await earn(await addAgent(other, { name: 'Reversed' }), 1, [10]);
    const [payout] = await take(await ready(other));
    await as('payout_paid', { id: payout?.id, transfer: `tr_${other.id}` });
    const reverse = (reversed: number) =>
      as('finish_transfer_event', { id: `evt_${other.id}`, transfer: `tr_${other.id}`, reversed });
    for (const [reversed, status] of [
      [4, 'paid'],
      [4, 'paid'],
      [10, 'reversed'],
      [4, 'reversed'],
    ] as const) {
      expect(await reverse(reversed)).toBe('updated');
      expect(await payouts(other)).toMatchObject([{ status }]);
    }
    expect(await payouts(other)).toMatchObject([{ amount: 10, given_back: 10 }]);
    expect(await summary(other)).toMatchObject({ balance: 10 });
    expect(await as('finish_transfer_event', { id: 'x', transfer: 'tr_none', reversed: 1 })).toBe(
      'unknown_transfer',
    );
    expect(await reconcile()).toEqual([]);
  });

  test('what a deleted creator had earned is still paid out', async () => {
    const creator = await served.creator();
    await earn(await addAgent(creator, { name: 'Gone' }), 1, [0.25]);
    const account = await ready(creator);
    expect(await take(account)).toEqual([]); // under a dollar
    await run(`update private.payout_accounts set checked_month = null where id = '${account}'`);
    await run(
      `delete from public.deployments where agent_id in (select id from public.agents where creator_id = '${creator.id}')`,
    );
    await run(`delete from auth.users where id = '${creator.id}'`);
    expect(await take(account)).toEqual([expect.objectContaining({ amount: 0.25 })]);
    expect(await reconcile()).toEqual([]);
  });
});
