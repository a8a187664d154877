/** Months that are over: a deployment that cannot be charged does not stop the charges and invoices of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

describe.each(engines)('the end of a month on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const run = (sql: string) => served.backend.database.run(sql);
  const rows = (sql: string) => served.backend.database.rows(sql);
  const sweep = async () => {
    for (const job of ['months', 'invoices'])
      expect((await served.service.rpc('sweep_deployments', { job })).error).toBeNull();
  };
  /** Deployments at 30 dollars a month, which have run since a time in the month before. */
  const start = async (creator: TestUser, owner: TestUser) => {
    const agent = await addAgent(creator, { pricing_model: 'per_month', price_per_month: 30 });
    const { data } = await deploy(owner, { name: 'monthly', agent_id: agent });
    const { id } = data as { id: string };
    const since = "date_trunc('month', now(), 'UTC') - interval '10 days'";
    await run(`update private.deployment_meters set charged_until = ${since} where deployment_id = '${id}';
      alter table private.deployment_terms disable trigger deployment_terms_append_only;
      update private.deployment_terms set starts_at = ${since} where deployment_id = '${id}';
      alter table private.deployment_terms enable trigger deployment_terms_append_only`);
    return id;
  };
  const charges = async (id: string) =>
    (await rows(`select from private.ledger_transactions where deployment_id = '${id}'`)).length;
  const invoices = async ({ client }: TestUser) =>
    ((await client.rpc('list_invoices')).data as object[]).length;
  const meters = () =>
    rows(`select deployment_id as id, error from private.deployment_meters where error is not null`);

  test('charges every deployment but one that fails, which is recorded and charged later', async () => {
    const [creator, unlucky, other] = [await served.creator(), await served.user(), await served.user()];
    const [broken, working] = [await start(creator, unlucky), await start(creator, other)];
    await run(`create function private.broken() returns trigger language plpgsql as
        $$ begin raise exception 'no charge today'; end $$;
      -- As the checks of sums do, it runs at commit, unless the sweep asks for it before.
      create constraint trigger broken after insert on private.ledger_transactions deferrable initially deferred
        for each row when (new.deployment_id = '${broken}') execute function private.broken()`);
    await sweep();
    expect([await charges(broken), await charges(working)]).toEqual([0, 1]);
    expect(await meters()).toEqual([{ id: broken, error: 'no charge today' }]);
    // It could still be charged: the invoices wait for it.
    expect([await invoices(unlucky), await invoices(other)]).toEqual([0, 0]);

    await run("update private.deployment_meters set failing_since = failing_since - interval '25 hours'");
    await sweep();
    expect([await invoices(unlucky), await invoices(other)]).toEqual([0, 1]);

    await run('drop trigger broken on private.ledger_transactions');
    await sweep();
    expect(await charges(broken)).toBe(0);
    await run('update private.deployment_meters set retry_at = now()');
    await sweep();
    expect([await charges(broken), await meters()]).toEqual([1, []]);
    const { email } = unlucky;
    expect((await served.service.rpc('close_invoices', { email })).data).toBe(1);
    expect(await invoices(unlucky)).toBe(1);
  });

  test('only the server charges months or reads errors', async () => {
    const { client } = await served.user();
    for (const one of [client, served.visitor]) {
      expect([401, 403]).toContain((await one.rpc('sweep_deployments', { job: 'months' })).status);
      expect([401, 403, 404, 406]).toContain(
        (await one.schema('private').from('deployment_meters').select()).status,
      );
    }
  });
});
