/** Favorites and notifications over HTTP: as their owner, as a stranger and as a visitor. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

describe.each(engines)('what a user keeps on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let user: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    user = await served.user();
    agent = await addAgent(creator, { name: 'Kept' });
  });
  afterAll(() => served.close());

  const notes = async ({ client }: Pick<TestUser, 'client'>) =>
    (await client.from('notifications').select('id, kind, details, read_at').order('id')).data ?? [];
  const mails = async ({ id }: TestUser, kind: string) =>
    (
      await served.backend.database.rows<{ details: object }>(
        `select details from private.mails where user_id = '${id}' and kind = '${kind}'`,
      )
    ).length;

  test('favorites: the owner adds, reads and removes them; no other user sees or changes one (20)', async () => {
    const own = user.client.from('agent_favorites');
    expect((await own.insert({ agent_id: agent })).error).toBeNull();
    expect((await own.select('agent_id')).data).toEqual([{ agent_id: agent }]);
    expect((await creator.client.from('agent_favorites').select()).data).toEqual([]);
    expect((await served.visitor.from('agent_favorites').select()).status).toBe(401);
    expect((await served.visitor.from('agent_favorites').insert({ agent_id: agent })).status).toBe(401);
    const forged = { agent_id: agent, user_id: user.id };
    expect((await creator.client.from('agent_favorites').insert(forged)).status).toBe(403);
    await creator.client.from('agent_favorites').delete().eq('user_id', user.id);
    expect((await own.select('agent_id')).data).toHaveLength(1);
    const hidden = await addAgent(creator, { name: 'Hidden', is_public: false });
    expect((await own.insert({ agent_id: hidden })).status).toBe(403);
    expect((await own.delete().eq('agent_id', agent)).error).toBeNull();
    expect((await own.select('agent_id')).data).toEqual([]);
  });

  test('a review notifies the creator, the only one who reads it and marks it as read (20)', async () => {
    expect((await user.client.from('agent_reviews').insert({ agent_id: agent, rating: 4 })).error).toBeNull();
    const [note] = await notes(creator);
    expect(note).toMatchObject({
      kind: 'review',
      details: { agent: 'Kept', agent_id: agent, rating: 4 },
      read_at: null,
    });
    expect(await notes(user)).toEqual([]);
    expect((await served.visitor.from('notifications').select()).status).toBe(401);
    const read = { read_at: new Date().toISOString() };
    await user.client.from('notifications').update(read).eq('id', note?.id);
    expect((await notes(creator))[0]?.read_at).toBeNull();
    expect((await creator.client.from('notifications').update(read).is('read_at', null)).error).toBeNull();
    expect((await notes(creator))[0]?.read_at).not.toBeNull();
    for (const client of [creator.client, user.client]) {
      const forged = { user_id: creator.id, kind: 'review', details: {} };
      expect((await client.from('notifications').insert(forged)).status).toBe(403);
      expect((await client.from('notifications').update({ kind: 'price' }).gt('id', 0)).status).toBe(403);
      expect((await client.from('notifications').delete().gt('id', 0)).status).toBe(403);
    }
  });

  test('reviews are mailed once a day for each agent, unless the creator declined (20)', async () => {
    expect(await mails(creator, 'review')).toBe(1);
    const other = await served.user();
    await other.client.from('agent_reviews').insert({ agent_id: agent, rating: 5 });
    expect(await mails(creator, 'review')).toBe(1);
    const preferences = creator.client.from('notification_preferences');
    expect((await preferences.upsert({ user_id: creator.id, mails_reviews: false })).error).toBeNull();
    const second = await addAgent(creator, { name: 'Second' });
    await other.client.from('agent_reviews').insert({ agent_id: second, rating: 5 });
    expect(await mails(creator, 'review')).toBe(1);
    expect(await notes(creator)).toHaveLength(3);
    expect((await user.client.from('notification_preferences').select()).data).toEqual([]);
    expect((await user.client.from('notification_preferences').upsert({ user_id: creator.id })).status).toBe(
      403,
    );
    expect((await served.visitor.from('notification_preferences').select()).status).toBe(401);
  });

  test('a review that is written again and again notifies once a day, and a restored one does not (20)', async () => {
    const agent = await addAgent(creator, { name: 'Flooded' });
    const before = (await notes(creator)).length;
    for (let times = 0; times < 4; times += 1) {
      expect(
        (await user.client.from('agent_reviews').insert({ agent_id: agent, rating: 1 })).error,
      ).toBeNull();
      expect((await user.client.from('agent_reviews').delete().eq('agent_id', agent)).error).toBeNull();
    }
    expect(await notes(creator)).toHaveLength(before + 1);
    const other = await served.user();
    await other.client.from('agent_reviews').insert({ agent_id: agent, rating: 5 });
    expect(await notes(creator)).toHaveLength(before + 2);
    await served.backend.database.run("delete from private.daily_counts where kind = 'notices of reviews'");
    expect((await creator.client.from('agents').delete().eq('id', agent)).error).toBeNull();
    expect((await creator.client.rpc('restore_agent', { agent })).error).toBeNull();
    expect((await creator.client.from('agent_reviews').select('rating').eq('agent_id', agent)).data).toEqual([
      { rating: 5 },
    ]);
    expect(await notes(creator)).toHaveLength(before + 2);
  });

  test('a deleted review that its author restores has its id, its time and its votes again', async () => {
    const agent = await addAgent(creator, { name: 'Reviewed' });
    const author = await served.user();
    const [fan, leaver] = [await served.user(), await served.user()];
    const reviews = author.client.from('agent_reviews');
    const text = { agent_id: agent, rating: 4, body: 'Good' };
    const read = async () =>
      (await reviews.select('id, created_at, helpful_count').eq('agent_id', agent).single()).data;
    const remove = async () => expect((await reviews.delete().eq('agent_id', agent)).error).toBeNull();
    expect((await reviews.insert(text)).error).toBeNull();
    const before = await read();
    for (const { client } of [fan, leaver])
      expect((await client.from('agent_review_votes').insert({ review_id: before?.id })).error).toBeNull();
    await remove();
    await served.backend.database.run(`delete from auth.users where id = '${leaver.id}'`);
    expect((await reviews.insert(text)).error).toBeNull();
    expect(await read()).toEqual({ ...before, helpful_count: 1 });
    expect((await fan.client.from('agent_review_votes').insert({ review_id: before?.id })).status).toBe(409);
    // Votes were for that text.
    await remove();
    expect((await reviews.insert({ ...text, body: 'Bad' })).error).toBeNull();
    expect(await read()).toMatchObject({ helpful_count: 0 });
    await remove();
    expect((await reviews.insert(text)).error).toBeNull();
    expect((await read())?.id).not.toBe(before?.id);
    // Ten minutes later, the text is gone for good.
    await remove();
    const kept = async () =>
      (await served.backend.database.rows(`select from private.deleted_reviews where agent_id = '${agent}'`))
        .length;
    expect(await kept()).toBe(1);
    await served.backend.database.run(
      "update private.deleted_reviews set deleted_at = now() - interval '10 minutes'",
    );
    expect((await served.service.rpc('sweep_deployments', { job: 'records' })).error).toBeNull();
    expect(await kept()).toBe(0);
  });

  test('an agent that is deleted and restored has its votes again, each once', async () => {
    const agent = await addAgent(creator, { name: 'Voted' });
    const [author, fan, leaver] = [await served.user(), await served.user(), await served.user()];
    const review = { agent_id: agent, rating: 5, body: 'Great' };
    expect((await author.client.from('agent_reviews').insert(review)).error).toBeNull();
    const read = async () =>
      (await author.client.from('agent_reviews').select('id, helpful_count').eq('agent_id', agent).single())
        .data;
    const { id } = (await read()) ?? {};
    for (const { client } of [fan, leaver])
      expect((await client.from('agent_review_votes').insert({ review_id: id })).error).toBeNull();
    const deleteAndRestore = async (meanwhile?: string) => {
      expect((await creator.client.from('agents').delete().eq('id', agent)).error).toBeNull();
      if (meanwhile) await served.backend.database.run(meanwhile);
      expect((await creator.client.rpc('restore_agent', { agent })).error).toBeNull();
    };
    await deleteAndRestore();
    expect(await read()).toEqual({ id, helpful_count: 2 });
    expect((await fan.client.from('agent_review_votes').insert({ review_id: id })).status).toBe(409);
    await deleteAndRestore(`delete from auth.users where id = '${leaver.id}'`);
    expect(await read()).toEqual({ id, helpful_count: 1 });
  });

  test('a failed deployment, a limit and a price notify the owner of the deployment (20)', async () => {
    const { data } = await deploy(user, { name: 'kept-bot', agent_id: agent });
    const { id } = data as { id: string };
    await served.backend.database.run(`
      update public.deployments set status = 'failed' where id = '${id}';
      insert into private.mails (user_id, kind, details) values
        ('${user.id}', 'spend_limit', '{"scope": "account", "percent": 80}'),
        ('${user.id}', 'price_announce', '{"name": "kept-bot"}')`);
    expect((await notes(user)).map(({ kind, details }) => [kind, details])).toEqual([
      ['failure', { name: 'kept-bot', deployment_id: id }],
      ['quota', { scope: 'account', percent: 80, event: 'spend_limit' }],
      ['price', { name: 'kept-bot', event: 'price_announce' }],
    ]);
    expect(await mails(user, 'failure')).toBe(1);
  });

  test('only the newest 200 are kept (20)', async () => {
    await served.backend.database.run(`
      insert into private.mails (user_id, kind, details)
      select '${user.id}', 'price_remind', '{}' from generate_series(1, 205)`);
    const rows = await served.backend.database.rows(
      `select 1 from public.notifications where user_id = '${user.id}'`,
    );
    expect(rows).toHaveLength(200);
  });
});
