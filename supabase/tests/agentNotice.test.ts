/** The notice period of an agent over HTTP: who sets it, who sees its end, and what ends with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const DAY_MS = 86_400_000;

describe.each(engines)('the notice period of an agent on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    owner = await served.user('Olga Owner');
    stranger = await served.user('Stefan Stranger');
  });
  afterAll(() => served.close());

  let count = 0;
  const deployTo = async (user: TestUser, agent: string) =>
    deploy(user, { name: `notice-${String((count += 1))}`, agent_id: agent });
  const change = async (agent: string, row: object) => {
    expect((await creator.client.from('agents').update(row).eq('id', agent)).error).toBeNull();
  };
  const endingOf = async ({ client }: Pick<TestUser, 'client'>, agent: string) => {
    const { data, error } = await client.rpc('ending_deployments');
    expect(error).toBeNull();
    return (data as { agent_id: string; deployment_id: string; calls_end_at: string }[]).filter(
      ({ agent_id }) => agent_id === agent,
    );
  };
  const settings = async (agent: string) => {
    const columns = 'notice_days, allows_system_messages';
    return (await creator.client.from('agents').select(columns).eq('id', agent).single()).data;
  };

  test('is set by the creator only, with the other settings of the agent', async () => {
    const created = await creator.client.rpc('create_agent', {
      ...{ name: 'Noticed', description: 'Helps', notice_days: 7, allows_system_messages: true },
    });
    const { id } = created.data as { id: string };
    expect(await settings(id)).toEqual({ notice_days: 7, allows_system_messages: true });

    const same = {
      agent: id,
      name: 'Noticed',
      description: 'Helps',
      prompt: '',
      temperature: 0.7,
      max_tokens: 9,
    };
    const configure = (client: TestUser['client'], more: object) =>
      client.rpc('configure_agent', { ...same, ...more });
    // As an earlier release of the slice does: what it does not know stays.
    expect((await configure(creator.client, {})).error).toBeNull();
    expect(await settings(id)).toEqual({ notice_days: 7, allows_system_messages: true });
    expect(
      (await configure(creator.client, { notice_days: 0, allows_system_messages: false })).error,
    ).toBeNull();
    expect(await settings(id)).toEqual({ notice_days: 0, allows_system_messages: false });
    for (const notice_days of [-1, 366]) {
      expect((await configure(creator.client, { notice_days })).error?.code).toBe('23514');
    }
    expect((await configure(stranger.client, { notice_days: 9 })).status).toBe(404);
    expect((await configure(served.visitor, { notice_days: 9 })).status).toBe(401);
    expect(await settings(id)).toEqual({ notice_days: 0, allows_system_messages: false });
  });

  test('is shown to the owner of a deployment, with its end, and to no other user', async () => {
    const agent = await addAgent(creator, { notice_days: 10 });
    const deployed = await deployTo(owner, agent);
    await deployTo(creator, agent);
    expect(await endingOf(owner, agent)).toEqual([]);

    await change(agent, { is_public: false });
    const [ending] = await endingOf(owner, agent);
    expect(ending?.deployment_id).toBe((deployed.data as { id: string }).id);
    const days = (Date.parse(ending?.calls_end_at ?? '') - Date.now()) / DAY_MS;
    expect(Math.round(days * 10) / 10).toBe(10);
    expect(await endingOf(stranger, agent)).toEqual([]);
    expect((await served.visitor.rpc('ending_deployments')).status).toBe(401);
    // Hiding an agent does not concern its creator; archiving it does.
    expect(await endingOf(creator, agent)).toEqual([]);
    await change(agent, { status: 'archived' });
    expect(await endingOf(creator, agent)).toHaveLength(1);
    expect((await endingOf(owner, agent))[0]?.calls_end_at).toBe(ending?.calls_end_at);
    await change(agent, { is_public: true, status: 'active' });
    expect(await endingOf(owner, agent)).toEqual([]);
  });

  test('ends new deployments and previews of other users with it', async () => {
    const agent = await addAgent(creator, { notice_days: 0 });
    const running = await addAgent(creator);
    for (const each of [agent, running]) {
      await deployTo(owner, each);
      await change(each, { is_public: false });
    }
    const previewed = async ({ client }: TestUser, of: string) =>
      ((await client.rpc('preview_access', { agent: of })).data as { agent_id: string | null }[])[0]
        ?.agent_id;
    const rejected = await deployTo(owner, agent);
    expect([rejected.status, rejected.error?.message]).toEqual([
      403,
      'You cannot deploy this agent: its creator withdrew it, and its notice period is over',
    ]);
    expect((await deployTo(owner, running)).status).toBe(201);
    expect((await deployTo(creator, agent)).status).toBe(201);
    expect([await previewed(owner, agent), await previewed(owner, running)]).toEqual([null, running]);
    expect(await previewed(creator, agent)).toBe(agent);
  });

  test('ends the monthly price, which starts again when the agent is back', async () => {
    const agent = await addAgent(creator, {
      notice_days: 0,
      pricing_model: 'per_month',
      price_per_month: 30,
    });
    const deployments = [await deployTo(owner, agent), await deployTo(stranger, agent)].map(({ data }) =>
      String((data as { id: string }).id),
    );
    const { database } = served.backend;
    const ofAgent = `deployment_id in (${deployments.map((id) => `'${id}'`).join()})`;
    /** Running for two days, for the first of which its calls were answered. */
    await database.run(`update private.deployment_meters set charged_until = now() - interval '2 days' where ${ofAgent};
      alter table private.deployment_terms disable trigger deployment_terms_append_only;
      update private.deployment_terms set starts_at = now() - interval '2 days' where ${ofAgent};
      alter table private.deployment_terms enable trigger deployment_terms_append_only`);
    await change(agent, { is_public: false });
    await database.run(
      `update public.agents set calls_end_at = now() - interval '1 day' where id = '${agent}'`,
    );
    const charged = async ({ client }: TestUser) => {
      const { data, error } = await client.rpc('billing_statement');
      expect(error).toBeNull();
      const months = (data as { kind: string; amount: number }[]).filter(({ kind }) => kind === 'month');
      return months.reduce((sum, { amount }) => sum + amount, 0);
    };
    const day = await charged(owner);
    // 30 dollars a month of 28 to 31 days; at the change of a month, the statement has the current one.
    expect(day).toBeLessThan(1.1);
    const total = async (id: string | undefined) =>
      Number(
        (
          await database.rows<{ sum: string }>(
            `select coalesce(sum(amount), 0) as sum from private.ledger_transactions where deployment_id = '${String(id)}'`,
          )
        )[0]?.sum,
      );
    await owner.client.from('deployments').update({ status: 'active' }).eq('id', deployments[0]);
    await owner.client.from('deployments').update({ status: 'stopped' }).eq('id', deployments[0]);
    expect(await total(deployments[0])).toBeGreaterThan(0.9);
    expect(await total(deployments[0])).toBeLessThan(1.1);

    await change(agent, { is_public: true });
    await stranger.client.from('deployments').delete().eq('id', deployments[1]);
    expect(await total(deployments[1])).toBeGreaterThan(0.9);
    expect(await total(deployments[1])).toBeLessThan(1.1);
  });

  test('has times that no client writes', async () => {
    const agent = await addAgent(creator);
    for (const row of [{ withdrawn_at: null }, { calls_end_at: null }]) {
      expect((await creator.client.from('agents').update(row).eq('id', agent)).status).toBe(403);
    }
  });
});
