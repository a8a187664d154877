/** An agent that is deployed and deleted at the same time, by two connections. PGlite has only one. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { addAgent, deploy, newKey, serve, type Served, type TestUser } from '@slipway/backend/testing';

let served: Served;
let creator: TestUser;
let user: TestUser;
let address: string;

beforeAll(async () => {
  served = await serve('PostgreSQL');
  [creator, user] = [await served.creator('Clara Creator'), await served.user('Olga Owner')];
  const [at] = await served.backend.database.rows<{ name: string }>('select current_database() as name');
  address = `${inject('postgresServer')}/${String(at?.name)}`;
});
afterAll(() => served.close());

const run = (sql: string) => served.backend.database.run(sql);
const deploysOf = async (agent: string) =>
  (await served.service.from('deployments').select('id').eq('agent_id', agent)).data?.length;

/** Makes a deletion a job of the sweep: more than 1,000 installs, reviews and reports. */
const makeLarge = (agent: string) =>
  run(`
    set local session_replication_role = replica;
    insert into auth.users (id, email)
    select ('f1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'fan-' || n || '@example.com'
    from generate_series(1, 1001) n on conflict do nothing;
    insert into public.agent_installs (agent_id, user_id)
    select '${agent}', ('f1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, 1001) n`);

let names = 0;
const insert = (agent: string) => {
  names += 1;
  return `insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url, status) values
    ('race-${String(names)}', '${agent}', '${user.id}', '${newKey()}', 'https://agents.example/v1/agents/race-${String(names)}', 'pending')`;
};
const remove = (agent: string) => `delete from public.agents where id = '${agent}'`;

/** Runs `first`, then `second` in another connection, and commits the first one while the second one waits for it. */
async function atOnce(first: { by: TestUser; sql: string }, second: { by: TestUser; sql: string }) {
  const [one, two] = [postgres(address, { max: 1 }), postgres(address, { max: 1 })];
  const as = ({ by, sql }: { by: TestUser; sql: string }) =>
    `begin; select set_config('request.jwt.claim.sub', '${by.id}', true); set local role authenticated; ${sql}`;
  try {
    await one.unsafe(as(first));
    const other = two.unsafe(as(second)).then(
      () => two.unsafe('commit').then(() => 'done'),
      ({ message }: Error) => message,
    );
    await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 500))]);
    await one.unsafe('commit');
    return await other;
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
}

describe.each([{ size: 'small' }, { size: 'large' }])('a $size agent', ({ size }) => {
  let agent: string;
  beforeEach(async () => {
    agent = await addAgent(creator);
    if (size === 'large') await makeLarge(agent);
  });

  test('is not deleted while a user deploys it', async () => {
    const deleted = await atOnce({ by: user, sql: insert(agent) }, { by: creator, sql: remove(agent) });
    expect(deleted).toBe('Other users have deployed this agent. Archive it instead');
    expect(await deploysOf(agent)).toBe(1);
  });

  test('is not deployed while its creator deletes it', async () => {
    const deployed = await atOnce({ by: creator, sql: remove(agent) }, { by: user, sql: insert(agent) });
    expect(deployed).toBe('You cannot deploy this agent: it is not active or you do not have access');
    expect(await deploysOf(agent)).toBe(0);
  });
});

test('a job that deletes an agent stops when its creator published it again and a user deployed it', async () => {
  const agent = await addAgent(creator);
  await makeLarge(agent);
  await creator.client.from('agents').delete().eq('id', agent);
  await creator.client.from('agents').update({ status: 'active', is_public: true }).eq('id', agent);
  expect((await deploy(user, { name: 'published-again', agent_id: agent })).error).toBeNull();
  for (let batch = 0; batch < 20; batch += 1) await served.service.rpc('sweep_deployments', { job: 'jobs' });
  expect(await deploysOf(agent)).toBe(1);
  const [job] = await served.backend.database.rows<{ error: string; finished_at: Date }>(
    `select error, finished_at from private.jobs where subject = '${agent}'`,
  );
  expect(job).toEqual({
    error: 'Other users have deployed this agent',
    finished_at: expect.anything() as Date,
  });
});
