/** Agents over HTTP: configuration, installs and reports. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('records of agents on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let user: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    user = await served.user();
    agent = await addAgent(creator);
  });
  afterAll(() => served.close());

  const create = (row: object = {}) =>
    creator.client.rpc('create_agent', { name: ' Helper ', description: ' Helps ', ...row });
  const own = async () =>
    (
      await creator.client
        .from('agents')
        .select('id, name')
        .eq('creator_id', creator.id)
        .order('created_at', { ascending: false })
    ).data;

  test('create_agent stores a private draft with its configuration', { tags: ['AGT-14'] }, async () => {
    const { data, error } = await create({ prompt: 'Be brief', temperature: 0.1, max_tokens: 4000 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ name: 'Helper', description: 'Helps', status: 'draft', is_public: false });
    const { id } = data as { id: string };
    expect((await own())?.[0]).toEqual({ id, name: 'Helper' });
    const config = () =>
      creator.client.from('agent_configs').select('prompt, temperature, max_tokens').eq('agent_id', id);
    expect((await config()).data).toEqual([{ prompt: 'Be brief', temperature: 0.1, max_tokens: 4000 }]);
    await creator.client.from('agent_configs').update({ prompt: 'Be kind' }).eq('agent_id', id);
    expect((await config()).data).toMatchObject([{ prompt: 'Be kind' }]);
    expect((await served.visitor.rpc('create_agent', { name: 'No', description: 'No' })).status).toBe(401);
  });

  test.each<[rule: string, row: object]>([
    ['AGT-07 a temperature below 0', { temperature: -0.1 }],
    ['AGT-07 a temperature above 2', { temperature: 2.1 }],
    ['AGT-07 a temperature between two steps', { temperature: 0.75 }],
    ['AGT-08 no tokens', { max_tokens: 0 }],
    ['AGT-08 too many tokens', { max_tokens: 4001 }],
    ['AGT-08 half a token', { max_tokens: 1.5 }],
    ['a prompt of 8,001 characters', { prompt: 'x'.repeat(8001) }],
    ['AGT-09 a blank name', { name: '  ' }],
  ])('rejects %s and creates no agent', async (_rule, row) => {
    const before = await own();
    expect((await create(row)).status).toBe(400);
    expect(await own()).toEqual(before);
  });

  test('only the creator can read and write a prompt, even of a public agent', async () => {
    await creator.client.from('agent_configs').insert({ agent_id: agent, prompt: 'Secret' });
    expect((await user.client.from('agent_configs').select().eq('agent_id', agent)).data).toEqual([]);
    expect(
      (await user.client.from('agent_configs').update({ prompt: 'Mine' }).eq('agent_id', agent).select())
        .data,
    ).toEqual([]);
    expect((await served.visitor.from('agent_configs').select()).status).toBe(401);
    const other = await addAgent(creator);
    const foreign = await user.client.from('agent_configs').insert({ agent_id: other });
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501']);
  });

  test('an install is recorded once per user and counted', { tags: ['MKT-48'] }, async () => {
    const count = async () => {
      const listing = await served.visitor
        .from('agent_listings')
        .select('installs')
        .eq('agent_id', agent)
        .single();
      const row = await served.visitor
        .from('agents')
        .select('install_count, updated_at')
        .eq('id', agent)
        .single();
      return { listed: listing.data?.installs as number, ...row.data };
    };
    const install = (client: TestUser['client']) =>
      client
        .from('agent_installs')
        .upsert(
          { agent_id: agent, user_id: user.id },
          { ignoreDuplicates: true, onConflict: 'agent_id,user_id' },
        );
    const before = await count();
    expect([(await install(user.client)).error, (await install(user.client)).error]).toEqual([null, null]);
    expect(await count()).toEqual({ ...before, listed: before.listed + 1, install_count: before.listed + 1 });
    expect((await user.client.from('agent_installs').insert({ agent_id: agent })).error?.code).toBe('23505');
    expect((await install(creator.client)).error?.code).toBe('42501');
    expect((await install(served.visitor)).status).toBe(401);
    expect((await creator.client.from('agent_installs').select()).data).toEqual([]);
    await user.client.from('agent_installs').delete().eq('agent_id', agent);
    expect(await count()).toEqual(before);
    const draft = await addAgent(creator, { status: 'draft' });
    expect((await user.client.from('agent_installs').insert({ agent_id: draft })).error?.code).toBe('42501');
  });

  test('a user reports a public agent once and cannot read reports by others', async () => {
    const report = (reason: string) => user.client.from('agent_reports').insert({ agent_id: agent, reason });
    expect((await report('ugly')).error?.code).toBe('23514');
    expect((await report('spam')).status).toBe(201);
    expect((await report('harmful')).error?.code).toBe('23505');
    expect((await user.client.from('agent_reports').select()).data).toHaveLength(1);
    expect((await creator.client.from('agent_reports').select()).data).toEqual([]);
    expect((await user.client.from('agent_reports').delete().eq('agent_id', agent)).status).toBe(403);
  });
});
