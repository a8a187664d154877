/** The event quota.reached of webhooks: once for each limit and period, and only when the limit is used up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, engines, deploy, type TestUser, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('quota.reached on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let count = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Quentin Quota');
  });
  afterAll(() => served.close());

  const rows = (sql: string, values: (string | number)[] = []) => served.backend.database.rows(sql, values);
  /** A deployment of a new user, at 1 US dollar for each call, with webhooks for these events. */
  async function hooked(...hooks: string[][]) {
    const user = await served.user();
    const agent = await addAgent(creator, { pricing_model: 'per_message', price_per_message: 1 });
    const { data } = await deploy(user, { name: `quota-${String((count += 1))}`, agent_id: agent });
    const deployment = String((data as { id: string }).id);
    for (const [at, events] of hooks.entries()) {
      const url = `https://hooks.example/${String(at)}`;
      expect((await user.client.rpc('create_webhook', { deployment, url, events })).error).toBeNull();
    }
    return { user, deployment };
  }
  const begin = async (deployment_id: string, key_id?: string) => {
    const { data, error } = await served.service.rpc('begin_call', {
      ...{ deployment_id, lease_seconds: 60 },
      ...(key_id ? { key_id } : {}),
    });
    expect(error).toBeNull();
    return (data as { outcome: string; call_id: string }[])[0];
  };
  const finish = (call_id: string | undefined, is_charged = true) =>
    served.service.rpc('finish_call', {
      ...{ call_id, status: is_charged ? 200 : 502, latency_ms: 1, input_tokens: 1, output_tokens: 1 },
      is_charged,
    });
  const limit = ({ client }: TestUser, scope: string, subject: string, amount: number) =>
    client.rpc('set_spend_limit', { scope, subject, amount });
  const sent = async ({ client }: TestUser) =>
    ((await client.from('webhook_deliveries').select('event, data').order('created_at')).data ?? [])
      .filter(({ event }) => event === 'quota.reached')
      .map(({ data }) => data as Record<string, unknown>);

  test('the plan’s messages are used up: each webhook with the event gets one message in the period', async () => {
    const { user, deployment } = await hooked(['quota.reached'], ['quota.reached'], ['key.rotated']);
    const usage = 'insert into public.usage_tracking (user_id, usage_type, quantity) values ($1, $2, $3)';
    await rows(usage, [user.id, 'message', 100]);
    for (let call = 0; call < 3; call += 1) expect((await begin(deployment))?.outcome).toBe('over_quota');
    const facts = { deployment_id: deployment, scope: 'plan', plan: 'Starter', limit: 100 };
    expect(await sent(user)).toEqual([expect.objectContaining(facts), expect.objectContaining(facts)]);
    // The next period.
    await rows("update private.webhook_limits set period_end = period_end - interval '40 days'");
    await begin(deployment);
    expect(await sent(user)).toHaveLength(4);
  });

  test('a spend limit is reached: one message for the limit, and another one for a higher limit', async () => {
    const { user, deployment } = await hooked(['quota.reached']);
    await limit(user, 'account', user.id, 1);
    await finish((await begin(deployment))?.call_id);
    await begin(deployment);
    expect((await begin(deployment))?.outcome).toBe('over_account_limit');
    const { data } = await user.client.rpc('list_spend_limits', { deployment });
    const key = (data as { scope: string; subject: string }[]).find(({ scope }) => scope === 'key')?.subject;
    await limit(user, 'account', user.id, 2);
    await limit(user, 'key', key ?? '', 1);
    await finish((await begin(deployment, key))?.call_id);
    await limit(user, 'account', user.id, 9);
    expect((await begin(deployment, key))?.outcome).toBe('over_key_limit');
    const resets_at = expect.any(String) as string;
    expect(await sent(user)).toEqual([
      expect.objectContaining({ scope: 'account', limit: 1, resets_at }),
      expect.objectContaining({
        scope: 'key',
        limit: 1,
        key: expect.stringMatching(/^ak_••••\w{4}$/) as string,
      }),
    ]);
  });

  test('a rejection because of a running call sends nothing: it may fail', async () => {
    const { user, deployment } = await hooked(['quota.reached']);
    await limit(user, 'deployment', deployment, 1);
    const running = await begin(deployment);
    expect((await begin(deployment))?.outcome).toBe('over_deployment_limit');
    expect(await sent(user)).toEqual([]);
    await finish(running?.call_id, false);
    await finish((await begin(deployment))?.call_id);
    const lease = { lease: crypto.randomUUID(), deployment_id: deployment, key_id: null };
    const leased = await served.service.rpc('lease_calls', {
      ...lease,
      ...{ waiting: 1, spare: 0, lease_seconds: 60 },
    });
    expect(leased.data).toMatchObject({ outcome: 'over_deployment_limit' });
    expect(await sent(user)).toMatchObject([{ scope: 'deployment', limit: 1 }]);
  });

  test('a webhook that is off, or of another deployment of the owner, gets nothing', async () => {
    const { user, deployment } = await hooked(['quota.reached']);
    await limit(user, 'deployment', deployment, 0);
    await rows('update public.deployment_webhooks set disabled_at = now() where deployment_id = $1', [
      deployment,
    ]);
    expect((await begin(deployment))?.outcome).toBe('over_deployment_limit');
    expect(await sent(user)).toEqual([]);
  });
});
