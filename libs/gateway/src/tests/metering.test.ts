/** Metering: repeated and concurrent calls are counted once, and no plan's quota is exceeded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localGateway } from '../localGateway';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';
import { engines, type Served } from '@slipway/backend/testing';

const messagesOf = async (bot: Callable) =>
  (await usageOf(bot)).filter((row) => row.usage_type === 'message');
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe.each(engines)('metering on %s', (engine) => {
  let served: Served;

  beforeAll(async () => {
    served = await serveGateway(engine);
  });
  afterAll(() => served.close());

  test('returns one response and one charge per idempotency key, and rejects another body', async () => {
    const bot = await callable(served);
    const ask = (message: string) => post(bot.url, bot.key, { message }, withKey('order-1'));
    const first = await (await ask('one')).json();
    expect(await (await ask('one')).json()).toEqual(first);
    const other = await ask('two');
    expect(other.status).toBe(422);
    expect(await messagesOf(bot)).toHaveLength(1);
    expect((await post(bot.url, bot.key, { message: 'x' }, withKey('x'.repeat(201)))).status).toBe(400);
    const elsewhere = await callable(served);
    expect((await post(elsewhere.url, elsewhere.key, { message: 'two' }, withKey('order-1'))).status).toBe(
      200,
    );
  });

  test('counts 20 concurrent calls once each, and 20 with one idempotency key as one', async () => {
    const bot = await callable(served);
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        post(bot.url, bot.key, { message: `number ${String(number)}` }),
      ),
    );
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const ids = new Set(many.map((response) => response.headers.get('x-request-id')));
    expect(ids.size).toBe(20);
    expect(await usageOf(bot)).toHaveLength(40);

    const same = await Promise.all(
      Array.from({ length: 20 }, () => post(bot.url, bot.key, { message: 'once' }, withKey('once'))),
    );
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(same.map((response) => response.headers.get('x-request-id'))).size).toBe(1);
    expect(await messagesOf(bot)).toHaveLength(21);
  });

  test('two gateways on one database count a call to both once', async () => {
    const bot = await callable(served);
    const gateways = [0, 1].map(() => localGateway(served.backend, served.origin));
    const request = () =>
      new Request(bot.url, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${bot.key}` },
          'idempotency-key': 'shared',
        },
        body: '{"message":"Hello"}',
      });
    const ask = (gateway: (typeof gateways)[number] | undefined) =>
      gateway?.fetch(request(), { address: '127.0.0.1' });
    const raced = await Promise.all([...gateways, ...gateways].map(ask));
    // A later repeat, at the gateway that may not have the completion in its cache.
    const responses = await Promise.all(
      [...raced, await ask(gateways[1])].map((response) => response?.json()),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await messagesOf(bot)).toHaveLength(1);
  });

  test('a spend limit of the deployment rejects further calls, in the shape of OpenAI’s errors, until it is raised', async () => {
    const bot = await callable(served);
    const limit = async (amount: number) => {
      const values = { scope: 'deployment', subject: bot.id, amount };
      expect((await bot.owner.client.rpc('set_spend_limit', values)).error).toBeNull();
    };
    await limit(0.2);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await post(bot.url, bot.key, { message: 'x' })).status),
    );
    expect(statuses.sort()).toEqual([200, 200, 402, 402, 402, 402]);
    const response = await post(`${bot.url}/chat/completions`, bot.key, {
      ...{ model: 'agent', messages: [{ role: 'user', content: 'x' }] },
    });
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([429, 'false']);
    expect(await response.json()).toMatchObject({
      error: {
        message: expect.stringMatching(
          /^This deployment reached its spend limit for this month\. The limit resets on \w+ 1, \d{4}; the owner can change it in the deployment's details$/,
        ) as string,
        ...{ type: 'insufficient_quota', code: 'billing_hard_limit_reached' },
      },
    });
    expect(await messagesOf(bot)).toHaveLength(2);
    await limit(0.3);
    expect((await post(bot.url, bot.key, { message: 'x' })).status).toBe(200);
  });

  test('charges the accepted price after a rise, and credits the creator (H2)', async () => {
    const bot = await callable(served);
    await post(bot.url, bot.key, { message: 'x' });
    await bot.creator.client.from('agents').update({ price_per_message: 0.2 }).eq('id', bot.agent);
    await post(bot.url, bot.key, { message: 'x' });
    expect((await messagesOf(bot)).map(({ cost }) => cost)).toEqual([0.1, 0.1]);
    const { data } = await bot.creator.client.rpc('dashboard_totals').single();
    expect(data).toMatchObject({ revenue: 0.2, interactions: 2, active_users: 1 });
    const figures = await bot.owner.client.rpc('deployment_figures', { id: bot.id, span: '7 days' }).single();
    expect(figures.data).toMatchObject({
      calls: 2,
      failures: 0,
      cost: 0.2,
      p50_ms: expect.any(Number) as number,
    });
  });

  test('gives a plan’s last message to one of 20 concurrent calls, and tells the others when the quota resets', async () => {
    const bot = await callable(served);
    await served.backend.database.run(
      `insert into public.usage_tracking (user_id, usage_type, quantity) values ('${bot.owner.id}', 'message', 99)`,
    );
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(bot.url, bot.key, { message: 'the last' })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 402)]);
    const rejected = responses.find(({ status }) => status === 402);
    expect(((await rejected?.json()) as { detail: string }).detail).toMatch(
      /^The Starter plan's 100 messages for this month are used up\. The quota resets on \w+ 1, \d{4}; upgrade for more messages$/,
    );
    expect(await callsOf(bot)).toHaveLength(1);

    const email = `${String((await bot.owner.client.auth.getUser()).data.user?.email)}`;
    await served.service.rpc('set_plan', { email, plan_name: 'Pro' });
    expect((await post(bot.url, bot.key, { message: 'more' })).status).toBe(200);
    expect((await bot.owner.client.rpc('message_quota').single()).data).toMatchObject({
      plan_name: 'Pro',
      quota: 10_000,
    });
  });
});
