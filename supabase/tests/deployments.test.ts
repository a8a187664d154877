/**
 * Deployments: who makes them of what, how they move, who sees them, and how deleting is undone.
 * One piece: every test asks the same served database and the same three people.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAgent,
  deploy,
  endpointOf,
  engines,
  newKey,
  type Person,
  serve,
  type Served,
} from '@slipway/backend/testing';

describe.each(engines)('deployments on %s', (engine) => {
  let served: Served;
  let creator: Person;
  let owner: Person;
  let stranger: Person;
  let agent: string;
  let made = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.person('Clara Creator');
    owner = await served.person('Olga Owner');
    stranger = await served.person('Stefan Stranger');
    agent = await addAgent(creator);
  });
  afterAll(() => served.close());

  const nameless = () => `bot-${String((made += 1))}`;
  /** A deployment of the owner's in a status; only a server can start from any. */
  const deployment = async (status = 'pending') => {
    const { data, error } = await deploy(owner, { name: nameless(), agent_id: agent });
    if (error) throw new Error(error.message);
    const id = String(data.id);
    const path = { pending: [], active: ['active'], stopped: ['active', 'stopped'], failed: ['failed'] };
    const steps = { ...path, deploying: ['active', 'stopped', 'deploying'] }[status] ?? [];
    for (const step of steps) await served.service.from('deployments').update({ status: step }).eq('id', id);
    return id;
  };
  const move = (person: Person, id: string, status: string) =>
    person.client
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
    'the six columns make a pending deployment, answered with its agent',
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

  test('nobody deploys for someone else', { tags: ['DB-23'] }, async () => {
    const { error, status } = await deploy(stranger, { name: 'theirs', agent_id: agent, user_id: owner.id });
    expect([status, error?.code]).toEqual([403, '42501']);
    const visitor = await served.visitor.from('deployments').insert({ name: 'x', agent_id: agent });
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
  });

  test.each<[rule: string, row: object, status: number, words: RegExp]>([
    [
      'DEP-41 a status of its own',
      { status: 'active' },
      409,
      /^A new deployment must have the status pending$/,
    ],
    ['DB-45 a name without letter or digit', { name: '!!!' }, 400, /deployments_name_has_letter_or_digit/],
    ['an endpoint of another name', { endpoint_url: endpointOf('other') }, 400, /deployments_slug_fits_name/],
    [
      'an endpoint elsewhere',
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
  ])('%s is refused', async (_rule, row, expected, words) => {
    const { error, status } = await deploy(owner, { name: 'refused', agent_id: agent, ...row });
    expect([status, error?.message]).toEqual([expected, expect.stringMatching(words)]);
  });

  test('a slug is used once by a person, and again by another', { tags: ['DB-45'] }, async () => {
    expect((await deploy(owner, { name: 'My Bot', agent_id: agent })).status).toBe(201);
    const again = await deploy(owner, { name: 'my-bot', agent_id: agent });
    expect([again.status, again.error?.code]).toEqual([409, '23505']);
    expect((await deploy(stranger, { name: 'my bot', agent_id: agent })).status).toBe(201);
  });

  test(
    'a person is offered public and own active agents, and deploys no other',
    { tags: ['DEP-24', 'DB-42'] },
    async () => {
      const own = await addAgent(owner, { name: 'Own', is_public: false });
      const draft = await addAgent(owner, { name: 'Draft', status: 'draft' });
      const hidden = await addAgent(creator, { name: 'Hidden', is_public: false });
      const offered = (await owner.client.from('agents').select('id,name').eq('status', 'active')).data?.map(
        (row) => row.id as string,
      );
      expect(offered).toEqual(expect.arrayContaining([agent, own]));
      expect(offered).not.toContain(draft);
      expect(offered).not.toContain(hidden);
      expect((await deploy(owner, { name: nameless(), agent_id: own })).status).toBe(201);
      for (const id of [draft, hidden, crypto.randomUUID()]) {
        const { status, error } = await deploy(owner, { name: nameless(), agent_id: id });
        expect([status, error?.message]).toEqual([
          403,
          'You cannot deploy this agent: it is not active or you do not have access',
        ]);
      }
    },
  );

  test(
    'the owner reads the name of an agent that became private; others do not',
    { tags: ['DB-41'] },
    async () => {
      const fading = await addAgent(creator, { name: 'Fading' });
      const { data } = await deploy(owner, { name: nameless(), agent_id: fading });
      await creator.client.from('agents').update({ is_public: false, status: 'archived' }).eq('id', fading);
      const joined = await owner.client
        .from('deployments')
        .select('*, agent:agents(id, name)')
        .eq('id', data?.id);
      expect(joined.data).toMatchObject([{ agent: { name: 'Fading' } }]);
      expect((await stranger.client.from('agents').select().eq('id', fading)).data).toEqual([]);
      expect((await served.visitor.from('agents').select().eq('id', fading)).data).toEqual([]);
      const deleted = await creator.client.from('agents').delete().eq('id', fading);
      expect([deleted.status, deleted.error?.message]).toEqual([
        409,
        'Other users have deployed this agent. Archive it instead',
      ]);
    },
  );

  test(
    'a stranger reads, moves and deletes nothing; a visitor not even that',
    { tags: ['DB-22'] },
    async () => {
      const id = await deployment();
      const attempt = (client: Person['client']) => [
        client.from('deployments').select().eq('id', id),
        client.from('deployment_events').select().eq('deployment_id', id),
        client.from('deployments').update({ status: 'active' }).eq('id', id).select(),
        client.from('deployments').delete().eq('id', id).select(),
      ];
      expect((await Promise.all(attempt(stranger.client))).map(({ data }) => data)).toEqual([[], [], [], []]);
      expect((await Promise.all(attempt(served.visitor))).map(({ status }) => status)).toEqual([
        401, 401, 401, 401,
      ]);
      expect(await read(id)).toMatchObject({ status: 'pending' });
    },
  );

  test(
    'the page’s own read gives the owner theirs, a stranger who has some none of these, a visitor nothing',
    { tags: ['DEP-07'] },
    async () => {
      const id = await deployment();
      const { data: theirs } = await deploy(stranger, { name: nameless(), agent_id: agent });
      const list = (client: Person['client']) =>
        client
          .from('deployments')
          .select('*, agent:agents(id, name)')
          .order('created_at', { ascending: false });
      const owners = (await list(owner.client)).data ?? [];
      expect(owners.map((row) => String(row.id))).toContain(id);
      expect(new Set(owners.map((row) => String(row.user_id)))).toEqual(new Set([owner.id]));
      const strangers = (await list(stranger.client)).data ?? [];
      expect(strangers.map((row) => String(row.id))).toContain(String(theirs?.id));
      expect(new Set(strangers.map((row) => String(row.user_id)))).toEqual(new Set([stranger.id]));
      const visitors = await list(served.visitor);
      expect([visitors.status, visitors.data]).toEqual([401, null]);
    },
  );

  const statuses = ['pending', 'deploying', 'active', 'stopped', 'failed'];
  const byOwner = [
    'pending active',
    'deploying active',
    'active stopped',
    'stopped deploying',
    'failed deploying',
  ];
  test.each(statuses)(
    'what an owner can make of one that is %s',
    { tags: ['DB-24', 'DEP-52'] },
    async (from) => {
      for (const to of statuses.filter((status) => status !== from)) {
        const id = await deployment(from);
        const { status, error, data } = await move(owner, id, to);
        if (byOwner.includes(`${from} ${to}`)) {
          expect([status, data?.[0]?.status]).toEqual([200, to]);
        } else {
          expect([status, error?.message]).toEqual([409, `A deployment cannot change from ${from} to ${to}`]);
          expect(await read(id)).toMatchObject({ status: from });
        }
      }
    },
  );

  test.each(statuses)(
    'the server fails one that is %s, and makes nothing else of it',
    { tags: ['DB-24'] },
    async (from) => {
      const id = await deployment(from);
      expect(
        (await served.service.from('deployments').update({ status: 'failed' }).eq('id', id)).status,
      ).toBe(204);
      expect(await read(id)).toMatchObject({ status: 'failed', last_deployed_at: null });
      expect(
        (await served.service.from('deployments').update({ status: 'active' }).eq('id', id)).status,
      ).toBe(409);
    },
  );

  test('a status that is none', { tags: ['DB-10'] }, async () => {
    const { status, error } = await move(owner, await deployment(), 'running');
    expect([status, error?.code]).toEqual([400, '23514']);
  });

  test(
    'becoming active writes the time, anything else empties it, the record keeps both',
    { tags: ['DEP-44', 'DEP-45'] },
    async () => {
      const id = await deployment();
      const active = (await move(owner, id, 'active')).data?.[0];
      expect(Math.abs(Date.parse(String(active?.last_deployed_at)) - Date.now())).toBeLessThan(2000);
      expect((await move(owner, id, 'stopped')).data?.[0]).toMatchObject({
        last_deployed_at: null,
        version: 3,
      });
      expect(await events(id)).toEqual([
        'null → pending by owner',
        'pending → active by owner',
        'active → stopped by owner',
      ]);
      const forged = await owner.client
        .from('deployment_events')
        .insert({ deployment_id: id, user_id: owner.id, to_status: 'active', actor: 'server' });
      expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
    },
  );

  test('two tabs that press at once make one transition', { tags: ['DB-24'] }, async () => {
    const id = await deployment('active');
    const before = await events(id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => move(owner, id, 'stopped')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await events(id)).toEqual([...(before ?? []), 'active → stopped by owner']);
  });

  test('a writer who read an older version changes nothing', { tags: ['DB-44'] }, async () => {
    const id = await deployment();
    const stop = () =>
      owner.client.from('deployments').update({ status: 'active' }).eq('id', id).eq('version', 1).select();
    expect((await stop()).data).toHaveLength(1);
    expect((await stop()).data).toEqual([]);
  });

  test('only status and last_deployed_at can be changed', { tags: ['DB-24'] }, async () => {
    const id = await deployment();
    for (const change of [
      { user_id: stranger.id },
      { api_key: newKey() },
      { endpoint_url: endpointOf('a') },
      { version: 9 },
    ]) {
      const { status, error } = await owner.client.from('deployments').update(change).eq('id', id);
      expect([status, error?.code]).toEqual([403, '42501']);
    }
  });

  test(
    'what is two seconds on its way becomes active when its owner comes back, or by the sweep',
    { tags: ['DEP-42', 'DEP-58'] },
    async () => {
      const [early, late, another] = [await deployment(), await deployment('deploying'), await deployment()];
      await served.backend.database.run(`
      alter table public.deployments disable trigger deployments_check_status;
      update public.deployments set updated_at = now() + interval '1 hour'
        where id not in ('${late}', '${another}') and status in ('pending', 'deploying');
      update public.deployments set updated_at = now() - interval '2 seconds' where id in ('${late}', '${another}');
      alter table public.deployments enable trigger deployments_check_status;
    `);
      expect((await stranger.client.rpc('advance_deployments')).data).toBe(0);
      expect((await served.visitor.rpc('advance_deployments')).status).toBe(401);
      expect((await owner.client.rpc('sweep_deployments')).status).toBe(403);
      expect((await owner.client.rpc('advance_deployments')).data).toBe(2);
      expect((await owner.client.rpc('advance_deployments')).data).toBe(0);
      expect((await served.service.rpc('sweep_deployments')).data).toBe(0);
      expect([(await read(early))?.status, (await read(late))?.status]).toEqual(['pending', 'active']);
      expect((await read(late))?.last_deployed_at).not.toBeNull();
      expect((await events(late))?.at(-1)).toBe('deploying → active by server');
    },
  );

  test(
    'deleting can be undone by the owner: the same id, key, status and record',
    { tags: ['DEP-54'] },
    async () => {
      const id = await deployment('active');
      const before = await read(id);
      expect(await owner.client.from('deployments').delete().eq('id', id)).toMatchObject({ error: null });
      expect(await read(id)).toBeNull();
      const theirs = await stranger.client.rpc('restore_deployment', { id });
      expect([theirs.status, theirs.error?.message]).toEqual([
        404,
        'You deleted no deployment with this id in the last 30 days',
      ]);
      expect((await owner.client.rpc('restore_deployment', { id })).data).toBe(id);
      expect(await read(id)).toEqual({
        ...before,
        version: Number(before?.version) + 1,
        updated_at: expect.any(String),
      });
      expect((await owner.client.rpc('reveal_deployment_key', { id })).data).toMatch(/^ak_[0-9a-f]{64}$/);
      expect((await owner.client.rpc('restore_deployment', { id })).status).toBe(404);
      expect((await events(id))?.slice(-2)).toEqual(['active → null by owner', 'null → active by server']);
    },
  );

  test('an account can be removed, with all it deployed', async () => {
    const leaving = await served.person();
    const theirs = await addAgent(leaving);
    await deploy(leaving, { name: 'mine', agent_id: agent });
    const { data } = await deploy(owner, { name: nameless(), agent_id: theirs });
    await served.backend.database.rows('delete from auth.users where id = $1::text::uuid', [leaving.id]);
    expect(await read(String(data?.id))).toBeNull();
  });
});
