/**
 * Notifications and mails of the users of an agent when its creator withdraws it, when its calls have ended, and when it is
 * back; and the counts that the creator sees before. One file: all tests share one database.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

const DAY_MS = 86_400_000;

describe.each(engines)('withdrawals on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let other: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    stranger = await served.user('Stefan Stranger');
  });
  beforeEach(async () => {
    [owner, other] = [await served.user('Olga Owner'), await served.user('Otto Other')];
  });
  afterAll(() => served.close());

  const run = (sql: string) => served.backend.database.run(sql);
  const rows = <Found extends Record<string, unknown>>(sql: string) =>
    served.backend.database.rows<Found>(sql);
  let count = 0;
  const deployTo = async (user: TestUser, agent: string) => {
    const { data, error } = await deploy(user, { name: `ends-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    return data as { id: string; name: string };
  };
  const change = async (agent: string, row: object) => {
    expect((await creator.client.from('agents').update(row).eq('id', agent)).error).toBeNull();
  };
  const hide = (agent: string) => change(agent, { is_public: false });
  const show = (agent: string) => change(agent, { is_public: true, status: 'active' });
  /** Until nothing is due: agents of other tests have steps too. */
  const sweep = async () => {
    do expect((await served.service.rpc('sweep_deployments', { job: 'withdrawals' })).error).toBeNull();
    while ((await rows('select from private.agent_ends where next_at <= now()')).length > 0);
  };
  const noticesOf = async ({ id }: { id: string }) => {
    const [notes, mails] = [
      await rows<{ event: string }>(
        `select details ->> 'event' as event from public.notifications where user_id = '${id}' and kind = 'withdrawal' order by id`,
      ),
      await rows<{ kind: string }>(
        `select kind from private.mails where user_id = '${id}' and kind like 'agent%' order by id`,
      ),
    ];
    return [notes.map(({ event }) => event), mails.map(({ kind }) => kind)];
  };
  const deliver = () => run('update private.mails set attempts = 1, sent_at = now()');
  /** Its notice period is over now. */
  const endCalls = (agent: string) =>
    run(`update public.agents set calls_end_at = now() - interval '1 second' where id = '${agent}';
      update private.agent_ends set next_at = now(), notified_end = now() - interval '1 second' where agent_id = '${agent}'`);

  test('users of an agent are notified of its withdrawal, its end and its return: others are not', async () => {
    const agent = await addAgent(creator, { name: 'Ending', notice_days: 10 });
    const first = await deployTo(owner, agent);
    await deployTo(owner, agent);
    const stopped = await deployTo(other, agent);
    await deployTo(creator, agent);
    await run(`update public.deployments set status = 'failed' where id = '${stopped.id}'`);
    await sweep();
    expect(await noticesOf(owner)).toEqual([[], []]);

    await hide(agent);
    await sweep();
    // Once for both deployments.
    expect(await noticesOf(owner)).toEqual([['withdrawn'], ['agent_withdrawn']]);
    const [mail] = await rows<{ details: { ends_at: string } }>(
      `select details from private.mails where user_id = '${owner.id}'`,
    );
    expect(mail?.details).toMatchObject({
      ...{ agent: 'Ending', agent_id: agent, name: first.name, deployment_id: first.id, deployments: 2 },
    });
    expect(Math.round((Date.parse(mail?.details.ends_at ?? '') - Date.now()) / DAY_MS)).toBe(10);
    for (const user of [other, creator, stranger]) expect(await noticesOf(user)).toEqual([[], []]);

    // Archived too: its end stays.
    await change(agent, { status: 'archived' });
    await sweep();
    expect(await noticesOf(owner)).toEqual([['withdrawn'], ['agent_withdrawn']]);
    await deliver();
    await endCalls(agent);
    await sweep();
    await sweep();
    expect(await noticesOf(owner)).toEqual([
      ['withdrawn', 'ended'],
      ['agent_withdrawn', 'agent_ended'],
    ]);
    await deliver();
    await show(agent);
    await sweep();
    await sweep();
    expect(await noticesOf(owner)).toEqual([
      ['withdrawn', 'ended', 'returned'],
      ['agent_withdrawn', 'agent_ended', 'agent_returned'],
    ]);
    for (const user of [other, creator, stranger]) expect(await noticesOf(user)).toEqual([[], []]);
    expect(await rows(`select from private.agent_ends where agent_id = '${agent}'`)).toEqual([]);
  });

  test('a withdrawal that is taken back before the sweep notifies no user; before its mail was sent, it mails none', async () => {
    const agent = await addAgent(creator);
    await deployTo(owner, agent);
    await hide(agent);
    await show(agent);
    await sweep();
    expect(await noticesOf(owner)).toEqual([[], []]);
    await hide(agent);
    await sweep();
    await show(agent);
    await sweep();
    expect(await noticesOf(owner)).toEqual([['withdrawn', 'returned'], []]);
  });

  test('without a notice period they are notified of the end, and webhooks are too', async () => {
    const agent = await addAgent(creator, { notice_days: 0 });
    const [one, two] = [await deployTo(owner, agent), await deployTo(owner, agent)];
    const hook = { url: 'https://hooks.example/', events: ['deployment.stopped'] };
    for (const { id } of [one, two])
      expect((await owner.client.rpc('create_webhook', { deployment: id, ...hook })).error).toBeNull();
    await hide(agent);
    await sweep();
    expect(await noticesOf(owner)).toEqual([['ended'], ['agent_ended']]);
    const { data } = await owner.client.from('webhook_deliveries').select('event, data');
    const sent = (data as { event: string; data: { deployment_id: string } }[]).toSorted(
      (a, b) => Number(a.data.deployment_id === two.id) - Number(b.data.deployment_id === two.id),
    );
    expect(sent).toEqual(
      [one, two].map(({ id, name }) => ({
        event: 'deployment.stopped',
        data: { deployment_id: id, deployment: name, status: 'stopped', reason: 'agent_withdrawn' },
      })),
    );
  });

  test('a creator who hides an agent all day notifies of three withdrawals; of the last change on the next day', async () => {
    const agent = await addAgent(creator);
    await deployTo(owner, agent);
    for (let times = 0; times < 5; times += 1) {
      await hide(agent);
      await sweep();
      await deliver();
      await show(agent);
      await sweep();
      await deliver();
    }
    await hide(agent);
    await sweep();
    expect(await noticesOf(owner)).toEqual([
      Array.from({ length: 3 }, () => ['withdrawn', 'returned']).flat(),
      Array.from({ length: 3 }, () => ['agent_withdrawn', 'agent_returned']).flat(),
    ]);
    const [next] = await rows<{ is_midnight: boolean }>(
      `select next_at = (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC' as is_midnight
       from private.agent_ends where agent_id = '${agent}'`,
    );
    expect(next).toEqual({ is_midnight: true });
    await run(`update private.agent_ends set next_at = now() where agent_id = '${agent}'`);
    await sweep();
    expect((await noticesOf(owner))[0]?.at(-1)).toBe('withdrawn');
  });

  test('a user gets ten of these mails a day; the notifications show all', async () => {
    for (let agents = 0; agents < 12; agents += 1) {
      const agent = await addAgent(creator);
      await deployTo(owner, agent);
      await hide(agent);
      await sweep();
    }
    const [notes, mails] = await noticesOf(owner);
    expect([notes?.length, mails?.length]).toEqual([12, 10]);
  });

  test('more than 100 users are notified in batches, each once', async () => {
    const agent = await addAgent(creator);
    await deployTo(owner, agent);
    await run(`insert into auth.users (id, email)
        select gen_random_uuid(), 'many-' || n || '@example.com' from generate_series(1, 150) n;
      insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url, status)
      select 'ends-' || p.id, '${agent}', p.id, 'ak_••••abcd', 'https://agents.example/v1/agents/ends-' || p.id, 'active'
      from public.profiles p join auth.users u on u.id = p.id where u.email like 'many-%'`);
    await hide(agent);
    await sweep();
    expect(
      await rows(`select count(*)::int as notes, count(distinct user_id)::int as users from public.notifications
        where kind = 'withdrawal' and details ->> 'agent_id' = '${agent}'`),
    ).toEqual([{ notes: 151, users: 151 }]);
  });

  test('an agent whose creator deletes the account ends with it, and its users are notified before their deployments go', async () => {
    const leaver = await served.creator('Lena Leaver');
    const agent = await addAgent(leaver, { notice_days: 365 });
    const deployed = await deployTo(owner, agent);
    // Withdrawn before: the deletion moves its end.
    expect(
      (await leaver.client.from('agents').update({ is_public: false }).eq('id', agent)).error,
    ).toBeNull();
    await sweep();
    await run(`delete from private.mails where user_id = '${owner.id}'`);
    const { data: due, error } = await leaver.client.rpc('request_account_deletion');
    expect(error).toBeNull();
    const jobs = () => served.service.rpc('sweep_deployments', { job: 'jobs' });
    await jobs();
    await sweep();
    const [mail] = await rows<{ details: { ends_at: string } }>(
      `select details from private.mails where user_id = '${owner.id}'`,
    );
    expect(Date.parse(mail?.details.ends_at ?? '')).toBe(Date.parse(String(due)));
    await run(`update private.jobs set due_at = now(), updated_at = now() where subject = '${leaver.id}';
      update private.agent_ends set next_at = now() where agent_id = '${agent}'`);
    await jobs();
    const left = () => rows(`select from public.deployments where id = '${deployed.id}'`);
    expect(await left()).toHaveLength(1);
    await sweep();
    for (let batch = 0; batch < 12 && (await left()).length > 0; batch += 1) await jobs();
    expect(await left()).toEqual([]);
    expect(await noticesOf(owner)).toEqual([
      ['withdrawn', 'withdrawn', 'ended'],
      ['agent_withdrawn', 'agent_ended'],
    ]);
  });

  test('a creator sees how many deployments of others a withdrawal ends, and when; no other user does', async () => {
    const agent = await addAgent(creator, { notice_days: 10 });
    const soon = await addAgent(creator, { notice_days: 0 });
    for (const user of [owner, owner, other, creator]) await deployTo(user, agent);
    await run(
      `update public.deployments set status = 'failed' where id = '${(await deployTo(other, agent)).id}'`,
    );
    await deployTo(owner, soon);
    const read = async ({ client }: Pick<TestUser, 'client'>, of: string) => {
      const { data, error } = await client.rpc('agent_deployments');
      expect(error).toBeNull();
      return (data as { agent_id: string; calls_end_at: string | null }[]).find(
        ({ agent_id }) => agent_id === of,
      );
    };
    const counted = await read(creator, agent);
    expect(counted).toMatchObject({ deployments: 3, own_deployments: 1 });
    expect(Math.round((Date.parse(counted?.calls_end_at ?? '') - Date.now()) / DAY_MS)).toBe(10);
    expect(await read(creator, soon)).toMatchObject({
      deployments: 1,
      own_deployments: 0,
      calls_end_at: null,
    });
    for (const user of [owner, other, stranger]) expect(await read(user, agent)).toBeUndefined();
    expect((await served.visitor.rpc('agent_deployments')).status).toBe(401);
    // The end of a notice period that has begun.
    await hide(agent);
    await change(agent, { notice_days: 100 });
    expect((await read(creator, agent))?.calls_end_at).toBe(
      (await creator.client.from('agents').select('calls_end_at').eq('id', agent).single()).data
        ?.calls_end_at,
    );
  });

  test('no client writes a notification, and users read their own notifications only', async () => {
    const agent = await addAgent(creator);
    await deployTo(owner, agent);
    await hide(agent);
    await sweep();
    const read = ({ client }: Pick<TestUser, 'client'>) =>
      client.from('notifications').select('kind').eq('kind', 'withdrawal');
    expect((await read(owner)).data).toEqual([{ kind: 'withdrawal' }]);
    for (const user of [creator, stranger]) expect((await read(user)).data).toEqual([]);
    expect((await read({ client: served.visitor })).status).toBe(401);
    const forged = { user_id: owner.id, kind: 'withdrawal', details: {} };
    for (const client of [creator.client, owner.client, stranger.client])
      expect((await client.from('notifications').insert(forged)).status).toBe(403);
    const job = { job: 'withdrawals' };
    expect((await creator.client.rpc('sweep_deployments', job)).status).toBe(403);
    expect((await served.visitor.rpc('sweep_deployments', job)).status).toBe(401);
  });
});
