/**
 * The terms of a deployment: calls cost the price that its owner accepted, whatever the creator changes (H2). One
 * file, because all tests share one database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const PRICED = { pricing_model: 'per_message', price_per_message: 0.01 };
const DAY_MS = 86_400_000;

describe.each(engines)('terms on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let stranger: TestUser;
  let count = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    owner = await served.user('Olga Owner');
    stranger = await served.user('Stefan Stranger');
  });
  afterAll(() => served.close());

  const run = (statement: string) => served.backend.database.run(statement);
  const price = async (agent: string, row: object) => {
    expect((await creator.client.from('agents').update(row).eq('id', agent)).error).toBeNull();
  };
  const deployTo = async (agent: string, user = owner) => {
    const { data, error } = await deploy(user, { name: `terms-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    return String((data as { id: string }).id);
  };
  const call = async (deployment: string) => {
    const begun = await served.service.rpc('begin_call', { deployment_id: deployment, lease_seconds: 60 });
    const [{ call_id }] = begun.data as [{ call_id: string }];
    const { data, error } = await served.service.rpc('finish_call', {
      ...{ call_id, status: 200, latency_ms: 1, input_tokens: 1, output_tokens: 1, is_charged: true },
    });
    expect(error).toBeNull();
    return data as number;
  };
  interface Pending {
    deployment_id: string;
    offer_id: number;
    new_price_per_message: number;
    effective_at: string;
    stops_at: string;
    accepted_from: string | null;
  }
  const pending = async (deployment: string, { client } = owner) =>
    ((await client.rpc('pending_terms')).data as Pending[]).find((row) => row.deployment_id === deployment);
  const accept = (deployment: string, offer: number | undefined, { client } = owner) =>
    client.rpc('accept_terms', { deployment, offer });
  const termsOf = async (deployment: string, { client } = owner) =>
    (await client.rpc('list_deployment_terms', { deployment })).data as Record<string, unknown>[];
  /** The notice period of the newest price of an agent is over. */
  const endNotice = (agent: string) =>
    run(`alter table private.agent_offers disable trigger agent_offers_append_only;
      update private.agent_offers set effective_at = now() - interval '1 second' where agent_id = '${agent}';
      alter table private.agent_offers enable trigger agent_offers_append_only`);

  test('a creator who raises the price of a deployed agent gets the accepted price (H2)', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    expect(await call(deployment)).toBe(0.01);
    const tooMuch = await creator.client.from('agents').update({ price_per_message: 10_000 }).eq('id', agent);
    expect(tooMuch.error?.code).toBe('23514');
    await price(agent, { price_per_message: 100 });
    expect(await call(deployment)).toBe(0.01);
    expect(await call(await deployTo(agent, stranger))).toBe(100);
    await endNotice(agent);
    // Without acceptance the end of the notice period changes nothing.
    expect(await call(deployment)).toBe(0.01);
  });

  test('a higher price starts after the notice period and acceptance, not before', async () => {
    const agent = await addAgent(creator, { ...PRICED, notice_days: 30 });
    const deployment = await deployTo(agent);
    expect(await pending(deployment)).toBeUndefined();
    await price(agent, { price_per_message: 0.05 });
    const change = await pending(deployment);
    expect(change).toMatchObject({ new_price_per_message: 0.05, accepted_from: null });
    const days = (Date.parse(change?.effective_at ?? '') - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBe(30);

    const accepted = await accept(deployment, change?.offer_id);
    expect(accepted.data).toBe(change?.effective_at);
    expect((await accept(deployment, change?.offer_id)).data).toBe(accepted.data);
    expect((await pending(deployment))?.accepted_from).toBe(accepted.data);
    expect(await call(deployment)).toBe(0.01);
    await run(`alter table private.deployment_terms disable trigger deployment_terms_append_only;
      update private.deployment_terms set starts_at = now() where deployment_id = '${deployment}' and source = 'accepted';
      alter table private.deployment_terms enable trigger deployment_terms_append_only`);
    expect(await call(deployment)).toBe(0.05);
    expect(await pending(deployment)).toBeUndefined();
  });

  test('a creator with a notice of 0 days gives 14 for a price, and a changed offer is not accepted', async () => {
    const agent = await addAgent(creator, { ...PRICED, notice_days: 0 });
    const deployment = await deployTo(agent);
    await price(agent, { price_per_message: 0.05 });
    const seen = await pending(deployment);
    expect(Math.round((Date.parse(seen?.effective_at ?? '') - Date.now()) / DAY_MS)).toBe(14);
    await price(agent, { price_per_message: 99 });
    const late = await accept(deployment, seen?.offer_id);
    expect([late.status, late.error?.message]).toEqual([
      409,
      'The price changed again. Reload to see the current terms',
    ]);
    expect(await call(deployment)).toBe(0.01);
  });

  test('another pricing model is a higher price, unless it costs no more', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    await price(agent, { pricing_model: 'per_month', price_per_message: null, price_per_month: 49 });
    expect(await pending(deployment)).toMatchObject({ new_price_per_message: 0, new_price_per_month: 49 });
    expect(await call(deployment)).toBe(0.01);
    await price(agent, { pricing_model: 'free', price_per_month: null });
    expect(await pending(deployment)).toBeUndefined();
    expect(await call(deployment)).toBe(0);
  });

  test('a lower price applies at once, also to an accepted rise; going back up is a rise', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    await price(agent, { price_per_message: 0.002 });
    expect(await call(deployment)).toBe(0.002);
    await price(agent, { price_per_message: 0.01 });
    expect(await call(deployment)).toBe(0.002);
    await accept(deployment, (await pending(deployment))?.offer_id);
    await price(agent, { price_per_message: 0.005 });
    const [newest] = await termsOf(deployment);
    expect(newest).toMatchObject({ source: 'decrease', price_per_message: 0.005 });
    expect(Date.parse(String(newest?.['starts_at']))).toBeGreaterThan(Date.now());
    expect(await call(deployment)).toBe(0.002);
  });

  test('a price that is never answered ends the deployment 30 days after the notice period, with mails before', async () => {
    const agent = await addAgent(creator, PRICED);
    const [silent, agreeing, deleted] = [await deployTo(agent), await deployTo(agent), await deployTo(agent)];
    const own = await deployTo(agent, creator);
    const ids = `('${silent}', '${agreeing}', '${own}')`;
    await run(`update public.deployments set status = 'active' where id in ${ids} or id = '${deleted}'`);
    await price(agent, { price_per_message: 0.05 });
    const sweep = async () => {
      // Other agents of this test have steps too.
      for (let step = 0; step < 12; step += 1) await run('select private.follow_offers()');
    };
    const mails = async () =>
      (
        await served.backend.database.rows<{ kind: string; name: string }>(
          `select kind, details ->> 'name' as name from private.mails
           where details ->> 'name' in (select name from public.deployments where id in ${ids}) order by id`,
        )
      ).map(({ kind }) => kind);
    const statuses = async () =>
      (
        await served.backend.database.rows<{ status: string }>(
          `select status from public.deployments where id in ${ids} order by created_at`,
        )
      ).map(({ status }) => status);
    await sweep();
    expect(await mails()).toEqual(['price_announce', 'price_announce']);
    const change = await pending(silent);
    expect(Date.parse(change?.stops_at ?? '') - Date.parse(change?.effective_at ?? '')).toBe(30 * DAY_MS);
    await accept(agreeing, change?.offer_id);
    await endNotice(agent);
    await sweep();
    expect(await statuses()).toEqual(['active', 'active', 'active']);
    await run(`alter table private.agent_offers disable trigger agent_offers_append_only;
      update private.agent_offers set effective_at = effective_at - interval '30 days' where agent_id = '${agent}';
      alter table private.agent_offers enable trigger agent_offers_append_only;
      update private.offer_deadlines set next_at = now() where agent_id = '${agent}'`);
    for (const id of [deleted, agreeing]) await owner.client.from('deployments').delete().eq('id', id);
    await sweep();
    expect(await statuses()).toEqual(['stopped', 'active']);
    expect(await mails()).toEqual(['price_announce', 'price_remind', 'price_stop']);
    // Deleting a deployment does not avoid it.
    for (const id of [deleted, agreeing])
      expect((await owner.client.rpc('restore_deployment', { id })).error).toBeNull();
    expect(await statuses()).toEqual(['stopped', 'active', 'active']);
    expect(
      await served.backend.database.rows(`select status from public.deployments where id = '${deleted}'`),
    ).toEqual([{ status: 'stopped' }]);
    // Accepting starts it again.
    const start = () =>
      owner.client.from('deployments').update({ status: 'deploying' }).eq('id', silent).select('status');
    expect((await start()).status).toBe(409);
    await accept(silent, change?.offer_id);
    expect((await start()).data).toEqual([{ status: 'deploying' }]);
  });

  test('a creator who changes a price all the time sends three mails a day; the last one is announced the next day', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    await run(`update public.deployments set status = 'active' where id = '${deployment}'`);
    const sweep = () => run('select private.follow_offers()');
    const announced = async () =>
      (
        await served.backend.database.rows<{ price: string }>(
          `select m.details ->> 'new_price_per_message' as price from private.mails m
           join public.deployments d on d.name = m.details ->> 'name' where d.id = '${deployment}' order by m.id`,
        )
      ).map(({ price: one }) => one);
    await run("update private.offer_deadlines set next_at = now() + interval '1 year'");
    for (let cents = 2; cents <= 11; cents += 1) {
      await price(agent, { price_per_message: cents / 100 });
      await sweep();
    }
    const rejected = await creator.client.from('agents').update({ price_per_message: 1 }).eq('id', agent);
    expect([rejected.status, rejected.error?.message]).toEqual([
      429,
      'Daily limit reached: up to 10 a day (prices of a deployed agent). Try again tomorrow',
    ]);
    expect(await announced()).toEqual(['0.02', '0.03', '0.04']);
    const [next] = await served.backend.database.rows<{ is_midnight: boolean }>(
      `select next_at = (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' as is_midnight
       from private.offer_deadlines where agent_id = '${agent}'`,
    );
    expect(next).toEqual({ is_midnight: true });
    await run(`update private.offer_deadlines set next_at = now() where agent_id = '${agent}'`);
    await sweep();
    expect(await announced()).toEqual(['0.02', '0.03', '0.04', '0.11']);
  });

  test('a lower price reaches more than 200 deployments in a job', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    await run(`insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url, status)
      select 'many-' || n, '${agent}', '${stranger.id}', 'ak_••••abcd', 'https://agents.example/v1/agents/many-' || n, 'active'
      from generate_series(1, 250) n`);
    await price(agent, { price_per_message: 0.003 });
    for (let batch = 0; batch < 3; batch += 1) await served.service.rpc('sweep_deployments');
    const [{ lowered } = { lowered: 0 }] = await served.backend.database.rows<{ lowered: number }>(
      `select count(*)::int as lowered from public.deployments d
       where d.agent_id = '${agent}' and (private.terms_at(d.id)).price_per_message = 0.003`,
    );
    expect(lowered).toBe(251);
    expect(await call(deployment)).toBe(0.003);
  });

  test('a quote is what the dialog showed: it holds for 15 minutes, if the price rises meanwhile', async () => {
    const agent = await addAgent(creator, PRICED);
    const quote = await owner.client.rpc('quote_deployment', { agent }).single();
    expect(quote.data).toMatchObject({
      ...{ pricing_model: 'per_message', price_per_message: 0.01, price_per_month: 0, is_own: false },
      ...{ plan_name: 'Starter', quota: 100 },
    });
    await price(agent, { price_per_message: 100 });
    const quoted = await deployTo(agent);
    const [terms] = await termsOf(quoted);
    expect(terms).toMatchObject({ source: 'quote', price_per_message: 0.01 });
    expect(Date.parse(String(terms?.['quoted_at']))).toBeLessThanOrEqual(Date.now());
    expect(await call(quoted)).toBe(0.01);

    await run(`update private.deployment_quotes set expires_at = now() where agent_id = '${agent}'`);
    expect((await termsOf(await deployTo(agent)))[0]).toMatchObject({ source: 'insert', quoted_at: null });
    // The price of another user's quote is not given.
    expect((await termsOf(await deployTo(agent, stranger), stranger))[0]).toMatchObject({
      price_per_message: 100,
    });
  });

  test('a stopped deployment starts again only under accepted terms; a restored one keeps its terms', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    const set = (status: string) => owner.client.from('deployments').update({ status }).eq('id', deployment);
    await set('active');
    await price(agent, { price_per_message: 0.05 });
    await set('stopped');
    expect((await set('deploying')).error).toBeNull(); // the notice period runs
    await set('active');
    await set('stopped');
    await endNotice(agent);
    const rejected = await set('deploying');
    expect([rejected.status, rejected.error?.hint]).toEqual([409, 'accept_terms']);
    await accept(deployment, (await pending(deployment))?.offer_id);
    expect((await set('deploying')).error).toBeNull();
    expect(await call(deployment)).toBe(0.05);

    await price(agent, { price_per_message: 0.5 });
    await owner.client.from('deployments').delete().eq('id', deployment);
    expect((await owner.client.rpc('restore_deployment', { id: deployment })).error).toBeNull();
    expect(await call(deployment)).toBe(0.05);
  });

  test('a deployment keeps a version of its agent, or follows; strangers see no prompt', async () => {
    const created = await creator.client.rpc('create_agent', { name: 'V', description: 'D', prompt: 'one' });
    const { id: agent } = created.data as { id: string };
    const configure = (prompt: string, changelog: string) =>
      creator.client.rpc('configure_agent', {
        ...{ agent, name: 'V', description: 'D', prompt, temperature: 0.7, max_tokens: 9, changelog },
      });
    await price(agent, { is_public: true, status: 'active' });
    const deployment = await deployTo(agent);
    expect((await configure('two', 'Second')).error).toBeNull();
    expect((await configure('two', 'Same again')).error).toBeNull();
    const versions = (await owner.client.rpc('list_agent_versions', { agent })).data as object[];
    expect(versions).toEqual([
      { version: 2, changelog: 'Second', created_at: expect.any(String) as string },
      { version: 1, changelog: '', created_at: expect.any(String) as string },
    ]);
    const prompt = async () => {
      const begun = await served.service.rpc('begin_call', { deployment_id: deployment, lease_seconds: 60 });
      return (begun.data as [{ prompt: string }])[0].prompt;
    };
    expect(await prompt()).toBe('two');
    const pin = (version: number | null, client = owner.client) =>
      client.rpc('pin_deployment', { deployment, version });
    expect((await pin(1)).error).toBeNull();
    expect(await prompt()).toBe('one');
    expect((await pin(3)).status).toBe(404);
    expect((await pin(2, stranger.client)).status).toBe(404);
    expect((await pin(2, served.visitor)).status).toBe(401);
    expect((await pin(null)).error).toBeNull();
    expect(await prompt()).toBe('two');

    await price(agent, { is_public: false });
    expect((await stranger.client.rpc('list_agent_versions', { agent })).data).toEqual([]);
    await owner.client.from('deployments').delete().eq('id', deployment);
    await creator.client.from('agents').delete().eq('id', agent);
    const left = () =>
      served.backend.database.rows(`select 1 from private.agent_versions where agent_id = '${agent}'`);
    expect(await left()).toHaveLength(2);
    expect((await creator.client.rpc('restore_agent', { agent })).error).toBeNull();
    expect((await configure('three', '')).error).toBeNull();
    expect(await left()).toHaveLength(3);
    await creator.client.from('agents').delete().eq('id', agent);
    await run(`delete from private.agent_archive where id = '${agent}'`);
    expect(await left()).toEqual([]);
  });

  test('only the owner reads and answers terms; no user changes them', async () => {
    const agent = await addAgent(creator, PRICED);
    const deployment = await deployTo(agent);
    await price(agent, { price_per_message: 0.05 });
    const offer = (await pending(deployment))?.offer_id;
    for (const user of [stranger, creator]) {
      expect(await pending(deployment, user)).toBeUndefined();
      expect(await termsOf(deployment, user)).toEqual([]);
      expect((await accept(deployment, offer, user)).status).toBe(404);
    }
    const draft = await addAgent(creator, { status: 'draft' });
    expect((await stranger.client.rpc('quote_deployment', { agent: draft })).status).toBe(404);
    const { visitor } = served;
    const attempts = await Promise.all([
      visitor.rpc('quote_deployment', { agent }),
      visitor.rpc('pending_terms'),
      visitor.rpc('accept_terms', { deployment, offer }),
      visitor.rpc('list_deployment_terms', { deployment }),
      visitor.rpc('list_agent_versions', { agent }),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    for (const table of ['deployment_terms', 'agent_offers', 'agent_versions', 'deployment_quotes']) {
      expect((await served.service.schema('private').from(table).select()).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    await expect(run(`update private.deployment_terms set price_per_message = 9`)).rejects.toThrow(
      'never changed',
    );
    await expect(run(`delete from private.agent_offers`)).rejects.toThrow('never changed');
    await expect(run(`truncate private.deployment_terms`)).rejects.toThrow('never changed');
  });
});
