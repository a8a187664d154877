/**
 * Invoices: made from the ledger when a month is over, numbered without gaps, never changed, and kept without personal data
 * after their user. One file because all tests share one server, its ledger and its numbers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

interface Line {
  kind: string;
  item: string | null;
  deployment: string | null;
  quantity: number;
  amount: string;
  tax: string;
  tax_rate: number;
  refunded_at: string | null;
  reason: string | null;
}
interface Invoice {
  number: string;
  corrects: string | null;
  total: string;
  tax: string;
  recipient: { name: string | null; email: string | null };
  lines: Line[];
}

describe.each(engines)('invoices on %s', (engine) => {
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
  const rates = (platform_fee: number, tax: number) =>
    served.service.rpc('set_ledger_rates', { platform_fee, tax });
  const monthsAgo = (months: number) =>
    `(date_trunc('month', now() at time zone 'UTC') - interval '${String(months)} months') at time zone 'UTC'`;
  /** Calls of a new deployment, on the second day of a month. Returns the deployment's id. */
  async function called(user: TestUser, months: number, costs: readonly number[]) {
    const agent = await addAgent(creator, { name: 'Teller' });
    const { data, error } = await deploy(user, { name: `invoiced-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    const { id } = data as { id: string };
    const values = costs.map(
      (cost) =>
        `('${user.id}', '${agent}', '${id}', 'message', 1, ${String(cost)}, ${monthsAgo(months)} + interval '1 day')`,
    );
    await run(`insert into public.usage_tracking (user_id, agent_id, deployment_id, usage_type, quantity, cost, created_at)
      values ${values.join(', ')}`);
    return id;
  }
  const close = async ({ email }: { email: string }) =>
    (await served.service.rpc('close_invoices', { email })).data as number;
  const list = async ({ client }: TestUser) => {
    const { data, error } = await client.rpc('list_invoices');
    expect(error).toBeNull();
    return data as { number: string; kind: string; corrects: string | null; total: number }[];
  };
  const read = async ({ client }: TestUser, number: string) =>
    (await client.rpc('read_invoice', { number })).data as Invoice;
  const chargeOf = async (deployment: string) =>
    (
      await rows<{ id: number }>(
        `select id::int as id from private.ledger_transactions where deployment_id = '${deployment}' and amount > 0 limit 1`,
      )
    )[0]?.id;

  test('a month that is over becomes an invoice with the taxes of its charges; this month does not', async () => {
    const user = await served.user('Paula Payer');
    await rates(0.1, 0.19);
    await called(user, 1, [1.19, 0.0119]);
    await rates(0, 0);
    await called(user, 1, [0.000001]);
    await called(user, 0, [5]);
    await served.service.from('subscriptions').insert({
      ...{ user_id: user.id, status: 'canceled', plan_name: 'Pro', price_per_cycle: 29 },
      ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2026-02-01' },
    });
    await run(`update public.subscriptions set status = 'active', current_period_start = ${monthsAgo(1)},
      current_period_end = ${monthsAgo(-1)} where user_id = '${user.id}'`);
    await served.service.rpc('sweep_deployments');
    expect((await list(user)).map(({ kind }) => kind)).toEqual(['invoice']);
    expect(await close(user)).toBe(0);
    const [{ number } = { number: '' }] = await list(user);
    expect(number).toMatch(/^INV-\d{4}-\d{6}$/);
    expect(await read(user, number)).toMatchObject({
      ...{ corrects: null, recipient: { name: 'Paula Payer', email: user.email } },
      ...{ total: '30.201901', tax: '0.1919' },
      lines: expect.arrayContaining([
        expect.objectContaining({ kind: 'plan', item: 'Pro', amount: '29', tax: '0', tax_rate: 0 }),
        expect.objectContaining({ item: 'Teller', quantity: 2, amount: '1.2019', tax_rate: 0.19 }),
        expect.objectContaining({ item: 'Teller', quantity: 1, amount: '0.000001', tax_rate: 0 }),
      ]) as Line[],
    });
  });

  test('an amount that is only tax after rounding is invoiced, and its refund credited: each was a division by zero', async () => {
    const user = await served.user();
    await rates(0, 1);
    await called(user, 1, [1e-12]);
    await rates(0, 0.19);
    const refunded = await called(user, 2, [1.19]);
    await rates(0, 0);
    expect(await close(user)).toBe(2);
    const charge = await chargeOf(refunded);
    // Of the last one, the whole amount is the next digit of the tax.
    for (const amount of [3e-12, 1e-12]) {
      const refund = { charge, amount, reason: 'rounding' };
      expect((await served.service.rpc('refund_charge', refund)).error).toBeNull();
    }
    const [credit, , invoice] = await list(user);
    const lines = async (number = '') => (await read(user, number)).lines;
    expect(await lines(invoice?.number)).toMatchObject([
      { amount: '0.000000000001', tax: '0.000000000001', tax_rate: 1 },
    ]);
    expect(await lines(credit?.number)).toMatchObject([{ kind: 'refund', amount: '-0.000000000001' }]);
  });

  test('each month has its invoice; a late charge gets another one; none is invoiced twice', async () => {
    const user = await served.user();
    await called(user, 3, [1]);
    await called(user, 1, [2]);
    expect(await close(user)).toBe(2);
    await called(user, 3, [4]);
    expect(await close(user)).toBe(1);
    expect((await list(user)).map(({ total }) => total)).toEqual([4, 2, 1]);
  });

  test('only the payer reads an invoice; only the server makes one', async () => {
    const user = await served.user();
    const stranger = await served.user();
    await called(user, 1, [1]);
    await close(user);
    const [{ number } = { number: '' }] = await list(user);
    expect(await list(stranger)).toEqual([]);
    expect((await stranger.client.rpc('read_invoice', { number })).status).toBe(404);
    expect((await creator.client.rpc('read_invoice', { number })).status).toBe(404);
    expect((await served.visitor.rpc('list_invoices')).status).toBe(401);
    expect((await served.visitor.rpc('read_invoice', { number })).status).toBe(401);
    for (const client of [user.client, served.visitor]) {
      const [made, issuer] = await Promise.all([
        client.rpc('close_invoices', { email: user.email }),
        client.rpc('set_invoice_issuer', { name: 'Mallory' }),
      ]);
      expect([401, 403]).toContain(made.status);
      expect([401, 403]).toContain(issuer.status);
    }
  });

  test('a refund before the invoice is a line of it, without a credit note', async () => {
    const user = await served.user();
    const deployment = await called(user, 1, [2]);
    for (const reason of ['Late', 'Late', 'Wrong']) {
      await served.service.rpc('refund_charge', { charge: await chargeOf(deployment), amount: 0.25, reason });
    }
    // All happened last month.
    await run(`alter table private.ledger_transactions disable trigger ledger_transactions_append_only;
      update private.ledger_transactions set occurred_at = ${monthsAgo(1)} + interval '2 days'
        where deployment_id = '${deployment}' and kind = 'refund';
      alter table private.ledger_transactions enable trigger ledger_transactions_append_only`);
    expect(await close(user)).toBe(1);
    const [invoice, ...others] = await list(user);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', total: 1.25 });
    const { lines } = await read(user, String(invoice?.number));
    expect(lines).toMatchObject([
      { kind: 'call', amount: '2', refunded_at: null, reason: null },
      { kind: 'refund', amount: '-0.5', quantity: 2, reason: 'Late' },
      { kind: 'refund', amount: '-0.25', quantity: 1, reason: 'Wrong' },
    ]);
    const [{ day } = { day: '' }] = await rows<{ day: string }>(
      `select ((${monthsAgo(1)} + interval '2 days') at time zone 'UTC')::date::text as day`,
    );
    expect(lines.slice(1).map(({ refunded_at }) => refunded_at?.slice(0, 10))).toEqual([day, day]);
  });

  test('a refund of an invoiced charge has its credit note at once', async () => {
    const user = await served.user();
    const before = await called(user, 1, [2]);
    await served.service.rpc('refund_charge', {
      charge: await chargeOf(before),
      amount: 0.5,
      reason: 'Late',
    });
    // The refund is of this month, the charge of the last one: an invoice and a credit note.
    expect(await close(user)).toBe(2);
    const [note, invoice] = await list(user);
    expect(invoice).toMatchObject({ kind: 'invoice', total: 2 });
    expect(note).toMatchObject({ kind: 'credit_note', corrects: invoice?.number, total: -0.5 });
    expect(note?.number).toMatch(/^CN-\d{4}-\d{6}$/);
    await served.service.rpc('refund_charge', { charge: await chargeOf(before), amount: 1.5, reason: 'All' });
    expect((await list(user)).map(({ total }) => total)).toEqual([-1.5, -0.5, 2]);
    expect((await read(user, String(note?.number))).lines).toMatchObject([
      { kind: 'refund', amount: '-0.5', reason: 'Late' },
    ]);
  });

  test('numbers have no gaps, also after a failure and with several users at once', async () => {
    const users = await Promise.all([served.user(), served.user(), served.user()]);
    for (const user of users) await called(user, 1, [1]);
    const failed = `do $$ begin perform private.next_invoice_number('invoice'); raise 'no'; end $$`;
    await expect(run(failed)).rejects.toThrow('no');
    await Promise.all(users.map(close));
    const numbers = await rows<{ kind: string; numbers: number; last: number; counted: number }>(
      `select i.kind, count(*)::int as numbers, max(right(i.number, 6)::int) as last, min(n.last) as counted
       from private.invoices i join private.invoice_numbers n on n.kind = i.kind group by 1`,
    );
    for (const { numbers: made, last, counted } of numbers) {
      expect([last, counted]).toEqual([made, made]);
    }
  });

  test('an invoice never changes, and cannot differ from the ledger', async () => {
    const user = await served.user();
    await called(user, 1, [1]);
    await close(user);
    for (const table of ['invoices', 'invoice_lines', 'invoiced_transactions', 'invoice_recipients']) {
      await expect(run(`delete from private.${table}`)).rejects.toThrow(/never|only removed/);
    }
    await expect(run('update private.invoices set total = 0')).rejects.toThrow('never changed');
    await expect(run('truncate private.invoices cascade')).rejects.toThrow('never changed');
    const copy = `insert into private.invoices (number, kind, payer, period_start, period_end, issuer, total, tax)
      select 'INV-2020-000001', kind, payer, period_start, period_end, issuer, total, tax from private.invoices limit 1`;
    await expect(run(copy)).rejects.toThrow('INV-2020-000001 does not equal the ledger');
  });

  test('an invoice outlives its user, without the name, the address and the names of deployments', async () => {
    const user = await served.user('Erna Erased');
    const deployment = await called(user, 1, [3]);
    await close(user);
    const [{ number } = { number: '' }] = await list(user);
    expect(JSON.stringify(await read(user, number))).toContain('invoiced-');
    const exported = await user.client.rpc('export_rows', {
      table_name: 'invoices',
      after: null,
      max_rows: 10,
    });
    expect(exported.data).toMatchObject([{ row_data: { number, name: 'Erna Erased' } }]);
    await run(`delete from auth.users where id = '${user.id}'`);
    const [kept] = await rows<{ total: number; document: string }>(
      `select i.total::float as total, row_to_json(i)::text || (select json_agg(l)::text from private.invoice_lines l
         where l.invoice_id = i.id) as document
       from private.invoices i where i.number = '${number}' and not exists (
         select 1 from private.invoice_recipients r where r.invoice_id = i.id)`,
    );
    expect(kept?.total).toBe(3);
    for (const personal of ['Erna', user.email, user.id, 'invoiced-'])
      expect(kept?.document).not.toContain(personal);
    // A refund of what a deleted user paid still has its credit note.
    const refund = { charge: await chargeOf(deployment), amount: 1, reason: 'Goodwill' };
    expect((await served.service.rpc('refund_charge', refund)).error).toBeNull();
    const notes = await rows(`select 1 from private.invoices i join private.invoices c on c.id = i.corrects
      where c.number = '${number}'`);
    expect(notes).toHaveLength(1);
  });
});
