/** Webhooks: the requests, what is made of the replies, and which addresses the form takes. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/testing';
import { fetching, record } from '../testing/record';
import { deploymentQueries } from './deployments';
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  enableWebhook,
  isWebhookUrl,
  nextLook,
  rotateSecret,
  testWebhook,
  webhookEvents,
  webhookQueries,
} from './webhooks';

afterEach(() => {
  vi.unstubAllGlobals();
});

const delivery: Delivery = {
  ...{ id: 'm1', event: 'key.rotated', created_at: '2026-11-21T12:00:00Z', status: null },
  ...{ attempts: 0, delivered_at: null, due_at: '2026-11-21T12:00:00Z' },
};

test('the webhooks of one deployment, oldest first', async () => {
  const rows = [
    { id: 'w1', url: 'https://a.test', events: ['key.rotated'], disabled_at: null, secret_lost_at: null },
  ];
  const sent = await record({ 'GET deployment_webhooks': { json: rows } }, () =>
    fetching(webhookQueries.of('d1')),
  );
  expect(sent).toMatchObject({ method: 'GET', path: 'deployment_webhooks', result: rows });
  expect(sent.query).toEqual({
    ...{
      select: 'id,url,events,disabled_at,secret_lost_at',
      deployment_id: 'eq.d1',
      order: 'created_at.asc',
    },
  });
});

test('the newest ten messages of one webhook; equal times have an order', async () => {
  const sent = await record({ 'GET webhook_deliveries': { json: [delivery] } }, () =>
    fetching(webhookQueries.deliveries('w1')),
  );
  expect(sent).toMatchObject({ method: 'GET', path: 'webhook_deliveries', result: [delivery] });
  expect(sent.query).toEqual({
    ...{ select: 'id,event,created_at,attempts,status,delivered_at,due_at', webhook_id: 'eq.w1' },
    ...{ order: 'created_at.desc,id.desc', limit: '10' },
  });
  expect(webhookQueries.deliveries('w1').staleTime).toBe(0);
});

test('a change of any webhook or deployment makes each query stale, and no two share data', () => {
  const keys = ['1', '2'].flatMap((id) => [webhookQueries.of(id), webhookQueries.deliveries(id)]);
  const texts = keys.map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(texts).size).toBe(4);
  for (const { queryKey } of keys) {
    expect(queryKey.slice(0, 2)).toEqual(webhookQueries.all());
    expect(queryKey.slice(0, 1)).toEqual(deploymentQueries.all());
  }
});

test('a query that is no longer needed ends its request', async () => {
  for (const options of [webhookQueries.of('d1'), webhookQueries.deliveries('w1')]) {
    startBackend({ deployment_webhooks: 'never', webhook_deliveries: 'never' });
    const controller = new AbortController();
    const run = options.queryFn as (context: { signal: AbortSignal }) => Promise<unknown>;
    const pending = run({ signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    });
    await expect(pending).rejects.toThrow('AbortError');
  }
});

describe('the next look at messages', () => {
  const second = { attempts: 2, due_at: '2026-11-21T12:05:30Z' };
  test.each<[string, Partial<Delivery>[] | undefined, number | false]>([
    ['while they load', undefined, false],
    ['without one', [], false],
    ['before the first attempt', [{}], 2_000],
    ['before the second attempt, half a minute later', [{ attempts: 1, status: 500 }], 2_000],
    ['when later attempts are minutes apart', [second], false],
    ['after the delivery', [{ attempts: 1, status: 200, due_at: null }], false],
    ['with one of several on its way', [second, { due_at: null }, { id: 'm2' }], 2_000],
    ['when one has no further attempt and the other is late', [{ due_at: null }, second], false],
  ])('%s', (_, parts, expected) => {
    expect(nextLook(parts?.map((part) => ({ ...delivery, ...part })))).toBe(expected);
  });
});

describe('an address', () => {
  const ofLength = (length: number) => 'https://a.test/'.padEnd(length, 'x');
  test.each([
    ['https://a.test'],
    ['https://a.test:8443/hook?key=1&to=@me'],
    ['https://a.test?key=1'],
    ['https://a.test/@user'],
    ['https://[2001:db8::1]/'],
    ['https://bücher.test/ü'],
    [ofLength(500)],
  ])('%s is taken', (url) => {
    expect(isWebhookUrl(url)).toBe(true);
  });

  test.each([
    ['', 'empty'],
    ['a.test/hook', 'without a scheme'],
    ['http://a.test/', 'without encryption'],
    ['ftp://a.test/https://a.test/', 'with another scheme'],
    ['https://', 'without a host'],
    ['https://?key=1', 'without a host'],
    ['https://a.test:99999/', 'with an impossible port'],
    ['https://user@a.test/', 'with a user'],
    ['https://:secret@a.test/', 'with a password'],
    ['https://a.test/#part', 'with a fragment'],
    [ofLength(501), 'too long'],
  ])('%s is rejected: %s', (url) => {
    expect(isWebhookUrl(url)).toBe(false);
  });

  // `URL` corrects these, and the database rejects them: the user would read "Try again in a moment".
  test.each([
    ['https://a.test/#'],
    ['https://a.test#'],
    ['https://@a.test/'],
    ['HTTPS://a.test/'],
    ['https:a.test/'],
    ['https:/a.test/'],
    ['https:\\\\a.test/'],
    ['https://a.test/a b'],
    ['https://a.test/a\tb'],
    ['https://a.te\nst/'],
    [' https://a.test/'],
    ['https://a.test/ '],
  ])('%j is rejected, although a browser could open it', (url) => {
    expect(URL.canParse(url)).toBe(true);
    expect(isWebhookUrl(url)).toBe(false);
  });
});

describe('a new webhook', () => {
  const webhook = { deployment: 'd1', url: 'https://a.test/', events: webhookEvents };

  test('sends its address and events, and returns the id and the secret', async () => {
    const sent = await record({ 'POST create_webhook': { json: [{ id: 'w1', secret: 'whsec_x' }] } }, () =>
      createWebhook(webhook),
    );
    expect(sent).toMatchObject({
      method: 'POST',
      path: 'rpc/create_webhook',
      result: { id: 'w1', secret: 'whsec_x' },
    });
    expect(sent.body).toEqual({
      ...{ deployment: 'd1', url: 'https://a.test/' },
      events: [
        ...['deployment.stopped', 'quota.reached', 'spend.alert', 'price.changed'],
        ...['key.rotated', 'moderation.changed'],
      ],
    });
  });

  test('fails when the server returns no row', async () => {
    startBackend({ 'POST create_webhook': { json: [] } });
    await expect(createWebhook(webhook)).rejects.toMatchObject({ code: 'unexpected' });
  });
});

test('a rotation returns the new secret, and leaves the time of the old one to the server', async () => {
  const sent = await record({ 'POST rotate_webhook_secret': { json: 'whsec_y' } }, () => rotateSecret('w1'));
  expect(sent).toMatchObject({ method: 'POST', path: 'rpc/rotate_webhook_secret', result: 'whsec_y' });
  expect(sent.body).toEqual({ webhook: 'w1' });
});

test.each([
  ['test_webhook', testWebhook],
  ['enable_webhook', enableWebhook],
] as const)('calls %s with the webhook, and returns nothing', async (name, act) => {
  const sent = await record({ [`POST ${name}`]: { status: 204 } }, () => act('w1'));
  expect(sent).toMatchObject({ method: 'POST', path: `rpc/${name}`, body: { webhook: 'w1' } });
  expect(sent.result).toBeUndefined();
});

test('a deletion names one webhook, and returns nothing', async () => {
  const sent = await record({ 'DELETE deployment_webhooks': { status: 204 } }, () => deleteWebhook('w1'));
  expect(sent).toMatchObject({ method: 'DELETE', path: 'deployment_webhooks', query: { id: 'eq.w1' } });
  expect(sent.result).toBeUndefined();
});
