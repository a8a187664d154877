/**
 * Webhooks with a real receiver, which verifies signatures with the library of the specification, and a real database.
 * One file: all tests share the receiver.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway, restStore, sampleModel } from '@slipway/gateway';
import { createRest, untyped } from '@slipway/payments';
import { deliverWebhooks } from '@slipway/server/webhooks';
import {
  addAgent,
  deploy,
  engines,
  newKey,
  serve,
  type Served,
  type TestUser,
} from '@slipway/backend/testing';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const EVENTS = [
  'deployment.stopped',
  'quota.reached',
  'spend.alert',
  'price.changed',
  'key.rotated',
  'moderation.changed',
];

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

interface DataSchema {
  required: string[];
  properties: Record<string, { enum?: unknown[] }>;
}

/** The events of the OpenAPI document, and what it says of their data. */
async function documentedEvents(): Promise<Map<string, DataSchema>> {
  const gateway = createGateway({
    store: restStore({ url: 'http://127.0.0.1:1', secretKey: 's', publishableKey: 'p' }),
    ...{ publicUrl: 'https://agents.example', model: sampleModel, log: pino({ level: 'silent' }) },
  });
  const request = new Request('https://agents.example/v1/openapi.json');
  const { webhooks } = (await (await gateway.fetch(request, { address: 'x' })).json()) as {
    webhooks: Record<
      string,
      {
        post: {
          requestBody: { content: { 'application/json': { schema: { properties: { data: DataSchema } } } } };
        };
      }
    >;
  };
  return new Map(
    Object.entries(webhooks).map(([type, { post }]) => [
      type,
      post.requestBody.content['application/json'].schema.properties.data,
    ]),
  );
}

let received: Received[] = [];
let reply: { status: number; location?: string } = { status: 204 };
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(reply.status, reply.location ? { location: reply.location } : {}).end();
  });
});

describe.each(engines)('webhooks on %s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let stranger: TestUser;
  let agent: string;
  let deployment: string;
  let address: string;

  const rows = (sql: string, values: (string | number)[] = []) => served.backend.database.rows(sql, values);
  const dispatch = (egress: { allow?: string[] } = { allow: ['127.0.0.1'] }) => {
    const { secretKey, publishableKey } = served.backend;
    const rest = untyped(createRest({ url: served.origin, secretKey, publishableKey }));
    return deliverWebhooks({ call: rest.asServer, egress, timeout: 2_000 });
  };
  const add = async (url = address, events = EVENTS) => {
    const { data, error } = await owner.client.rpc('create_webhook', { deployment, url, events }).single();
    if (error) throw new Error(error.message);
    return data as { id: string; secret: string };
  };
  const parsed = ({ headers, body }: Received, secret: string) =>
    new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
  const makeDue = () => rows('update public.webhook_deliveries set due_at = now() where due_at is not null');
  const deliveries = async (user: TestUser) =>
    (await user.client.from('webhook_deliveries').select('event, status, attempts, delivered_at')).data ?? [];

  beforeAll(async () => {
    served = await serve(engine);
    owner = await served.creator('Olga Owner');
    stranger = await served.user();
    agent = await addAgent(owner, { name: 'Hooked' });
    deployment = ((await deploy(owner, { name: 'hooked', agent_id: agent })).data as { id: string }).id;
    await rows("update public.deployments set status = 'active' where id = $1", [deployment]);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`;
    const plain = await owner.client.rpc('create_webhook', { deployment, url: address, events: EVENTS });
    expect(plain.error?.message).toContain('url_is_https');
    // The receiver of this test has no certificate.
    await rows('alter table public.deployment_webhooks drop constraint deployment_webhooks_url_is_https');
  });
  afterAll(async () => {
    receiver.close();
    await served.close();
  });
  beforeEach(async () => {
    received = [];
    reply = { status: 204 };
    await rows('delete from public.deployment_webhooks');
  });

  test('each event reaches the receiver, signed and with the facts (20)', async () => {
    const { secret } = await add();
    expect(secret).toMatch(/^whsec_.{44}$/);
    await owner.client
      .from('deployments')
      .update({ status: 'stopped', last_deployed_at: null })
      .eq('id', deployment);
    await owner.client.rpc('rotate_deployment_key', {
      ...{ id: deployment, key: `ak_${crypto.randomUUID().replaceAll('-', '')}7f3a9c1e`, overlap: '1 day' },
    });
    await rows('insert into public.usage_tracking (user_id, usage_type, quantity) values ($1, $2, $3)', [
      ...[owner.id, 'message', 10_000],
    ]);
    await served.service.rpc('begin_call', { deployment_id: deployment, lease_seconds: 60 });
    const month = '2026-11-01';
    for (const [scope, subject, percent] of [
      ['account', owner.id, 50],
      ['deployment', deployment, 80],
    ] as const) {
      await rows(
        'insert into private.spend_alerts (user_id, scope, subject, month, percent) values ($1, $2, $3, $4, $5)',
        [owner.id, scope, subject, month, percent],
      );
    }
    await rows('insert into private.mails (user_id, kind, details) values ($1, $2, $3)', [
      ...[
        owner.id,
        'price_announce',
        JSON.stringify({
          ...{ name: 'hooked', agent: 'Hooked', old_price_per_message: 1, old_price_per_month: 0 },
          ...{ new_price_per_message: 2, new_price_per_month: 0 },
          ...{ effective_at: '2026-12-01T00:00:00Z', stops_at: '2026-12-31T00:00:00Z' },
        }),
      ],
    ]);
    const subject = { kind: 'agent', subject: agent };
    await served.service.rpc('suspend', { ...subject, reason: 'spam', appeal: 'a@b.example' });
    await served.service.rpc('lift_suspension', { ...subject, reason: 'fine' });

    expect(await dispatch()).toBe(8);
    const bodies = received.map((each) => parsed(each, secret));
    const facts = new Map(
      bodies.map(({ type, data }) => [
        JSON.stringify([
          type,
          (data as { percent?: number; state?: string }).percent ?? (data as { state?: string }).state,
        ]),
        data,
      ]),
    );
    expect(facts.get('["deployment.stopped",null]')).toEqual({
      deployment_id: deployment,
      deployment: 'hooked',
      status: 'stopped',
    });
    expect(facts.get('["spend.alert",50]')).toMatchObject({ scope: 'account', month });
    expect(facts.get('["spend.alert",80]')).toMatchObject({ scope: 'deployment' });
    expect(facts.get('["quota.reached",null]')).toMatchObject({ scope: 'plan', limit: 10_000 });
    expect(facts.get('["price.changed",null]')).toMatchObject({ step: 'announce', new_price_per_message: 2 });
    expect(facts.get('["moderation.changed","suspended"]')).toMatchObject({ kind: 'agent', reason: 'spam' });
    expect(facts.get('["moderation.changed","lifted"]')).toBeDefined();
    expect(received.map(({ body }) => body).join()).toMatch(/"old_key":"ak_••••\w{4}"/);
    expect(await dispatch()).toBe(0); // none is sent twice

    // As the documentation says.
    const documented = await documentedEvents();
    expect([...documented.keys()].filter((type) => type !== 'webhook.test').sort()).toEqual(
      EVENTS.toSorted(),
    );
    for (const { type, data } of bodies as { type: string; data: Record<string, unknown> }[]) {
      const { required, properties } = documented.get(type) as DataSchema;
      expect(Object.keys(properties), type).toEqual(expect.arrayContaining(Object.keys(data)));
      expect(Object.keys(data), type).toEqual(expect.arrayContaining(required));
      for (const [name, value] of Object.entries(data))
        expect(properties[name]?.enum ?? [value], `${type} ${name}`).toContain(value);
    }
  });

  test('a forged, an altered and a replayed message do not verify (20)', async () => {
    const { id, secret } = await add();
    await owner.client.rpc('test_webhook', { webhook: id });
    await dispatch();
    const [message] = received;
    if (!message) throw new Error('nothing was received');
    expect(parsed(message, secret)).toMatchObject({ type: 'webhook.test' });
    expect(() => parsed(message, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
    expect(() => parsed({ ...message, body: message.body.replace('test', 'fake') }, secret)).toThrow();
    const old = { ...message.headers, 'webhook-timestamp': '1700000000' };
    expect(() => parsed({ ...message, headers: old }, secret)).toThrow(/too old/);
  });

  test('a private address and a redirect get nothing (20)', async () => {
    const { id } = await add();
    await owner.client.rpc('test_webhook', { webhook: id });
    expect(await dispatch({})).toBe(0);
    expect(received).toEqual([]);
    for (const url of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://localhost/',
    ]) {
      await rows('update public.deployment_webhooks set url = $1', [url]);
      await makeDue();
      expect(await dispatch({})).toBe(0);
    }
    expect(await deliveries(owner)).toMatchObject([{ status: null, attempts: 5, delivered_at: null }]);
    await rows('update public.deployment_webhooks set url = $1', [address]);
    reply = { status: 302, location: address };
    await makeDue();
    expect(await dispatch()).toBe(0);
    expect(received).toHaveLength(1);
  });

  test('both secrets sign during the overlap of a rotation, then only the new one (20)', async () => {
    const { id, secret } = await add();
    const rotated = (await owner.client.rpc('rotate_webhook_secret', { webhook: id, overlap: '1 day' }))
      .data as string;
    expect(rotated).not.toBe(secret);
    await owner.client.rpc('test_webhook', { webhook: id });
    await dispatch();
    for (const each of [secret, rotated]) expect(received.map((one) => parsed(one, each))).toHaveLength(1);
    await rows('update private.webhook_secrets set expires_at = now() where expires_at is not null');
    await owner.client.rpc('test_webhook', { webhook: id });
    await dispatch();
    const last = received.at(-1) as Received;
    expect(parsed(last, rotated)).toBeDefined();
    expect(() => parsed(last, secret)).toThrow();
  });

  test('a receiver that keeps failing is turned off, with a notification, and can be turned on again (20)', async () => {
    const { id } = await add();
    await owner.client.from('deployments').update({ status: 'deploying' }).eq('id', deployment);
    await rows("update public.deployments set status = 'active' where id = $1", [deployment]);
    await owner.client
      .from('deployments')
      .update({ status: 'stopped', last_deployed_at: null })
      .eq('id', deployment);
    reply = { status: 500 };
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(
        (await owner.client.from('deployment_webhooks').select('disabled_at').single()).data?.disabled_at,
      ).toBeNull();
      await makeDue();
      expect(await dispatch(), 'accepted').toBe(0);
    }
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveries(owner)).toMatchObject([
      { event: 'deployment.stopped', status: 500, attempts: 8 },
    ]);
    const off = await owner.client.from('deployment_webhooks').select('disabled_at').single();
    expect(off.data?.disabled_at).not.toBeNull();
    const notes = await owner.client.from('notifications').select('kind, details').eq('kind', 'webhook');
    expect(notes.data).toEqual([
      {
        kind: 'webhook',
        details: { name: 'hooked', deployment_id: deployment, url: address, reason: 'failures' },
      },
    ]);
    reply = { status: 200 };
    await owner.client.rpc('test_webhook', { webhook: id });
    expect(await dispatch()).toBe(0);
    expect((await owner.client.rpc('enable_webhook', { webhook: id })).error).toBeNull();
    expect(await dispatch()).toBe(1);
  });

  test('a webhook whose secret cannot be decrypted fails, and its owner sees why; a rotation turns it on', async () => {
    const { id } = await add();
    const lost = async (user: TestUser) =>
      (await user.client.from('deployment_webhooks').select('disabled_at, secret_lost_at')).data ?? [];
    await rows("update private.webhook_secrets set key_id = 'unknown'");
    await owner.client.rpc('rotate_webhook_secret', { webhook: id });
    await owner.client.rpc('test_webhook', { webhook: id });
    // One of two secrets is enough.
    expect(await dispatch()).toBe(1);
    expect(await lost(owner)).toEqual([{ disabled_at: null, secret_lost_at: null }]);
    await rows("update private.webhook_secrets set key_id = 'unknown'");
    await owner.client.rpc('rotate_deployment_key', { id: deployment, key: newKey() });
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await lost(owner)).toMatchObject([{ disabled_at: null }]);
      await makeDue();
      expect(await dispatch()).toBe(0);
    }
    expect(received).toHaveLength(1);
    const date = expect.any(String) as string;
    expect(await lost(owner)).toEqual([{ disabled_at: date, secret_lost_at: date }]);
    expect(await lost(stranger)).toEqual([]);
    const notes = owner.client.from('notifications').select('details').eq('kind', 'webhook');
    expect((await notes.order('id')).data?.at(-1)).toMatchObject({ details: { reason: 'secret_lost' } });
    const forged = owner.client.from('deployment_webhooks').update({ secret_lost_at: null });
    expect((await forged.eq('id', id)).status).toBe(403);
    expect((await deliveries(owner)).filter(({ delivered_at }) => delivered_at === null)).toMatchObject([
      { event: 'key.rotated', status: null, attempts: 8 },
    ]);
    await owner.client.rpc('rotate_webhook_secret', { webhook: id });
    expect(await lost(owner)).toEqual([{ disabled_at: null, secret_lost_at: null }]);
    await owner.client.rpc('test_webhook', { webhook: id });
    expect(await dispatch()).toBe(1);
  });

  test('of a user with many messages, ten are taken at once: others do not wait for them', async () => {
    const { id } = await add();
    const message = `insert into public.webhook_deliveries (webhook_id, user_id, event, data, due_at)
      select $1, $2, 'key.rotated', '{}', now() - interval '1 minute' from generate_series(1, $3::integer)`;
    await rows(message, [id, owner.id, 25]);
    const [other] = await served.backend.database.rows<{ id: string }>(
      `insert into public.deployment_webhooks (deployment_id, user_id, url, events)
       select $1, $2, url || '/2', events from public.deployment_webhooks where id = $3 returning id`,
      [deployment, stranger.id, id],
    );
    await rows(
      `insert into private.webhook_secrets (webhook_id, ciphertext, key_id)
       select $1, ciphertext, key_id from private.webhook_secrets where webhook_id = $2`,
      [other?.id ?? '', id],
    );
    await rows(message, [other?.id ?? '', stranger.id, 2]);
    expect(await dispatch()).toBe(12);
    expect(await dispatch()).toBe(10);
    expect(await dispatch()).toBe(5);
  });

  test('a stranger and a visitor see and change nothing (20)', async () => {
    const { id } = await add();
    await owner.client.rpc('test_webhook', { webhook: id });
    const url = 'https://evil.example/';
    for (const { client } of [stranger, { client: served.visitor }]) {
      const isVisitor = client === served.visitor;
      const status = isVisitor ? 401 : 404;
      expect((await client.rpc('create_webhook', { deployment, url, events: EVENTS })).status).toBe(status);
      expect((await client.rpc('rotate_webhook_secret', { webhook: id })).status).toBe(status);
      expect((await client.rpc('enable_webhook', { webhook: id })).status).toBe(status);
      expect((await client.rpc('test_webhook', { webhook: id })).status).toBe(status);
      await client.from('deployment_webhooks').delete().eq('id', id);
      for (const table of ['deployment_webhooks', 'webhook_deliveries']) {
        expect((await client.from(table).select()).data ?? []).toEqual([]);
      }
    }
    for (const { client } of [owner, stranger]) {
      expect((await client.rpc('take_webhook_deliveries')).status).toBe(403);
      expect((await client.rpc('webhook_attempted', { id, status: 200 })).status).toBe(403);
      expect((await client.from('deployment_webhooks').update({ url }).eq('id', id)).status).toBe(403);
    }
    expect((await owner.client.from('deployment_webhooks').select('url')).data).toEqual([{ url: address }]);
    await owner.client.from('deployment_webhooks').delete().eq('id', id);
    expect(await deliveries(owner)).toEqual([]);
  });
});
