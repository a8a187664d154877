/**
 * Spend limits: calls never cost more than the owner allowed, however many gateways ask at once; alerts, mails and the
 * cost of models. One file, because all tests share one server and its users.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  addAgent,
  deploy,
  engines,
  newKey,
  type TestUser,
  serve,
  type Served,
} from '@slipway/backend/testing';

interface Limit {
  scope: 'account' | 'deployment' | 'key';
  subject: string;
  name: string | null;
  amount: number | null;
  spent: number;
  alerted: number | null;
}

describe.each(engines)('spend limits on %s', (engine) => {
  let served: Served;
  let creator: TestUser;
  let stranger: TestUser;
  let count = 0;

  beforeAll(async () => {
    served = await serve(engine);
    creator = await served.creator('Clara Creator');
    stranger = await served.user('Stefan Stranger');
  });
  afterAll(() => served.close());

  const rows = <T extends Record<string, unknown>>(statement: string) =>
    served.backend.database.rows<T>(statement);
  const deployTo = async (user: TestUser, price: number, maker = creator) => {
    const agent = await addAgent(maker, { pricing_model: 'per_message', price_per_message: price });
    const { data, error } = await deploy(user, { name: `limit-${String((count += 1))}`, agent_id: agent });
    expect(error).toBeNull();
    return String((data as { id: string }).id);
  };
  const set = ({ client }: TestUser, scope: string, subject: string, amount: number | null) =>
    client.rpc('set_spend_limit', { scope, subject, amount });
  const limits = async ({ client }: TestUser, deployment?: string) =>
    (await client.rpc('list_spend_limits', deployment ? { deployment } : {})).data as Limit[];
  const keyOf = async (user: TestUser, deployment: string) =>
    (await limits(user, deployment)).find(({ scope }) => scope === 'key')?.subject ?? '';
  const begin = async (deployment_id: string, key_id?: string) => {
    const { data, error } = await served.service.rpc('begin_call', {
      ...{ deployment_id, lease_seconds: 60 },
      ...(key_id ? { key_id } : {}),
    });
    expect(error).toBeNull();
    return (data as { outcome: string; call_id: string; period_end: string | null }[])[0];
  };
  const finish = async (call_id: string | undefined, is_charged = true, more = {}) => {
    const { data, error } = await served.service.rpc('finish_call', {
      ...{ call_id, status: is_charged ? 200 : 502, latency_ms: 1, input_tokens: 100, output_tokens: 10 },
      ...{ is_charged, ...more },
    });
    expect(error).toBeNull();
    return data as number;
  };
  const mailsOf = async ({ id }: TestUser) =>
    (
      await rows<{ details: { scope: string; percent: number } }>(
        `select details from private.mails where user_id = '${id}' order by id`,
      )
    ).map(({ details }) => [details.scope, details.percent]);

  test('running calls count: the call that could exceed the limit of the account does not begin', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.3);
    expect((await set(user, 'account', user.id, 1)).error).toBeNull();
    const calls = [await begin(deployment), await begin(deployment), await begin(deployment)];
    const rejected = await begin(deployment);
    const month = new Date();
    expect(rejected).toMatchObject({ outcome: 'over_account_limit' });
    expect(Date.parse(String(rejected?.period_end))).toBe(
      Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1),
    );
    await finish(calls[0]?.call_id, false);
    calls.push(await begin(deployment));
    expect(calls[3]?.outcome).toBe('begun');
    for (const call of calls.slice(1)) expect(await finish(call?.call_id)).toBe(0.3);
    expect((await begin(deployment))?.outcome).toBe('over_account_limit');
    expect(await limits(user)).toEqual([
      expect.objectContaining({ scope: 'account', subject: user.id, amount: 1, spent: 0.9 }),
    ]);
    // The way on: a higher limit, or none.
    await set(user, 'account', user.id, 1.2);
    expect((await begin(deployment))?.outcome).toBe('begun');
    expect((await begin(deployment))?.outcome).toBe('over_account_limit');
    await user.client.rpc('remove_spend_limit', { scope: 'account', subject: user.id });
    expect((await begin(deployment))?.outcome).toBe('begun');
  });

  test('deployments and keys have their own limits; calls that cost nothing are never rejected', async () => {
    const user = await served.user();
    const [limited, other] = [await deployTo(user, 1), await deployTo(user, 1)];
    const own = await deployTo(creator, 1);
    const key = await keyOf(user, limited);
    await set(user, 'key', key, 1);
    await finish((await begin(limited, key))?.call_id);
    expect((await begin(limited, key))?.outcome).toBe('over_key_limit');
    await finish((await begin(limited))?.call_id);
    await set(user, 'deployment', limited, 2);
    expect((await begin(limited))?.outcome).toBe('over_deployment_limit');
    expect((await begin(other))?.outcome).toBe('begun');
    expect(await limits(user, limited)).toEqual([
      expect.objectContaining({ scope: 'deployment', amount: 2, spent: 2 }),
      expect.objectContaining({ scope: 'key', subject: key, amount: 1, spent: 1 }),
    ]);
    await set(creator, 'account', creator.id, 0);
    expect((await begin(own))?.outcome).toBe('begun');
    await set(user, 'account', user.id, 0);
    expect((await begin(await deployTo(user, 0)))?.outcome).toBe('begun');
    expect((await begin(other))?.outcome).toBe('over_account_limit');
  });

  test('a rotated key keeps the limit of the key before', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 1);
    const key = await keyOf(user, deployment);
    await set(user, 'key', key, 0.5);
    expect((await begin(deployment, key))?.outcome).toBe('over_key_limit');
    expect(
      (await user.client.rpc('rotate_deployment_key', { id: deployment, key: newKey() })).error,
    ).toBeNull();
    const rotated = (await limits(user, deployment)).find(
      (limit) => limit.scope === 'key' && limit.subject !== key,
    );
    expect(rotated?.amount).toBe(0.5);
    expect((await begin(deployment, rotated?.subject))?.outcome).toBe('over_key_limit');
  });

  test('a limit into which the next call does not fit has its alert, until it is changed', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 1);
    await set(user, 'deployment', deployment, 1.5);
    const alerted = async () => (await limits(user, deployment)).map((limit) => limit.alerted);
    expect(await alerted()).toEqual([null, null]);
    await finish((await begin(deployment))?.call_id);
    expect((await begin(deployment))?.outcome).toBe('over_deployment_limit');
    expect(await alerted()).toEqual([100, null]);
    await set(user, 'deployment', deployment, 5);
    expect(await alerted()).toEqual([null, null]);
  });

  test('only the owner sets, reads and removes limits', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 1);
    const key = await keyOf(user, deployment);
    await set(user, 'deployment', deployment, 5);
    for (const [scope, subject] of [
      ['account', user.id],
      ['deployment', deployment],
      ['key', key],
    ] as const) {
      expect((await set(stranger, scope, subject, 1)).status).toBe(404);
      expect((await served.visitor.rpc('set_spend_limit', { scope, subject, amount: 1 })).status).toBe(401);
      expect((await stranger.client.rpc('remove_spend_limit', { scope, subject })).error).toBeNull();
      expect((await served.visitor.rpc('remove_spend_limit', { scope, subject })).status).toBe(401);
    }
    expect(await limits(stranger, deployment)).toEqual([]);
    expect((await served.visitor.rpc('list_spend_limits')).status).toBe(401);
    expect((await limits(user)).map(({ scope, amount }) => [scope, amount])).toEqual([
      ['account', null],
      ['deployment', 5],
    ]);
    for (const amount of [-1, 1_000_001, 0.001, null])
      expect((await set(user, 'account', user.id, amount)).status).toBe(400);
    for (const [name, values] of [
      ['take_mails', {}],
      ['mail_sent', { id: 1 }],
      ['set_model_price', { model: 'm', input_per_million: 1, output_per_million: 1 }],
      ['model_costs', {}],
    ] as const) {
      expect((await user.client.rpc(name, values)).status).toBe(403);
      expect((await served.visitor.rpc(name, values)).status).toBe(401);
    }
    expect((await user.client.from('deployment_calls').select('model_cost')).status).toBe(403);
  });

  test('50, 80 and 100 % are reported once, by mail', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.25);
    await set(user, 'deployment', deployment, 1);
    const call = async () => finish((await begin(deployment))?.call_id);
    await call();
    expect(await mailsOf(user)).toEqual([]);
    await call();
    expect(await mailsOf(user)).toEqual([['deployment', 50]]);
    await call();
    await call();
    expect(await mailsOf(user)).toEqual([
      ['deployment', 50],
      ['deployment', 100],
    ]);
    // The dashboard has the highest one of each own limit.
    const alerts = async ({ client }: TestUser) => (await client.rpc('spend_alerts')).data as object[];
    expect(await alerts(user)).toEqual([
      expect.objectContaining({
        scope: 'deployment',
        subject: deployment,
        percent: 100,
        amount: 1,
        spent: 1,
      }),
    ]);
    expect(await alerts(await served.user())).toEqual([]);
    const take = async () =>
      ((await served.service.rpc('take_mails')).data as { id: number; email: string; kind: string }[]).filter(
        ({ email }) => email === user.email,
      );
    const taken = await take();
    expect(taken.map(({ kind }) => kind)).toEqual(['spend_limit', 'spend_limit']);
    expect(await take()).toEqual([]);
    await served.service.rpc('mail_sent', { id: taken[0]?.id });
    await served.backend.database.run('update private.mails set due_at = now()');
    // The unconfirmed one is taken again.
    expect((await take()).map(({ id }) => id)).toEqual([taken[1]?.id]);
    await served.backend.database.run('update private.mails set due_at = now()');
    for (let batch = 0; batch < 2; batch += 1) await served.backend.sendNotices();
    const subjects = served.backend.mailbox
      .list()
      .filter(({ to }) => to === user.email)
      .map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('limit'))).toEqual(['Your spend limit is reached']);
  });

  test('a limit below the price of one call is reported once, when a call is rejected', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.6);
    await set(user, 'account', user.id, 0.5);
    await set(user, 'deployment', deployment, 1);
    expect(await mailsOf(user)).toEqual([]);
    const lease = {
      lease: randomUUID(),
      deployment_id: deployment,
      key_id: null,
      waiting: 1,
      spare: 0,
      lease_seconds: 60,
    };
    for (let call = 0; call < 2; call += 1) {
      expect((await begin(deployment))?.outcome).toBe('over_account_limit');
      expect((await served.service.rpc('lease_calls', lease)).data).toMatchObject({
        outcome: 'over_account_limit',
      });
    }
    expect(await mailsOf(user)).toEqual([['account', 100]]);
    expect((await limits(user)).map(({ scope, spent, alerted }) => [scope, spent, alerted])).toEqual([
      ['account', 0, 100],
      ['deployment', 0, null],
    ]);
    await set(user, 'account', user.id, 5);
    expect((await begin(deployment))?.outcome).toBe('begun');
    // The call that runs may still cost nothing.
    expect((await begin(deployment))?.outcome).toBe('over_deployment_limit');
    expect(await mailsOf(user)).toEqual([['account', 100]]);
  });

  test('a limit that is set again and again is mailed up to 50 times a day, and shown each time', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.6);
    for (let times = 0; times < 52; times += 1) {
      await set(user, 'account', user.id, times % 2 === 0 ? 0.5 : 0.4);
      expect((await begin(deployment))?.outcome).toBe('over_account_limit');
    }
    expect(await mailsOf(user)).toHaveLength(50);
    expect((await limits(user))[0]?.alerted).toBe(100);
  });

  test('tokens cost the platform the price of the model that answered, at that time', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.01);
    const model = `model-${randomUUID()}`;
    const price = (input_per_million: number) =>
      served.service.rpc('set_model_price', { model, input_per_million, output_per_million: 10 });
    const call = async () => finish((await begin(deployment))?.call_id, true, { model });
    await call();
    expect((await price(2)).error).toBeNull();
    await call();
    await price(4);
    await served.service.rpc('record_calls', {
      calls: [
        {
          ...{ id: randomUUID(), deployment_id: deployment, status: 200, latency_ms: 5, input_tokens: 100 },
          ...{ output_tokens: 10, is_charged: true, model },
        },
      ],
    });
    const { data } = await served.service.rpc('model_costs', { days: 1 });
    expect((data as { model: string }[]).find((row) => row.model === model)).toMatchObject({
      ...{ calls: 3, input_tokens: 300, output_tokens: 30, unpriced: 1, charged: 0.03 },
      cost: 0.0008,
    });
  });

  test('a call that several models answered costs each its own price; a repeat records it once', async () => {
    const user = await served.user();
    const deployment = await deployTo(user, 0.01);
    const [small, large, unpriced] = ['small', 'large', 'unpriced'].map((name) => `${name}-${randomUUID()}`);
    const prices = [
      [small, 1, 2],
      [large, 10, 20],
    ] as const;
    for (const [model, input_per_million, output_per_million] of prices)
      await served.service.rpc('set_model_price', { model, input_per_million, output_per_million });
    const tokens = (model: string | undefined, input_tokens: number, output_tokens: number) => ({
      ...{ model, input_tokens, output_tokens },
    });
    const models = [tokens(small, 60, 6), tokens(large, 40, 4)];
    const id = randomUUID();
    const calls = [
      {
        ...{
          id,
          deployment_id: deployment,
          status: 200,
          latency_ms: 5,
          input_tokens: 100,
          output_tokens: 10,
        },
        ...{ is_charged: true, model: large, models },
      },
    ];
    for (let times = 0; times < 2; times += 1)
      expect((await served.service.rpc('record_calls', { calls, returned: [] })).data).toEqual([0.01]);
    // An attempt that failed leaves nothing of its models.
    const again = (await begin(deployment))?.call_id;
    await finish(again, false, { model: small, models: [tokens(unpriced, 1, 1), tokens(small, 1, 1)] });
    await finish(again, true, { model: large, models });
    // The price of a model of another one is unknown.
    const unknown = (await begin(deployment))?.call_id;
    await finish(unknown, true, { model: unpriced, models: [tokens(small, 90, 9), tokens(unpriced, 10, 1)] });
    const costOf = async (call: string | undefined) =>
      (await served.service.from('deployment_calls').select('model_cost').eq('id', call).single()).data;
    // 60 × 1 + 6 × 2 + 40 × 10 + 4 × 20, in millionths of a dollar.
    expect(await costOf(id)).toEqual({ model_cost: 0.000552 });
    expect(await costOf(again)).toEqual({ model_cost: 0.000552 });
    expect(await costOf(unknown)).toEqual({ model_cost: null });
    const found = (await served.service.rpc('model_costs', { days: 1 })).data as { model: string }[];
    const row = (model: string | undefined) => found.find((one) => one.model === model);
    expect(row(small)).toMatchObject({
      ...{ calls: 0, input_tokens: 210, output_tokens: 21, cost: 0.000252, unpriced: 0, charged: 0 },
    });
    expect(row(large)).toMatchObject({
      ...{ calls: 2, input_tokens: 80, output_tokens: 8, cost: 0.00096, unpriced: 0, charged: 0.02 },
    });
    expect(row(unpriced)).toMatchObject({
      ...{ calls: 1, input_tokens: 10, output_tokens: 1, cost: 0, unpriced: 1, charged: 0.01 },
    });
    const rows = await served.backend.database.rows<{ n: number }>(
      `select count(*)::integer as n from private.call_models`,
    );
    expect(rows).toEqual([{ n: 6 }]);
  });

  // PGlite has one connection, so nothing runs concurrently.
  test.runIf(engine === 'PostgreSQL')('gateways that lease calls at once never exceed a limit', async () => {
    const user = await served.user();
    await served.service.rpc('set_plan', { email: user.email, plan_name: 'Enterprise' });
    const deployments = [await deployTo(user, 0.07), await deployTo(user, 0.05)];
    await set(user, 'account', user.id, 1);
    const [{ name } = { name: '' }] = await rows<{ name: string }>('select current_database() as name');
    const pool = postgres(`${inject('postgresServer')}/${name}`, { max: 6 });
    try {
      await Promise.all(
        Array.from({ length: 6 }, async (_, gateway) => {
          for (let batch = 0; batch < 6; batch += 1) {
            const deployment_id = String(deployments[(gateway + batch) % 2]);
            const lease = randomUUID();
            const [leased] = await pool<{ answer: { outcome: string; places: number } }[]>`
              select public.lease_calls(${lease}, ${deployment_id}, null, 2, 3, 60) as answer`;
            if (leased?.answer.outcome !== 'leased') continue;
            const calls = Array.from({ length: leased.answer.places }, (__, index) => ({
              ...{ id: randomUUID(), deployment_id, lease, status: 200, latency_ms: 1, input_tokens: 1 },
              ...{ output_tokens: 1, is_charged: index < 3 },
            }));
            const returned = [{ lease, places: Math.max(0, leased.answer.places - 3) }];
            await pool`select public.record_calls(${pool.json(calls)}, ${pool.json(returned)})`;
          }
        }),
      );
    } finally {
      await pool.end();
    }
    const [account] = await limits(user);
    expect(account?.spent).toBeLessThanOrEqual(1);
    expect(account?.spent).toBeGreaterThan(0.92);
    expect(await rows(`select * from private.reserved('${user.id}')`)).toEqual([]);
  });
});
