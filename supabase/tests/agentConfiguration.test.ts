/** The configuration of an agent over HTTP: a save names what its form was opened with, and an older one is rejected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

type Client = TestUser['client'];
type Configuration = Record<'name' | 'description' | 'prompt' | 'etag', string>;

describe.each(engines)('the configuration of an agent on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let stranger: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    stranger = await served.user('Stefan Stranger');
    const { data } = await creator.client.rpc('create_agent', { name: 'One', description: 'D', prompt: 'P' });
    agent = (data as { id: string }).id;
  });
  afterAll(() => served.close());

  const readAs = (client: Client) => client.rpc('agent_configuration', { agent });
  const read = async () => ((await readAs(creator.client)).data as [Configuration])[0];
  const saveAs = (client: Client, values: object) =>
    client.rpc('configure_agent', {
      ...{ agent, name: 'One', description: 'D', prompt: 'P', temperature: 0.7, max_tokens: 9, ...values },
    });
  const save = async (values: object) => {
    const { status, error } = await saveAs(creator.client, values);
    return error?.code ?? status;
  };

  test('a save of an older state is rejected and changes nothing', async () => {
    const { etag } = await read();
    expect(await save({ name: 'Two', etag })).toBe(204);
    const rejected = await saveAs(creator.client, { description: 'E', prompt: 'Q', etag });
    expect([rejected.status, rejected.error?.message]).toEqual([
      409,
      'The agent was changed since its configuration was read',
    ]);
    expect(await read()).toMatchObject({ name: 'Two', description: 'D', prompt: 'P' });
    expect(await save({ name: 'Two', description: 'E', etag: (await read()).etag })).toBe(204);
    expect(await read()).toMatchObject({ name: 'Two', description: 'E' });
  });

  test('every value of the form counts, and nothing else', async () => {
    const tools = { servers: [{ url: 'https://tools.example/mcp', tools: [] }] };
    for (const values of [
      ...[{ name: 'Three' }, { description: 'F' }, { prompt: 'R' }, { temperature: 0.1 }, { max_tokens: 8 }],
      ...[{ notice_days: 3 }, { allows_system_messages: true }, { tools }],
    ]) {
      await save({});
      const { etag } = await read();
      expect(await save({ ...values, etag })).toBe(204);
      expect(await save({ etag }), JSON.stringify(values)).toBe('PT409');
    }
    const { etag } = await read();
    await creator.client
      .from('agents')
      .update({ status: 'archived', tags: ['t'] })
      .eq('id', agent);
    expect(await save({ changelog: 'Text', etag })).not.toBe('PT409');
  });

  test('of saves at once, one is accepted', async () => {
    const { etag } = await read();
    const results = await Promise.all(['a', 'b', 'c'].map((name) => save({ name, etag })));
    expect(results.sort()).toEqual([204, 'PT409', 'PT409']);
  });

  test('an earlier release of the slice, which sends no etag, saves as before', async () => {
    await read();
    expect(await save({ name: 'Old release' })).toBe(204);
    expect(await save({ name: 'Null', etag: null })).toBe(204);
    expect((await read()).name).toBe('Null');
  });

  test('only the creator reads it and saves it, also when the agent is public', async () => {
    const { etag } = await read();
    const row = { is_public: true, status: 'active' };
    expect((await creator.client.from('agents').update(row).eq('id', agent)).error).toBeNull();
    expect((await readAs(stranger.client)).data).toEqual([]);
    expect((await readAs(served.visitor)).status).toBe(401);
    for (const given of [{ etag }, { etag: 'x' }, {}]) {
      expect((await saveAs(stranger.client, { name: 'Mine', ...given })).status).toBe(404);
      expect((await saveAs(served.visitor, { name: 'Mine', ...given })).status).toBe(401);
    }
    expect((await read()).etag).toBe(etag);
  });
});
