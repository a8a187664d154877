/** A suspension notifies the one who can appeal: the creator of the agent, or the owner of the deployment, and no other user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, deploy, engines, serve, type Served, type TestUser } from '@slipway/backend/testing';

const reasons = { reason: 'asks for passwords', appeal: 'help@slipway.example' };

describe.each(engines)('notifications of suspensions on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let owner: TestUser;
  let agent: string;
  let deployment: string;
  beforeAll(async () => {
    served = await serve(engine);
    [creator, owner] = [await served.creator(), await served.user()];
    agent = await addAgent(creator);
    const { data, error } = await deploy(owner, { name: 'bot', agent_id: agent });
    expect(error).toBeNull();
    deployment = (data as { id: string }).id;
  });
  afterAll(() => served.close());

  const suspendAndLift = async (kind: 'agent' | 'deployment' | 'person', subject: string) => {
    expect((await served.service.rpc('suspend', { kind, subject, ...reasons })).error).toBeNull();
    const lifted = await served.service.rpc('lift_suspension', { kind, subject, reason: 'a mistake' });
    expect(lifted.error).toBeNull();
  };
  const read = async ({ client }: Pick<TestUser, 'client'>) =>
    (await client.from('notifications').select('details').eq('kind', 'moderation').order('id')).data?.map(
      ({ details }) => details,
    );

  test('of an agent: its creator, with the reason and the address for appeals; no other user', async () => {
    await suspendAndLift('agent', agent);
    const facts = { agent_id: agent, name: expect.any(String) as string, ...reasons };
    expect(await read(creator)).toEqual([
      { event: 'suspended', ...facts },
      { event: 'lifted', ...facts },
    ]);
    expect(await read(owner)).toEqual([]);
    expect(await read({ client: served.visitor })).toBeUndefined();
  });

  test('of a deployment: its owner', async () => {
    await suspendAndLift('deployment', deployment);
    expect(await read(owner)).toEqual([
      { event: 'suspended', deployment_id: deployment, name: 'bot', ...reasons },
      { event: 'lifted', deployment_id: deployment, name: 'bot', ...reasons },
    ]);
  });

  test('of an account: none, because it cannot sign in', async () => {
    const count = () =>
      served.backend.database.rows(
        `select user_id, count(*)::integer from public.notifications where kind = 'moderation' group by 1 order by 1`,
      );
    const before = await count();
    await suspendAndLift('person', owner.id);
    expect(await count()).toEqual(before);
  });

  test('no user writes one', async () => {
    const forged = { user_id: creator.id, kind: 'moderation', details: {} };
    expect((await creator.client.from('notifications').insert(forged as never)).error?.code).toBe('42501');
  });
});
