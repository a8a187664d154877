/**
 * Deployments over HTTP: creating them, which agents they may run, and concurrent changes. `deployments.sql` proves the
 * status transitions, activation and restoring; the access matrix proves who may read and write them.
 * One file because all tests share one server and three users.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAgent,
  deploy,
  endpointOf,
  engines,
  newKey,
  type TestUser,
  serve,
  type Served,
} from '@slipway/backend/testing';

describe.each(engines)('deployments on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let stranger: TestUser;
  let agent: string;
  let created = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    owner = await served.creator('Olga Owner');
    stranger = await served.user('Stefan Stranger');
    agent = await addAgent(creator);
  });
  afterAll(() => served.close());

  const newName = () => `bot-${String((created += 1))}`;
  /** Creates a deployment of the owner and brings it into a status. */
  const deployment = async (status = 'pending') => {
    const { data, error } = await deploy(owner, { name: newName(), agent_id: agent });
    if (error) throw new Error(error.message);
    const id = String(data.id);
    const path = { pending: [], active: ['active'], stopped: ['active', 'stopped'], failed: ['failed'] };
    const steps = { ...path, deploying: ['active', 'stopped', 'deploying'] }[status] ?? [];
    for (const step of steps) await served.service.from('deployments').update({ status: step }).eq('id', id);
    return id;
  };
  const move = (user: TestUser, id: string, status: string) =>
    user.client
      .from('deployments')
      .update({ status, last_deployed_at: status === 'active' ? new Date().toISOString() : null })
      .eq('id', id)
      .select();
  const read = async (id: string) =>
    (await owner.client.from('deployments').select().eq('id', id).single()).data;
  const events = async (id: string) =>
    (
      await owner.client
        .from('deployment_events')
        .select('from_status, to_status, actor')
        .eq('deployment_id', id)
        .order('id')
    ).data?.map((row) => `${String(row.from_status)} → ${String(row.to_status)} by ${String(row.actor)}`);

  test(
    'an insert of six columns creates a pending deployment and returns it with its agent',
    { tags: ['DB-06', 'DEP-25', 'DEP-26', 'DEP-41'] },
    async () => {
      const key = newKey();
      const { data, error, status } = await deploy(owner, {
        name: 'My Chatbot v1!',
        agent_id: agent,
        api_key: key,
      });
      expect([status, error]).toEqual([201, null]);
      expect(data).toMatchObject({
        name: 'My Chatbot v1!',
        agent_id: agent,
        user_id: owner.id,
        endpoint_url: 'https://agents.example/v1/agents/my-chatbot-v1-',
        slug: 'my-chatbot-v1-',
        status: 'pending',
        version: 1,
        last_deployed_at: null,
        agent: { id: agent, name: 'Agent' },
      });
      expect(data?.api_key).toBe(`ak_••••${key.slice(-4)}`);
      expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
    },
  );

  test('an insert without a status is pending', { tags: ['DB-10'] }, async () => {
    const name = newName();
    const { data, status } = await owner.client
      .from('deployments')
      .insert({ name, agent_id: agent, user_id: owner.id, api_key: newKey(), endpoint_url: endpointOf(name) })
      .select('status')
      .single();
    expect([status, data]).toEqual([201, { status: 'pending' }]);
  });

  test.each<[rule: string, row: object, status: number, message: RegExp]>([
    [
      'DEP-41 a status other than pending',
      { status: 'active' },
      409,
      /^A new deployment must have the status pending$/,
    ],
    ['DB-45 a name without a letter or digit', { name: '!!!' }, 400, /deployments_name_has_letter_or_digit/],
    [
      'an endpoint that does not fit the name',
      { endpoint_url: endpointOf('other') },
      400,
      /deployments_slug_fits_name/,
    ],
    [
      'an endpoint that is not an HTTP address',
      { endpoint_url: 'javascript:alert(1)' },
      400,
      /deployments_endpoint_url_format/,
    ],
    [
      'DEP-27 a short key',
      { api_key: 'ak_short' },
      400,
      /^An API key must be ak_ followed by 32 to 120 letters or digits$/,
    ],
    ['a masked key', { api_key: 'ak_••••abcd' }, 400, /^An API key must be ak_/],
    ['a long name', { name: 'x'.repeat(81) }, 400, /deployments_name_length/],
  ])('rejects %s', async (_rule, row, expected, message) => {
    const { error, status } = await deploy(owner, { name: 'rejected', agent_id: agent, ...row });
    expect([status, error?.message]).toEqual([expected, expect.stringMatching(message)]);
  });

  test('a slug is unique per owner', { tags: ['DB-45'] }, async () => {
    expect((await deploy(owner, { name: 'My Bot', agent_id: agent })).status).toBe(201);
    const again = await deploy(owner, { name: 'my-bot', agent_id: agent });
    expect([again.status, again.error?.code]).toEqual([409, '23505']);
    expect((await deploy(stranger, { name: 'my bot', agent_id: agent })).status).toBe(201);
  });

  test(
    'users can read and deploy public active agents and their own, and no others',
    { tags: ['DEP-24', 'DB-42'] },
    async () => {
      const own = await addAgent(owner, { name: 'Own', is_public: false });
      const draft = await addAgent(owner, { name: 'Draft', status: 'draft' });
      const hidden = await addAgent(creator, { name: 'Hidden', is_public: false });
      const readable = (await owner.client.from('agents').select('id,name').eq('status', 'active')).data?.map(
        (row) => row.id as string,
      );
      expect(readable).toEqual(expect.arrayContaining([agent, own]));
      expect(readable).not.toContain(draft);
      expect(readable).not.toContain(hidden);
      expect((await deploy(owner, { name: newName(), agent_id: own })).status).toBe(201);
      for (const id of [draft, hidden, crypto.randomUUID()]) {
        const { status, error } = await deploy(owner, { name: newName(), agent_id: id });
        expect([status, error?.message]).toEqual([
          403,
          'You cannot deploy this agent: it is not active or you do not have access',
        ]);
      }
    },
  );

  test(
    'the owner of a deployment still reads its agent after it became private; others do not',
    { tags: ['DB-41'] },
    async () => {
      const hidden = await addAgent(creator, { name: 'Withdrawn' });
      const { data } = await deploy(owner, { name: newName(), agent_id: hidden });
      await creator.client.from('agents').update({ is_public: false, status: 'archived' }).eq('id', hidden);
      const joined = await owner.client
        .from('deployments')
        .select('*, agent:agents(id, name)')
        .eq('id', data?.id);
      expect(joined.data).toMatchObject([{ agent: { name: 'Withdrawn' } }]);
      expect((await stranger.client.from('agents').select().eq('id', hidden)).data).toEqual([]);
      expect((await served.visitor.from('agents').select().eq('id', hidden)).data).toEqual([]);
      const deleted = await creator.client.from('agents').delete().eq('id', hidden);
      expect([deleted.status, deleted.error?.message]).toEqual([
        409,
        'Other users have deployed this agent. Archive it instead',
      ]);
    },
  );

  test(
    'the query of the deployments page returns only the rows of the caller, and nothing to a visitor',
    { tags: ['DEP-07'] },
    async () => {
      const id = await deployment();
      const { data: otherDeployment } = await deploy(stranger, { name: newName(), agent_id: agent });
      const list = (client: TestUser['client']) =>
        client
          .from('deployments')
          .select('*, agent:agents(id, name)')
          .order('created_at', { ascending: false });
      const owners = (await list(owner.client)).data ?? [];
      expect(owners.map((row) => String(row.id))).toContain(id);
      expect(new Set(owners.map((row) => String(row.user_id)))).toEqual(new Set([owner.id]));
      const strangers = (await list(stranger.client)).data ?? [];
      expect(strangers.map((row) => String(row.id))).toContain(String(otherDeployment?.id));
      expect(new Set(strangers.map((row) => String(row.user_id)))).toEqual(new Set([stranger.id]));
      const visitors = await list(served.visitor);
      expect([visitors.status, visitors.data]).toEqual([401, null]);
    },
  );

  test('a transition that is not allowed returns 409', { tags: ['DB-24', 'DEP-52'] }, async () => {
    const id = await deployment('stopped');
    const { status, error } = await move(owner, id, 'active');
    expect([status, error?.message]).toEqual([409, 'A deployment cannot change from stopped to active']);
    expect(await read(id)).toMatchObject({ status: 'stopped' });
  });

  test('concurrent requests for one transition make it once', { tags: ['DB-24'] }, async () => {
    const id = await deployment('active');
    const before = await events(id);
    const responses = await Promise.all([1, 2, 3, 4].map(() => move(owner, id, 'stopped')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await events(id)).toEqual([...(before ?? []), 'active → stopped by owner']);
  });

  test('an update that filters by an old version changes nothing', { tags: ['DB-44'] }, async () => {
    const id = await deployment();
    const activate = () =>
      owner.client.from('deployments').update({ status: 'active' }).eq('id', id).eq('version', 1).select();
    expect((await activate()).data).toHaveLength(1);
    expect((await activate()).data).toEqual([]);
  });
});
