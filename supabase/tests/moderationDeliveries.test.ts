/** Webhooks when an agent with many deployments is suspended: a job of the sweep tells them, and the suspension is not slower. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

const reasons = { reason: 'spam', appeal: 'help@slipway.example' };

describe.each(engines)('moderation.changed on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  beforeAll(async () => {
    served = await serve(engine);
    [creator, owner] = [await served.creator(), await served.user()];
  });
  afterAll(() => served.close());

  /** An agent with this many deployments, each with a webhook. */
  async function popular(deployments: number) {
    const agent = await addAgent(creator);
    const name = `d-${agent.slice(0, 8)}`;
    const { data, error } = await deploy(owner, { name, agent_id: agent });
    expect(error).toBeNull();
    await served.backend.database.run(`
      set session_replication_role = replica;
      insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url)
        select name, agent_id, user_id, api_key, 'https://x.example/v1/agents/' || name
        from (select d.*, '${name}-' || i as name from public.deployments d, generate_series(2, ${String(deployments)}) i
          where d.id = '${(data as { id: string }).id}') o (id, first, agent_id, user_id, api_key);
      set session_replication_role = default;
      insert into public.deployment_webhooks (deployment_id, user_id, url, events)
        select d.id, d.user_id, 'https://hooks.example/', array['moderation.changed'] from public.deployments d
        where d.agent_id = '${agent}'`);
    return agent;
  }
  const suspend = async (subject: string) => {
    expect((await served.service.rpc('suspend', { kind: 'agent', subject, ...reasons })).error).toBeNull();
  };
  const lift = async (subject: string) => {
    const lifted = await served.service.rpc('lift_suspension', { kind: 'agent', subject, reason: 'ok' });
    expect(lifted.error).toBeNull();
  };
  const sent = async (agent: string) =>
    (
      await served.backend.database.rows<{ state: string; webhooks: number }>(
        `select e.data ->> 'state' as state, count(distinct e.webhook_id)::integer as webhooks
       from public.webhook_deliveries e join public.deployment_webhooks w on w.id = e.webhook_id
       join public.deployments d on d.id = w.deployment_id where d.agent_id = $1 group by 1 order by 1`,
        [agent],
      )
    ).map(({ state, webhooks }) => [state, webhooks]);
  const sweep = () => served.service.rpc('sweep_deployments');

  test('up to 200 webhooks get it at once, and each keeps its newest 50 messages', async () => {
    const agent = await popular(3);
    for (let change = 0; change < 26; change += 1) {
      await suspend(agent);
      await lift(agent);
    }
    const kept = await served.backend.database.rows(
      `select count(*)::integer as messages, max(e.data ->> 'state') filter (where e.created_at = newest) as last
       from (select e.*, max(e.created_at) over () as newest from public.webhook_deliveries e
         join public.deployment_webhooks w on w.id = e.webhook_id join public.deployments d on d.id = w.deployment_id
         where d.agent_id = $1) e group by e.webhook_id`,
      [agent],
    );
    expect(kept).toEqual(Array(3).fill({ messages: 50, last: 'lifted' }));
  });

  test('more of them get it from a job, which no account lists', async () => {
    const agent = await popular(501);
    await suspend(agent);
    expect(await sent(agent)).toEqual([]);
    const calls = await served.visitor.from('agents').select('id').eq('id', agent);
    expect(calls.data).toEqual([]);
    await sweep();
    expect(await sent(agent)).toEqual([['suspended', 500]]);
    await sweep();
    expect(await sent(agent)).toEqual([['suspended', 501]]);
    for (const { client } of [creator, owner]) expect((await client.rpc('list_jobs')).data).toEqual([]);
  });

  test('a suspension that changes before the job ends: every webhook gets the last state last', async () => {
    const agent = await popular(501);
    await suspend(agent);
    await sweep();
    await lift(agent);
    await sweep();
    expect(await sent(agent)).toContainEqual(['lifted', 500]);
    await suspend(agent);
    await sweep();
    await sweep();
    await sweep();
    expect(await sent(agent)).toEqual([
      ['lifted', 500],
      ['suspended', 501],
    ]);
  });
});
