/** Uploaded pictures over HTTP, with the database: the owner, a stranger, a visitor, an operator. */
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { createRest, untyped } from '@slipway/payments';
import { createPictures } from '@slipway/server/pictures';
import { addAgent, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const pictureOf = (red: number) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: { r: red, g: 90, b: 40 } } })
    .png()
    .toBuffer();

describe.each(engines)('pictures on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let stranger: TestUser;
  let agent: string;

  beforeAll(async () => {
    served = await serve(engine, {}, ({ secretKey, publishableKey }, origin) => ({
      ...createPictures({
        database: untyped(createRest({ url: origin, secretKey, publishableKey })),
        log: { error: () => undefined },
      }),
      idle: () => Promise.resolve(),
    }));
    creator = await served.creator('Clara Creator');
    stranger = await served.user();
    agent = await addAgent(creator, { name: 'Pictured' });
  });
  afterAll(() => served.close());

  const send = async (user: TestUser | undefined, query = '', body?: Buffer) => {
    const token = (await user?.client.auth.getSession())?.data.session?.access_token;
    return fetch(`${served.origin}/v1/pictures${query}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: new Uint8Array(body ?? (await pictureOf(1))),
    });
  };
  const saved = async (user: TestUser, query: string, red: number) => {
    const response = await send(user, query, await pictureOf(red));
    expect(response.status).toBe(201);
    return ((await response.json()) as { hash: string }).hash;
  };
  const pictureAt = (hash: string) => fetch(`${served.origin}/v1/pictures/${hash}.webp`);
  const iconOf = async (id: string) =>
    (await served.visitor.from('agent_listings').select('icon').eq('agent_id', id).single()).data
      ?.icon as unknown;

  test('the owner uploads; everyone gets a new file with the pixels only (20)', async () => {
    const hash = await saved(creator, `?agent=${agent}`, 10);
    expect(await iconOf(agent)).toBe(hash);
    const response = await pictureAt(hash);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    const file = Buffer.from(await response.arrayBuffer());
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 64 });
    expect((await fetch(`${served.origin}/v1/pictures/${'0'.repeat(64)}.webp`)).status).toBe(404);
    expect((await fetch(`${served.origin}/v1/pictures/..%2Fsecret.webp`)).status).toBe(404);
  });

  test('a stranger and a visitor change nothing, over any way (20)', async () => {
    const hash = await iconOf(agent);
    expect((await send(undefined, `?agent=${agent}`)).status).toBe(401);
    expect((await send(undefined)).status).toBe(401);
    expect((await send(stranger, `?agent=${agent}`)).status).toBe(404);
    expect((await stranger.client.rpc('remove_picture', { agent })).data).toBe(false);
    expect((await served.visitor.rpc('remove_picture', { agent })).status).toBe(401);
    for (const { client } of [creator, stranger]) {
      const direct = { person: creator.id, agent, picture: 'UklGRgAAAABXRUJQ' };
      expect((await client.rpc('save_picture', direct)).status).toBe(403);
      expect((await client.rpc('read_picture', { hash })).status).toBe(403);
      expect((await client.from('agents').update({ icon: 'x' }).eq('id', agent)).status).toBe(403);
      expect(
        (await client.from('profile_details').upsert({ user_id: creator.id, picture: 'x' })).status,
      ).toBe(403);
    }
    expect(await iconOf(agent)).toBe(hash);
  });

  test('other files are rejected with a remedy, also by the database (20)', async () => {
    const svg = await send(creator, '', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(svg.status).toBe(415);
    expect(((await svg.json()) as { detail: string }).detail).toContain('Send one of these types');
    expect((await send(creator, '', Buffer.alloc(300 * 1024))).status).toBe(413);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
    const forged = await served.service.rpc('save_picture', {
      person: creator.id,
      agent: null,
      picture: page,
    });
    expect(forged.error?.message).toContain('pictures_are_webp');
  });

  test('a replaced and a removed picture are deleted; a deleted agent keeps its icon until it cannot be restored (20)', async () => {
    const first = await saved(creator, '', 20);
    const second = await saved(creator, '', 30);
    expect((await pictureAt(first)).status).toBe(404);
    expect((await pictureAt(second)).status).toBe(200);
    expect((await creator.client.rpc('remove_picture')).data).toBe(true);
    expect((await pictureAt(second)).status).toBe(404);

    const restored = await addAgent(creator, { name: 'Restored' });
    const icon = await saved(creator, `?agent=${restored}`, 40);
    await creator.client.from('agents').delete().eq('id', restored);
    expect((await pictureAt(icon)).status).toBe(404);
    await saved(creator, '', 50); // deletes what nothing refers to
    expect((await creator.client.rpc('restore_agent', { agent: restored })).error).toBeNull();
    expect((await pictureAt(icon)).status).toBe(200);
  });

  test('a suspension hides pictures, and an operator removes one (20)', async () => {
    const hash = await saved(creator, `?agent=${agent}`, 60);
    const about = { kind: 'agent', subject: agent };
    await served.service.rpc('suspend', { ...about, reason: 'spam', appeal: 'a@b.example' });
    expect((await pictureAt(hash)).status).toBe(404);
    await served.service.rpc('lift_suspension', { ...about, reason: 'fine' });
    expect((await pictureAt(hash)).status).toBe(200);
    expect((await creator.client.rpc('moderate_picture', { ...about, reason: 'mine' })).status).toBe(403);
    expect((await served.service.rpc('moderate_picture', { ...about, reason: 'nudity' })).data).toBe(true);
    expect((await pictureAt(hash)).status).toBe(404);
    expect(await iconOf(agent)).toBeNull();
    const banned = { kind: 'person', subject: stranger.id };
    await served.service.rpc('suspend', { ...banned, reason: 'spam', appeal: 'a@b.example' });
    expect((await send(stranger)).status).not.toBe(201);
  });

  test('51 pictures a day are too many (20)', async () => {
    const other = await served.user();
    await served.backend.database.rows(
      "insert into private.daily_counts (kind, source, items) values ('pictures', $1, 50)",
      [other.id],
    );
    const response = await send(other);
    expect(response.status).toBe(429);
    expect(((await response.json()) as { detail: string }).detail).toContain('tomorrow');
  });

  test('an erased account leaves no picture (20)', async () => {
    const leaving = await served.creator('Lea Leaving');
    const hash = await saved(leaving, '', 70);
    await served.backend.database.rows('delete from auth.users where id = $1', [leaving.id]);
    expect((await pictureAt(hash)).status).toBe(404);
    const left = await served.backend.database.rows('select from private.pictures where hash = $1', [hash]);
    expect(left).toEqual([]);
  });
});
