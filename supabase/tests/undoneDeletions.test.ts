/** The effects of a pending deletion of an account, and of its undo: as its owner, a stranger and a visitor. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

const ciphertext = Buffer.alloc(64, 7).toString('base64');

describe.each(engines)('the undo of a deletion on %s', (engine) => {
  let served: Served;
  let stranger: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    stranger = await served.creator('Stella Stranger');
  });
  afterAll(() => served.close());

  /** A creator with a published agent, a private one, a draft and an archived one. */
  async function creatorWithAgents() {
    const creator = await served.creator();
    const published = await addAgent(creator, { name: 'Published' });
    const hidden = await addAgent(creator, { name: 'Private', is_public: false });
    const draft = await addAgent(creator, { name: 'Draft', is_public: false, status: 'draft' });
    const archived = await addAgent(creator, { name: 'Archived', is_public: false, status: 'archived' });
    return { creator, published, hidden, draft, archived };
  }
  const agentsOf = async (creator: TestUser) => {
    const { data } = await creator.client
      .from('agents')
      .select('name, status, is_public')
      .eq('creator_id', creator.id)
      .order('name');
    return (data as { name: string; status: string; is_public: boolean }[]).map(
      ({ name, status, is_public }) => `${name}: ${status}${is_public ? ', public' : ''}`,
    );
  };
  const request = async ({ client }: TestUser) => {
    expect((await client.rpc('request_account_deletion')).error).toBeNull();
  };
  const undo = async ({ client }: TestUser) => {
    expect((await client.rpc('cancel_account_deletion')).data).toBe(true);
  };
  const sweep = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      // As if an hour had passed.
      await served.backend.database.run("update private.jobs set updated_at = now() - interval '1 hour'");
      expect((await served.service.rpc('sweep_deployments')).error).toBeNull();
    }
  };
  const share = (user: TestUser, agent: string) =>
    user.client.rpc('share_conversation', { agent, ciphertext }).single<{ id: string }>();
  const read = async ({ client }: { client: Served['visitor'] }, id: string) =>
    ((await client.rpc('read_shared_conversation', { id })).data ?? []) as { agent_id: string | null }[];

  test('only the published agents leave the marketplace, at once, and an undo brings back what was', async () => {
    const { creator, published } = await creatorWithAgents();
    const before = ['Archived: archived', 'Draft: draft', 'Private: active', 'Published: active, public'];
    expect(await agentsOf(creator)).toEqual(before);
    const seen = async () =>
      (await served.visitor.from('agents').select('id').eq('id', published)).data?.length;
    const running = await deploy(stranger, { name: 'keeps-running', agent_id: published });
    expect(running.error).toBeNull();
    const endings = async () => ((await stranger.client.rpc('ending_deployments')).data as object[]).length;

    await request(creator);
    expect(await seen()).toBe(0);
    expect(await endings()).toBe(1);
    await sweep(3);
    expect(await agentsOf(creator)).toEqual([...before.slice(0, 3), 'Published: active']);
    expect((await stranger.client.rpc('cancel_account_deletion')).data).toBe(false);
    expect((await served.visitor.rpc('cancel_account_deletion')).status).toBe(401);
    expect(await seen()).toBe(0);

    await undo(creator);
    expect(await agentsOf(creator)).toEqual(before);
    expect([await seen(), await endings()]).toEqual([1, 0]);
    await sweep(3);
    expect(await agentsOf(creator)).toEqual(before);
  });

  test('an agent that its creator archived or deleted meanwhile stays so', async () => {
    const { creator, published } = await creatorWithAgents();
    const deleted = await addAgent(creator, { name: 'Removed' });
    await request(creator);
    const archive = { status: 'archived', is_public: false };
    expect((await creator.client.from('agents').update(archive).eq('id', published)).error).toBeNull();
    expect((await creator.client.from('agents').delete().eq('id', deleted)).error).toBeNull();
    await undo(creator);
    await sweep(2);
    expect(await agentsOf(creator)).toEqual([
      ...['Archived: archived', 'Draft: draft', 'Private: active', 'Published: archived'],
    ]);
  });

  test('nothing is published while a deletion is pending; a deleted agent is restored as private', async () => {
    const { creator, draft } = await creatorWithAgents();
    const deleted = await addAgent(creator, { name: 'Restored' });
    expect((await creator.client.from('agents').delete().eq('id', deleted)).error).toBeNull();
    await request(creator);
    const published = { status: 'active', is_public: true };
    const { status, error } = await creator.client.from('agents').update(published).eq('id', draft);
    expect([status, error?.hint, error?.message]).toEqual([
      ...[403, 'pending_deletion', 'Your account will be deleted. Keep it to publish agents'],
    ]);
    expect((await creator.client.rpc('restore_agent', { agent: deleted })).error).toBeNull();
    expect(await agentsOf(creator)).toContain('Restored: active');
    // Drafts can be written, and other creators publish.
    expect(
      (await creator.client.from('agents').update({ name: 'Draft 2' }).eq('id', draft)).error,
    ).toBeNull();
    const other = await addAgent(stranger, { is_public: false, status: 'draft' });
    expect((await stranger.client.from('agents').update(published).eq('id', other)).error).toBeNull();
    await undo(creator);
    expect((await creator.client.from('agents').update(published).eq('id', draft)).error).toBeNull();
  });

  test('more than 100 agents are hidden and brought back in batches, and a new request stops that', async () => {
    const { creator } = await creatorWithAgents();
    await served.backend.database
      .run(`insert into public.agents (creator_id, name, description, category, status, is_public)
      select creator_id, name || n, description, category, status, is_public
      from public.agents cross join generate_series(1, 249) n where creator_id = '${creator.id}' and name = 'Published'`);
    const count = async () =>
      (
        await served.backend.database.rows<{ n: number }>(
          `select count(*)::integer as n from public.agents where creator_id = '${creator.id}' and is_public`,
        )
      )[0]?.n;
    expect(await count()).toBe(250);
    await request(creator);
    expect(await count()).toBe(150);
    await sweep(3);
    expect(await count()).toBe(0);
    await undo(creator);
    expect(await count()).toBe(100);
    await request(creator);
    await sweep(3);
    expect(await count()).toBe(0);
    await undo(creator);
    await sweep(3);
    expect(await count()).toBe(250);
  });

  test('shared conversations have no reader meanwhile, and again after an undo', async () => {
    const owner = await served.user();
    const agent = await addAgent(stranger, { name: 'Helper' });
    const { data } = await share(owner, agent);
    const id = data?.id ?? '';
    const readers = [owner, stranger, { client: served.visitor }];
    const found = async () => Promise.all(readers.map(async (reader) => (await read(reader, id)).length));
    expect(await found()).toEqual([1, 1, 1]);
    const other = await share(stranger, agent);
    const report = { id, key: 'k'.repeat(43), reason: 'harmful' };

    await request(owner);
    expect(await found()).toEqual([0, 0, 0]);
    expect((await served.visitor.rpc('report_shared_conversation', report)).status).toBe(404);
    // The owner still sees the link, and deletes it if they want to.
    expect((await owner.client.from('shared_conversations').select('id')).data).toEqual([{ id }]);
    const { status, error } = await share(owner, agent);
    expect([status, error?.hint, error?.message]).toEqual([
      ...[403, 'pending_deletion', 'Your account will be deleted. Keep it to share conversations'],
    ]);
    // Those of others stay.
    expect(await read({ client: served.visitor }, other.data?.id ?? '')).toHaveLength(1);

    await undo(owner);
    expect(await found()).toEqual([1, 1, 1]);
    expect((await share(owner, agent)).error).toBeNull();

    // Also when the deletion is due and has begun.
    await request(owner);
    await served.backend.database.run("update private.jobs set due_at = now() where kind = 'delete_account'");
    expect((await read(stranger, id)).length).toBe(0);
  });
});
