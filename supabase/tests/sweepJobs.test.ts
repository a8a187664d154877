/** The jobs of the sweep: each one is a separate transaction, so that none of them stops the others. PGlite has no timeouts. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAgent, deploy, serve, type Served, type TestUser } from '@slipway/backend/testing';

let served: Served;
let creator: TestUser;
beforeAll(async () => {
  served = await serve('PostgreSQL');
  creator = await served.creator('Clara Creator');
});
afterAll(() => served.close());

const { rows, run } = {
  rows: <T extends Record<string, unknown>>(sql: string) => served.backend.database.rows<T>(sql),
  run: (sql: string) => served.backend.database.run(sql),
};
const sweep = (job?: string) => served.service.rpc('sweep_deployments', job ? { job } : {});

test('a job that fails does not stop the others', async () => {
  const { data } = await deploy(creator, { name: 'overdue', agent_id: await addAgent(creator) });
  const { id } = data as { id: string };
  const status = async () =>
    (await served.service.from('deployments').select('status').eq('id', id).single()).data?.status as unknown;
  await run(`set session_replication_role = replica;
    update public.deployments set updated_at = now() - interval '1 minute' where id = '${id}';
    set session_replication_role = origin;
    create or replace function private.charge_due_months() returns integer language plpgsql as
      $$ begin raise exception 'broken'; end $$`);
  expect((await sweep()).error?.message).toBe('broken');
  expect(await status()).toBe('pending');
  expect((await sweep('months')).error?.message).toBe('broken');
  expect(await sweep('deployments')).toMatchObject({ error: null });
  expect(await status()).toBe('active');
});

test('an unknown job is rejected with the names of all, and only the server runs one', async () => {
  const { status, error } = await sweep('month');
  expect(status).toBe(400);
  const [known] = await rows<{ names: string[] }>('select private.sweep_jobs() as names');
  expect(error?.message).toBe(`The job must be ${known?.names.join(', ') ?? ''}`);
  for (const name of known?.names ?? []) if (name !== 'months') expect((await sweep(name)).error).toBeNull();
  expect((await creator.client.rpc('sweep_deployments', { job: 'jobs' })).status).toBe(403);
  expect((await served.visitor.rpc('sweep_deployments', { job: 'jobs' })).status).toBe(401);
});

test('events of the payment provider are kept for 90 days', async () => {
  for (const id of ['evt_old', 'evt_new'])
    await served.service.rpc('begin_payment_event', {
      ...{ id, type: 'invoice.paid', created: new Date().toISOString() },
    });
  await run(
    `update private.payment_events set received_at = now() - interval '91 days' where id = 'evt_old'`,
  );
  expect((await sweep('records')).error).toBeNull();
  expect(await rows('select id from private.payment_events')).toEqual([{ id: 'evt_new' }]);
});

test('a batch of a background job that times out waits, and the next job has its turn', async () => {
  const agents = [await addAgent(creator), await addAgent(await served.creator('Nora Next'))];
  await run(`insert into private.jobs (kind, account_id, subject, total, updated_at)
    select 'refresh_listings', a.creator_id, a.creator_id, 1, now() - interval '1 hour' * (a.id = '${String(agents[0])}')::int
    from public.agents a where a.id in ('${agents.join("', '")}')`);
  const [at] = await rows<{ name: string }>('select current_database() as name');
  const [blocker, sweeper] = [1, 2].map(() =>
    postgres(`${inject('postgresServer')}/${String(at?.name)}`, { max: 1, onnotice: () => undefined }),
  );
  if (!blocker || !sweeper) throw new Error('two connections');
  try {
    await blocker.unsafe(
      `begin; select from public.agent_listings where agent_id = '${String(agents[0])}' for update`,
    );
    await sweeper.unsafe("set statement_timeout = '500ms'");
    for (let batch = 0; batch < 2; batch += 1)
      await sweeper.unsafe("select public.sweep_deployments('jobs')").catch(() => undefined);
  } finally {
    await Promise.all([blocker.end(), sweeper.end()]);
  }
  expect(
    await rows(`select j.error, j.finished_at is not null as is_finished, j.updated_at > now() as waits
      from private.jobs j join public.agents a on a.creator_id = j.subject
      where a.id in ('${agents.join("', '")}') order by a.id = '${String(agents[0])}' desc`),
  ).toEqual([
    { error: 'canceling statement due to statement timeout', is_finished: false, waits: true },
    { error: null, is_finished: true, waits: false },
  ]);
});
