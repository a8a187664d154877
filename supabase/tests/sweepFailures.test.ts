/** Periods and invoices: a subscription or an account whose work fails does not stop the work of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

describe.each(engines)('failures of the sweep on %s', (engine) => {
  let served: Served;
  let unlucky: TestUser & { email: string };
  let other: TestUser;
  beforeAll(async () => {
    served = await serve(engine);
    [unlucky, other] = [await served.user(), await served.user()];
    // The first one of the sweep.
    await subscribe(unlucky, 45);
    await subscribe(other, 40);
  });
  afterAll(() => served.close());

  const run = (sql: string) => served.backend.database.run(sql);
  const rows = (sql: string) => served.backend.database.rows(sql);
  const sweep = async (job: string) => {
    expect((await served.service.rpc('sweep_deployments', { job })).error).toBeNull();
  };
  /** A plan that renews, whose first period ended in the month before. */
  const subscribe = ({ id }: TestUser, days: number) =>
    run(`insert into public.subscriptions (user_id, status, plan_name, price_per_cycle, billing_cycle,
        current_period_start, current_period_end, renews)
      select '${id}', 'active', 'Pro', 29, 'monthly', m.starts - interval '${String(days)} days',
        m.starts - interval '${String(days - 31)} days', true
      from (select date_trunc('month', now(), 'UTC') as starts) m`);
  const charges = async ({ id }: TestUser) =>
    (
      await rows(`select from private.ledger_transactions t join private.ledger_accounts a on a.id = t.payer
        where a.person = '${id}'`)
    ).length;
  const invoices = async ({ client }: TestUser) =>
    ((await client.rpc('list_invoices')).data as object[]).length;
  const failures = () =>
    rows(`select f.job, f.error from private.sweep_failures f
      where f.subject in (
        select s.id from public.subscriptions s where s.user_id = '${unlucky.id}'
        union all select a.id from private.ledger_accounts a where a.person = '${unlucky.id}')`);
  /** Rows of a table that belong to the account fail. */
  const breakFor = ({ id }: TestUser, table: string, message: string) =>
    run(`create or replace function private.broken() returns trigger language plpgsql as
        $$ begin raise exception '${message}'; end $$;
      do $$ begin
        execute format('create constraint trigger broken after insert on ${table} deferrable initially deferred
          for each row when (new.payer = %L) execute function private.broken()',
          (select a.id from private.ledger_accounts a where a.kind = 'payer' and a.person = '${id}'));
      end $$`);
  const retry = () => run('update private.sweep_failures set retry_at = now()');

  test('every other subscription renews; the failed one is recorded, and renewed later', async () => {
    await breakFor(unlucky, 'private.ledger_transactions', 'no charge today');
    await sweep('subscriptions');
    expect([await charges(unlucky), await charges(other)]).toEqual([1, 2]);
    expect(await failures()).toEqual([{ job: 'subscriptions', error: 'no charge today' }]);
    // It waits a minute, and the invoices wait for it up to a day.
    await run('drop trigger broken on private.ledger_transactions');
    for (const job of ['subscriptions', 'invoices']) await sweep(job);
    expect([await charges(unlucky), await invoices(other)]).toEqual([1, 0]);

    await run(
      "update private.sweep_failures set failing_since = failing_since - interval '25 hours', retry_at = now() + interval '1 hour'",
    );
    await sweep('invoices');
    expect([await invoices(unlucky), (await invoices(other)) > 0]).toEqual([0, true]);
    await retry();
    await sweep('subscriptions');
    expect([await charges(unlucky), await failures()]).toEqual([2, []]);
  });

  test('a subscription that is not due any longer has no failure', async () => {
    await run(`insert into private.sweep_failures (job, subject, error, retry_at)
      select 'subscriptions', s.id, 'it was due', now() from public.subscriptions s where s.user_id = '${unlucky.id}';
      update public.subscriptions set current_period_end = now() + interval '1 day' where user_id = '${unlucky.id}'`);
    await sweep('subscriptions');
    expect(await failures()).toEqual([]);
  });

  test('every other account gets its invoices; the failed one is recorded, and gets them later', async () => {
    await run('delete from private.invoice_runs');
    const late = await served.user();
    await subscribe(late, 31);
    await sweep('subscriptions');
    await breakFor(unlucky, 'private.invoices', 'no invoice today');
    await sweep('invoices');
    expect([await invoices(unlucky), await invoices(late)]).toEqual([0, 1]);
    expect(await failures()).toEqual([{ job: 'invoices', error: 'no invoice today' }]);
    expect(await rows('select from private.invoice_runs where finished_at is not null')).toHaveLength(1);

    await run('drop trigger broken on private.invoices');
    await sweep('invoices');
    expect(await invoices(unlucky)).toBe(0);
    await retry();
    await sweep('invoices');
    expect([(await invoices(unlucky)) > 0, await failures()]).toEqual([true, []]);
    expect(await invoices(late)).toBe(1);
    // Numbers have no gaps.
    expect(
      await rows(`select from private.invoice_numbers n where n.kind = 'invoice'
        and n.last <> (select count(*) from private.invoices i where i.kind = 'invoice')`),
    ).toEqual([]);
  });

  test('an operator who makes the invoices of a failed account ends its failure', async () => {
    await run(`insert into private.sweep_failures (job, subject, error, retry_at)
      select 'invoices', a.id, 'it failed', now() from private.ledger_accounts a
      where a.kind = 'payer' and a.person = '${unlucky.id}'`);
    expect((await served.service.rpc('close_invoices', { email: unlucky.email })).error).toBeNull();
    expect(await failures()).toEqual([]);
  });

  test('only the server reads failures', async () => {
    for (const client of [other.client, served.visitor])
      expect([401, 403, 404, 406]).toContain(
        (await client.schema('private').from('sweep_failures').select()).status,
      );
  });
});
