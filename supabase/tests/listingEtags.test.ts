/** The listing and the page of an agent over HTTP: a save names what its form was opened with, and an older one is rejected. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines, type TestUser, serve, type Served } from '@slipway/backend/testing';

type Client = TestUser['client'];

/** Each form: its two functions, what it saves, and other values of each field, the last one of another form. */
const forms = [
  {
    ...{ read: 'agent_listing', write: 'publish_agent' },
    values: { description: 'D', category: 'sales', tags: ['a'], pricing_model: 'free' },
    others: [
      ...[{ description: 'E' }, { category: 'content' }, { tags: ['a', 'b'] }],
      ...[{ pricing_model: 'per_message', price_per_message: 1 }],
      ...[{ pricing_model: 'per_month', price_per_month: 9 }],
    ],
    unrelated: { name: 'Two', readme: 'R' },
  },
  {
    ...{ read: 'agent_page', write: 'save_agent_page' },
    values: { color: 'red', readme: 'R', examples: ['Hello'] },
    others: [{ color: 'blue' }, { color: null }, { readme: 'S' }, { readme: null }, { examples: [] }],
    unrelated: { description: 'E', tags: ['b'] },
  },
] as const;

const cases = engines.flatMap((engine) => forms.map((form) => [form.write, engine, form] as const));

describe.each(cases)('%s on %s', (_name, engine, { read, write, values, others, unrelated }) => {
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

  const readAs = (client: Client) => client.rpc(read, { agent });
  const current = async () => ((await readAs(creator.client)).data as [{ etag: string }])[0];
  const saveAs = async (client: Client, given: object) => {
    const { status, error } = await client.rpc(write, { agent, ...values, ...given });
    return error?.code ?? status;
  };
  const save = (given: object) => saveAs(creator.client, given);

  beforeEach(async () => {
    expect(await save({ etag: (await current()).etag })).toBe(204);
  });

  test('a save of an older state is rejected and changes nothing, whichever field differs', async () => {
    for (const other of others) {
      const { etag } = await current();
      expect(await save({ ...other, etag })).toBe(204);
      const stored = await current();
      expect(stored).toMatchObject(other);
      expect(await save({ etag }), JSON.stringify(other)).toBe('PT409');
      expect(await current()).toEqual(stored);
      expect(await save({ etag: stored.etag })).toBe(204);
    }
    for (const etag of [null, 'x']) expect(await save({ etag })).toBe('PT409');
  });

  test('a change that the form does not contain is no conflict', async () => {
    const { etag } = await current();
    expect((await creator.client.from('agents').update(unrelated).eq('id', agent)).error).toBeNull();
    expect(await save({ etag })).toBe(204);
  });

  test('of saves at once, one is accepted', async () => {
    const { etag } = await current();
    const results = await Promise.all(others.slice(0, 3).map((other) => save({ ...other, etag })));
    expect(results.sort()).toEqual([204, 'PT409', 'PT409']);
  });

  test('only the creator reads and saves it, also when the agent is public', async () => {
    await creator.client.from('agents').update({ is_public: true, status: 'active' }).eq('id', agent);
    const stored = await current();
    expect((await readAs(stranger.client)).data).toEqual([]);
    expect((await readAs(served.visitor)).status).toBe(401);
    for (const etag of [stored.etag, 'x']) {
      expect(await saveAs(stranger.client, { ...others[0], etag })).toBe('PT404');
      expect(await saveAs(served.visitor, { ...others[0], etag })).toBe('42501');
    }
    expect(await current()).toEqual(stored);
  });

  test('a deleted agent is not found', async () => {
    const { etag } = await current();
    await creator.client.from('agents').delete().eq('id', agent);
    expect([(await readAs(creator.client)).data, await save({ etag })]).toEqual([[], 'PT404']);
  });
});

describe.each(engines)('publishing on %s', (engine) => {
  test('an agent that was archived elsewhere is not published by an older form', async () => {
    const served = await serve(engine);
    const { client } = await served.creator('Clara Creator');
    const created = await client.rpc('create_agent', { name: 'One', description: 'D', prompt: 'P' });
    const agent = (created.data as { id: string }).id;
    const [{ etag }] = (await client.rpc('agent_listing', { agent })).data as [{ etag: string }];
    await client.from('agents').update({ status: 'archived' }).eq('id', agent);
    const { error } = await client.rpc('publish_agent', { agent, etag, ...forms[0].values });
    expect(error).toMatchObject({
      code: 'PT409',
      message: 'The agent was changed since its listing was read',
    });
    expect((await client.from('agents').select('status').eq('id', agent).single()).data).toEqual({
      status: 'archived',
    });
    await served.close();
  });
});
