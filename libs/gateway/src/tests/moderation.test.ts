/** Agents that their creator withdraws, and agents, deployments and users that an operator suspends (H7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, PASSWORD, type Served } from '@slipway/backend/testing';
import { callable, type Callable, post } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

describe.each(engines)('calls on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serveGateway(engine);
  });
  afterAll(() => served.close());

  const call = (bot: Callable) => post(bot.url, bot.key, { message: 'Hello' });
  const detailOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { detail?: string }).detail,
  ];
  const change = async ({ creator, agent }: Callable, row: object) => {
    const { error } = await creator.client.from('agents').update(row).eq('id', agent);
    expect(error).toBeNull();
  };
  const suspend = (kind: string, subject: string) =>
    served.service.rpc('suspend', { kind, subject, reason: 'spam', appeal: 'help@slipway.example' });
  const lift = (kind: string, subject: string) =>
    served.service.rpc('lift_suspension', { kind, subject, reason: 'appeal accepted' });
  const listed = async ({ agent }: Callable) =>
    (await served.visitor.from('agent_listings').select('agent_id').eq('agent_id', agent)).data?.length;
  const readable = async ({ agent }: Callable) =>
    (await served.visitor.from('agents').select('id').eq('id', agent)).data?.length;

  test('end after the notice period of a hidden or archived agent (H7)', async () => {
    const bot = await callable(served);
    await change(bot, { is_public: false });
    const announced = await call(bot);
    const end = Date.parse(announced.headers.get('sunset') ?? '');
    const since = Number(announced.headers.get('deprecation')?.replace(/^@/, '')) * 1000;
    const days = [end, since].map((time) => Math.round(Math.abs(time - Date.now()) / 86_400_000));
    expect([announced.status, ...days]).toEqual([200, 30, 0]);
    const described = await fetch(bot.url, { headers: { authorization: `Bearer ${bot.key}` } });
    expect(described.headers.get('sunset')).toBe(announced.headers.get('sunset'));
    // The notice that was given cannot be shortened.
    await change(bot, { notice_days: 0 });
    await change(bot, { status: 'archived' });
    expect((await call(bot)).status).toBe(200);

    await change(bot, { is_public: true, status: 'active' });
    const again = await call(bot);
    expect([again.headers.get('deprecation'), again.headers.get('sunset')]).toEqual([null, null]);
    await change(bot, { status: 'archived' });
    const today = new Date().toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect(await detailOf(await call(bot))).toEqual([
      410,
      `The creator of this agent withdrew it, and its notice period ended on ${today}`,
    ]);
    const forged = await bot.creator.client.from('agents').update({ calls_end_at: null }).eq('id', bot.agent);
    expect(forged.status).toBe(403);
  });

  test('of a suspended agent are rejected at once, and it is not listed (H7)', async () => {
    const bot = await callable(served);
    expect([await listed(bot), await readable(bot)]).toEqual([1, 1]);
    expect((await suspend('agent', bot.agent)).error).toBeNull();
    expect(await detailOf(await call(bot))).toEqual([
      403,
      'This agent is suspended: spam. To appeal, contact help@slipway.example',
    ]);
    // A change by its creator does not list it again.
    await change(bot, { name: 'Renamed' });
    expect([await listed(bot), await readable(bot)]).toEqual([0, 0]);
    expect((await deploy(await served.user(), { name: 'copy', agent_id: bot.agent })).status).toBe(403);
    expect((await suspend('agent', bot.agent)).status).toBe(409);
    expect(
      (await bot.creator.client.from('agents').update({ suspended_at: null }).eq('id', bot.agent)).status,
    ).toBe(403);

    expect((await lift('agent', bot.agent)).error).toBeNull();
    expect([(await call(bot)).status, await listed(bot), await readable(bot)]).toEqual([200, 1, 1]);
    expect((await lift('agent', bot.agent)).status).toBe(404);
  });

  test('of a suspended deployment are rejected, and other deployments work (H7)', async () => {
    const bot = await callable(served);
    const other = await callable(served);
    await suspend('deployment', bot.id);
    expect([(await call(bot)).status, (await call(other)).status]).toEqual([403, 200]);
    const { data } = await served.service.rpc('list_suspensions');
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'deployment', subject: bot.id, name: bot.slug, reason: 'spam' }),
    );
    await lift('deployment', bot.id);
    expect((await call(bot)).status).toBe(200);
  });

  test('a suspended user is signed out and writes nothing, and their agents stop (H7)', async () => {
    const bot = await callable(served);
    const { client } = bot.creator;
    const email = (await client.auth.getUser()).data.user?.email ?? '';
    expect((await suspend('person', bot.creator.id)).error).toBeNull();
    expect([(await call(bot)).status, await listed(bot)]).toEqual([403, 0]);
    // Not even the access token works any longer.
    expect((await client.from('agents').insert({ name: 'Again', category: 'sales' })).status).toBe(401);
    const signIn = () => client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await signIn()).error?.code).toBe('user_banned');
    // As with an access token that is still valid, on a backend that does not check the session.
    await served.backend.database.run(`update auth.users set banned_until = null where email = '${email}'`);
    expect((await signIn()).error).toBeNull();
    const message = 'Your account is suspended: spam. To appeal, contact help@slipway.example';
    for (const write of [
      client.from('agents').insert({ name: 'Again', category: 'sales' }),
      client.from('agents').update({ name: 'Again' }).eq('id', bot.agent),
      client.from('profiles').update({ full_name: 'Other' }).eq('id', bot.creator.id),
      client.from('agents').delete().eq('id', bot.agent),
    ]) {
      const { status, error } = await write;
      expect([status, error?.message]).toEqual([403, message]);
    }
    const session = (await client.auth.getSession()).data.session?.access_token;
    const tools = { agent_id: bot.agent, url: 'https://tools.example/mcp' };
    expect(await detailOf(await post(`${served.origin}/v1/tools`, session, tools))).toEqual([403, message]);
    const preview = { messages: [{ role: 'user', content: 'Hello' }], prompt: 'Be brief' };
    expect(await detailOf(await post(`${served.origin}/v1/preview`, session, preview))).toEqual([
      403,
      message,
    ]);
    await lift('person', bot.creator.id);
    expect([(await call(bot)).status, await listed(bot)]).toEqual([200, 1]);
    const events = await served.backend.database.rows<{ event_type: string; reason: string }>(
      `select event_type, details ->> 'reason' as reason from private.security_events
       where account_id = $1 and event_type like 'moderation%' order by id`,
      [bot.creator.id],
    );
    expect(events).toEqual([
      { event_type: 'moderation_suspended', reason: 'spam' },
      { event_type: 'moderation_lifted', reason: 'appeal accepted' },
    ]);
  });

  test('reports reach operators, and only operators moderate (H7)', async () => {
    const creator = await served.user('Carl Creator');
    const agent = await addAgent(creator, { name: 'Reported' });
    const reporter = await served.user();
    await reporter.client
      .from('agent_reports')
      .insert({ agent_id: agent, user_id: reporter.id, reason: 'spam', details: 'Ads' });
    const { data } = await served.service.rpc('list_agent_reports');
    expect(data).toContainEqual(
      expect.objectContaining({
        ...{ agent_id: agent, name: 'Reported', creator: 'Carl Creator', reports: 1 },
        ...{ reasons: ['spam'], details: ['Ads'], is_suspended: false },
      }),
    );
    const subject = { kind: 'agent', subject: agent, reason: 'x' };
    for (const client of [reporter.client, served.visitor]) {
      for (const attempt of [
        client.rpc('suspend', { ...subject, appeal: 'x' }),
        client.rpc('lift_suspension', subject),
        client.rpc('list_suspensions'),
        client.rpc('list_agent_reports'),
      ]) {
        expect([401, 403]).toContain((await attempt).status);
      }
    }
  });
});
