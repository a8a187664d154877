/** The limits of webhooks: five for each deployment, also when two connections add one at the same time (PGlite has one), and 300 a day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAgent, deploy, serve, type Served } from '@slipway/backend/testing';

let served: Served;
beforeAll(async () => {
  served = await serve('PostgreSQL');
});
afterAll(() => served.close());

test('the sixth webhook is rejected, also while the fifth one is being added', async () => {
  const [creator, owner] = [await served.creator(), await served.user()];
  const { data } = await deploy(owner, { name: 'hooked', agent_id: await addAgent(creator) });
  const deployment = (data as { id: string }).id;
  for (const at of [1, 2, 3, 4]) {
    const webhook = { deployment, url: `https://hooks.example/${String(at)}`, events: ['key.rotated'] };
    expect((await owner.client.rpc('create_webhook', webhook)).error).toBeNull();
  }
  const { slipwayKey } = JSON.parse(readFileSync(join(served.home, 'keys.json'), 'utf8')) as {
    slipwayKey: string;
  };
  const [at] = await served.backend.database.rows<{ name: string }>('select current_database() as name');
  const [first, second] = [5, 6].map((number) => {
    const sql = postgres(`${inject('postgresServer')}/${String(at?.name)}`, { max: 1 });
    const add = async () => {
      await sql.unsafe(`begin;
        select set_config('request.jwt.claim.sub', '${owner.id}', true), set_config('slipway.key', '${slipwayKey}', true);
        select private.create_webhook('${deployment}', 'https://hooks.example/${String(number)}', '{key.rotated}')`);
    };
    return { sql, add };
  });
  if (!first || !second) throw new Error('two connections');
  try {
    await first.add();
    const sixth = second.add().then(
      () => second.sql.unsafe('commit').then(() => 'added'),
      ({ message }: Error) => message,
    );
    await Promise.race([sixth, new Promise((resolve) => setTimeout(resolve, 500))]);
    await first.sql.unsafe('commit');
    expect(await sixth).toBe('A deployment has up to 5 webhooks. Delete one before you add another');
  } finally {
    await Promise.all([first.sql.end(), second.sql.end()]);
  }
});

test('a user adds up to 300 webhooks a day', async () => {
  const owner = await served.user();
  const { data } = await deploy(owner, { name: 'busy', agent_id: await addAgent(await served.creator()) });
  const { id: deployment } = data as { id: string };
  await served.backend.database.run(
    `insert into private.daily_counts (kind, source, items) values ('webhooks', '${owner.id}', 299)`,
  );
  const add = (path: string) =>
    owner.client.rpc('create_webhook', {
      ...{ deployment, url: `https://hooks.example/${path}`, events: ['key.rotated'] },
    });
  expect((await add('last')).error).toBeNull();
  const { status, error } = await add('one-more');
  expect([status, error?.message]).toEqual([
    429,
    'Daily limit reached: up to 300 a day (webhooks). Try again tomorrow',
  ]);
});
