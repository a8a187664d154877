/**
 * Withdrawals and deletions in an order that their functions did not expect: restored deployments, many withdrawals of one
 * creator, and two connections. PGlite has only one connection.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAgent, deploy, serve, type Served, type TestUser } from '@slipway/backend/testing';

let served: Served;
let creator: TestUser;
let owner: TestUser;
let address: string;

beforeAll(async () => {
  served = await serve('PostgreSQL');
  creator = await served.creator('Clara Creator');
  owner = await served.user('Olga Owner');
  const [at] = await rows<{ name: string }>('select current_database() as name');
  address = `${inject('postgresServer')}/${String(at?.name)}`;
});
afterAll(() => served.close());

const run = (sql: string) => served.backend.database.run(sql);
const rows = <Found extends Record<string, unknown>>(sql: string) => served.backend.database.rows<Found>(sql);
const sweep = async () => {
  expect((await served.service.rpc('sweep_deployments', { job: 'withdrawals' })).error).toBeNull();
};
let count = 0;
const deployTo = async (agent: string, user = owner) => {
  const { data, error } = await deploy(user, { name: `restored-${String((count += 1))}`, agent_id: agent });
  expect(error).toBeNull();
  return (data as { id: string }).id;
};
const remove = async (deployment: string) => {
  expect((await owner.client.from('deployments').delete().eq('id', deployment)).error).toBeNull();
};
const restore = async (deployment: string) => {
  expect((await owner.client.rpc('restore_deployment', { id: deployment })).error).toBeNull();
};
const setPublic = async (agent: string, is_public: boolean, by = creator) => {
  expect((await by.client.from('agents').update({ is_public }).eq('id', agent)).error).toBeNull();
};
const eventsOf = async (agent: string, { id } = owner) =>
  (
    await rows<{ event: string }>(
      `select details ->> 'event' as event from public.notifications
       where user_id = '${id}' and kind = 'withdrawal' and details ->> 'agent_id' = '${agent}' order by id`,
    )
  ).map(({ event }) => event);

test('the owner of a deployment that was restored in the notice period is notified of the withdrawal and of the end', async () => {
  const agent = await addAgent(creator);
  const deployment = await deployTo(agent);
  await remove(deployment);
  await setPublic(agent, false);
  await sweep();
  await restore(deployment);
  await sweep();
  expect(await eventsOf(agent)).toEqual(['withdrawn']);
  await run(`update public.agents set calls_end_at = now() - interval '1 second' where id = '${agent}'`);
  await sweep();
  expect(await eventsOf(agent)).toEqual(['withdrawn', 'ended']);
});

test('one that was restored after the end is notified when the agent, and its price, is back', async () => {
  const agent = await addAgent(creator, { notice_days: 0 });
  const deployment = await deployTo(agent);
  await remove(deployment);
  await setPublic(agent, false);
  await restore(deployment);
  await sweep();
  expect(await eventsOf(agent)).toEqual([]);
  await setPublic(agent, true);
  await sweep();
  expect(await eventsOf(agent)).toEqual(['returned']);
});

/** `sql` of a user, in a transaction that stays open. */
const asUser = ({ id }: TestUser, sql: string) =>
  `begin; select set_config('request.jwt.claim.sub', '${id}', true); set local role authenticated; ${sql}`;

test('a deployment that is restored while its agent is withdrawn counts as a user of the agent', async () => {
  const agent = await addAgent(creator);
  const deployment = await deployTo(agent);
  await remove(deployment);
  const [one, two] = [postgres(address, { max: 1 }), postgres(address, { max: 1 })];
  await one.unsafe(asUser(owner, `select public.restore_deployment('${deployment}')`));
  const hidden = two.unsafe(
    `${asUser(creator, `update public.agents set is_public = false where id = '${agent}'`)}; commit`,
  );
  await Promise.race([hidden, new Promise((resolve) => setTimeout(resolve, 500))]);
  await one.unsafe('commit');
  await hidden;
  await Promise.all([one.end(), two.end()]);
  await sweep();
  expect(await eventsOf(agent)).toEqual(['withdrawn']);
});

test('many withdrawals of one creator do not hold up those of others', async () => {
  await run("update private.agent_ends set next_at = 'infinity'");
  const other = await served.creator('Otto Other');
  const [many, agent] = [
    await Promise.all(Array.from({ length: 30 }, () => addAgent(other))),
    await addAgent(creator),
  ];
  for (const each of many) await deployTo(each);
  await deployTo(agent);
  for (const each of many) await setPublic(each, false, other);
  await setPublic(agent, false);
  for (let times = 0; times < 4; times += 1) await sweep();
  expect(await eventsOf(agent)).toEqual(['withdrawn']);
});

test('a deletion of an account that has begun is not canceled by a request from before', async () => {
  const leaver = await served.creator('Lena Leaver');
  expect((await leaver.client.rpc('request_account_deletion')).error).toBeNull();
  const connection = postgres(address, { max: 1 });
  await run(`update private.jobs set due_at = now() + interval '1 second' where subject = '${leaver.id}'`);
  // The request began before the deletion was due, and was slow.
  await connection.unsafe(asUser(leaver, ''));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await run(`update private.jobs set updated_at = now() - interval '1 day' where subject = '${leaver.id}'`);
  await served.service.rpc('sweep_deployments', { job: 'jobs' });
  const [canceled] = await connection.unsafe('select public.cancel_account_deletion() as is_canceled');
  await connection.unsafe('commit');
  await connection.end();
  expect(canceled).toEqual({ is_canceled: false });
  for (let batch = 0; batch < 10; batch += 1) await served.service.rpc('sweep_deployments', { job: 'jobs' });
  expect(await rows(`select from auth.users where id = '${leaver.id}'`)).toEqual([]);
});
