/**
 * Payments against a fake of Stripe's endpoints over HTTP, with the SDK's own signatures, on a real database. One file:
 * all tests share the fake and the database.
 */
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serve, type Served } from '@slipway/backend/testing';
import { type PaymentJobs, runPaymentJobs } from './jobs';
import { createRest } from './rest';
import { type BillingService, createBillingService } from './service';
import { stripeProvider } from './stripeProvider';
import { stripeFromEnvironment } from './stripeSettings';
import type { Some } from './testing/stripeTypes';

const settings = { secretKey: 'sk_test_secret', webhookSecret: 'whsec_secret', pricePro: 'price_pro' };
const stripe = new Stripe(settings.secretKey);

interface Sent {
  path: string;
  body: URLSearchParams;
  headers: NodeJS.Dict<string | string[]>;
}
let sent: Sent[] = [];
let logged: unknown[] = [];
/** By id: the present state at the provider. */
const subscriptions = new Map<
  string,
  Some<Stripe.Subscription> | Some<Stripe.Invoice> | Some<Stripe.Price>
>();
/** Sessions of Checkout, newest first, and answers by idempotency key. */
const sessions: Some<Stripe.Checkout.Session>[] = [];
const answers = new Map<string, object>();
/** Customers that were deleted at the provider. */
const gone = new Set<string>();
/** Answers to reads wait for it. */
let gate: Promise<void> = Promise.resolve();

const fake = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    sent.push({
      path,
      body: new URLSearchParams(Buffer.concat(chunks).toString()),
      headers: request.headers,
    });
    const reply = <T extends object>(value: Some<T>, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const form = sent.at(-1)?.body ?? new URLSearchParams();
    const person = form.get('metadata[person]') ?? '';
    const key = String(request.headers['idempotency-key']);
    const customer = form.get('customer') ?? new URLSearchParams(path.split('?')[1]).get('customer') ?? '';
    const repeated = answers.get(key);
    if (repeated) reply(repeated);
    else if (gone.has(customer))
      reply<{ error: Stripe.StripeRawError }>(
        { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' } },
        404,
      );
    else if (path === '/v1/customers') {
      const made = {
        id: `cus_${person}${key.split(' after ')[1] ? '_new' : ''}`,
        object: 'customer',
      } as const;
      answers.set(key, made);
      reply<Stripe.Customer>(made);
    } else if (path.startsWith('/v1/checkout/sessions?'))
      reply<{ object: 'list'; data: object[] }>({
        object: 'list',
        data: sessions.filter((each) => each.customer === customer),
      });
    else if (path.endsWith('/expire')) {
      const expired = sessions.find(({ id }) => path.includes(`/${String(id)}/`)) ?? {};
      reply<Stripe.Checkout.Session>(Object.assign(expired, { status: 'expired', url: null }));
    } else if (path === '/v1/checkout/sessions') {
      sessions.unshift({
        ...{ id: `cs_${String(sessions.length + 1)}`, mode: 'subscription', status: 'open', customer },
        ...{ url: 'https://checkout.stripe.test/c', metadata: { price: form.get('metadata[price]') ?? '' } },
      });
      answers.set(key, sessions[0] ?? {});
      reply<Stripe.Checkout.Session>(sessions[0] ?? {});
    } else if (path === '/v1/billing_portal/sessions')
      reply<Stripe.BillingPortal.Session>({ id: 'bps_1', url: 'https://billing.stripe.test/p' });
    else if (path.startsWith('/v1/subscriptions?')) {
      const of = new URLSearchParams(path.split('?')[1]).get('customer');
      const data = [...subscriptions.values()].filter((each) => 'customer' in each && each.customer === of);
      reply<{ object: 'list'; data: object[] }>({ object: 'list', data });
    } else {
      // The state is read when the request arrives; the answer may be late.
      const found = subscriptions.get(path.split('/').at(-1) ?? '');
      void gate.then(() => {
        const code = path.endsWith('_missing') ? { code: 'resource_missing' } : {};
        if (found) reply<Stripe.Subscription | Stripe.Invoice | Stripe.Price>(found);
        else
          reply<{ error: Stripe.StripeRawError }>(
            { error: { type: 'invalid_request_error', message: 'none', ...code } },
            404,
          );
      });
    }
  });
});

let served: Served;
let billing: BillingService;
let jobs: PaymentJobs;
beforeAll(async () => {
  subscriptions.set('price_pro', { object: 'price', product: 'prod_pro' });
  served = await serve('PostgreSQL');
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  const { secretKey, publishableKey } = served.backend;
  jobs = {
    rest: createRest({ url: served.origin, secretKey, publishableKey }),
    log: { error: (...line: unknown[]) => void logged.push(line) },
    provider: stripeProvider({
      ...settings,
      apiUrl: `http://127.0.0.1:${String((fake.address() as AddressInfo).port)}`,
    }),
  };
  billing = createBillingService({
    ...jobs,
    appUrl: 'https://app.example',
    appOrigins: ['https://other.example'],
  });
});
afterAll(async () => {
  fake.close();
  await served.close();
});
beforeEach(() => {
  sent = [];
  logged = [];
  gate = Promise.resolve();
});

const call = (path: string, init: RequestInit = {}, service = billing) =>
  service.fetch(new Request(`https://app.example/v1/billing/${path}`, { method: 'POST', ...init }), {
    address: '192.0.2.1',
  });
const as = async (user: { client: Served['visitor'] }): Promise<RequestInit> => ({
  headers: {
    authorization: `Bearer ${(await user.client.auth.getSession()).data.session?.access_token ?? ''}`,
  },
});
const JAN = Date.UTC(2026, 0, 10) / 1000;
const MONTH = 31 * 86_400;
const monthly = { currency: 'usd', recurring: { interval: 'month', interval_count: 1 } } as const;
const state = (
  customer: string,
  row: Some<Stripe.Subscription> = {},
  start = Math.floor(Date.now() / 1000) - 86_400,
): Some<Stripe.Subscription> => ({
  object: 'subscription',
  customer,
  status: 'active',
  ...{ cancel_at_period_end: false, cancel_at: null },
  items: {
    data: [
      {
        price: { ...monthly, id: 'price_pro', unit_amount: 2900 },
        current_period_start: start,
        current_period_end: start + MONTH,
      },
    ],
  },
  ...row,
});
const event = (id: string, type: Stripe.Event['type'], object: object, created = JAN) => {
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: settings.webhookSecret });
  return call('webhook', { body: payload, headers: { 'stripe-signature': header } });
};
const received = async (response: Promise<Response>) => {
  const answer = await response;
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { received: string }).received;
};
const subscriptionsOf = async ({ id }: { id: string }) =>
  (
    await served.service
      .from('subscriptions')
      .select('status, plan_name, renews')
      .eq('user_id', id)
      .order('created_at')
  ).data;
const chargesOf = async ({ id }: { id: string }) =>
  (
    await served.backend.database.rows<{ amount: number }>(
      `select t.amount::float as amount from private.ledger_transactions t
       join private.ledger_accounts a on a.id = t.payer where a.person = '${id}' order by t.id`,
    )
  ).map(({ amount }) => amount);
async function customer() {
  const user = await served.user();
  const { data } = await served.service.rpc('link_payment_customer', {
    person: user.id,
    customer: `cus_${user.id}`,
  });
  expect(data).toBe(`cus_${user.id}`);
  return { ...user, customer: `cus_${user.id}`, sub: `sub_${user.id}` };
}

test('checkout makes one customer and returns the address of Stripe; no secret leaves', async () => {
  const user = await served.user();
  const first = await call('checkout', await as(user));
  expect(await first.json()).toEqual({ url: 'https://checkout.stripe.test/c' });
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect((await call('checkout', await as(user))).status).toBe(200);
  const earlier = `/v1/checkout/sessions?customer=cus_${user.id}&limit=100`;
  expect(sent.map(({ path }) => path)).toEqual([
    ...['/v1/customers', earlier, '/v1/checkout/sessions'],
    ...[`/v1/subscriptions?customer=cus_${user.id}&limit=100`, earlier],
  ]);
  expect(sent[0]?.headers['idempotency-key']).toBe(`customer ${user.id}`);
  expect(Object.fromEntries(sent[2]?.body ?? [])).toMatchObject({
    ...{ mode: 'subscription', customer: `cus_${user.id}`, client_reference_id: user.id },
    ...{ 'line_items[0][price]': 'price_pro', cancel_url: 'https://app.example/billing' },
  });
  expect(JSON.stringify([...first.headers])).not.toContain('sk_test');
  expect(await (await call('portal', await as(user))).json()).toEqual({
    url: 'https://billing.stripe.test/p',
  });
});

const openSessions = (of: string) =>
  sessions.filter(({ customer, status }) => customer === of && status === 'open').map(({ id }) => id);

test('a user has one open checkout, also from two tabs at once; one of an earlier price expires', async () => {
  const user = await customer();
  const answered = await Promise.all([1, 2].map(async () => call('checkout', await as(user))));
  expect(answered.map(({ status }) => status)).toEqual([200, 200]);
  const [first] = openSessions(user.customer);
  await call('checkout', await as(user));
  expect(openSessions(user.customer)).toEqual([first]);
  Object.assign(sessions[0] ?? {}, { metadata: { price: 'price_of_last_year' } });
  expect((await call('checkout', await as(user))).status).toBe(200);
  expect(openSessions(user.customer)).toHaveLength(1);
  expect(openSessions(user.customer)).not.toEqual([first]);
  // Paid and canceled within a day: the earlier page is not offered again.
  Object.assign(sessions[0] ?? {}, { status: 'complete', url: null });
  expect(await (await call('checkout', await as(user))).json()).toEqual({
    url: 'https://checkout.stripe.test/c',
  });
});

test('a customer that was deleted at Stripe is replaced by the next checkout, and has no portal', async () => {
  const user = await served.user();
  await call('checkout', await as(user));
  gone.add(`cus_${user.id}`);
  const portal = await call('portal', await as(user));
  expect([portal.status, await portal.json()]).toMatchObject([404, { detail: 'You have not paid here yet' }]);
  expect(await (await call('checkout', await as(user))).json()).toEqual({
    url: 'https://checkout.stripe.test/c',
  });
  expect(openSessions(`cus_${user.id}_new`)).toHaveLength(1);
  expect((await user.client.rpc('payment_account')).data).toMatchObject({ customer: `cus_${user.id}_new` });
  expect((await call('portal', await as(user))).status).toBe(200);
});

test('429 says when to try again, also to an app of another origin', async () => {
  const request = () =>
    billing.fetch(
      new Request('https://app.example/v1/billing/portal', {
        method: 'POST',
        headers: { origin: 'https://other.example' },
      }),
      { address: '192.0.2.77' },
    );
  for (let count = 0; count < 60; count += 1) expect((await request()).status).toBe(401);
  const { status, headers } = await request();
  expect([status, headers.get('access-control-allow-origin')]).toEqual([429, 'https://other.example']);
  expect(headers.get('access-control-expose-headers')).toBe('retry-after');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test.each([
  ['unpaid', 'https://billing.stripe.test/p'],
  ['active', 'https://billing.stripe.test/p'],
  ['canceled', 'https://checkout.stripe.test/c'],
  ['incomplete', 'https://checkout.stripe.test/c'],
] as const)('with a subscription that is %s, Upgrade opens %s', async (status, url) => {
  const user = await customer();
  subscriptions.set(user.sub, state(user.customer, { status }));
  expect(await (await call('checkout', await as(user))).json()).toEqual({ url });
  const portal = sent.find(({ path }) => path === '/v1/billing_portal/sessions');
  if (url.endsWith('/p'))
    expect(Object.fromEntries(portal?.body ?? [])).toEqual({
      customer: user.customer,
      return_url: 'https://app.example/billing',
    });
  else expect(portal).toBeUndefined();
});

test('a new customer that Stripe does not find yet gets 503', async () => {
  const user = await served.user();
  gone.add(`cus_${user.id}`);
  const response = await call('checkout', await as(user));
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { detail: 'The payment provider is not ready. Try again in a few seconds' },
  ]);
});

test('the session of a deleted account is no session', async () => {
  const user = await served.user();
  const session = await as(user);
  await served.backend.database.run(`delete from auth.users where id = '${user.id}'`);
  const response = await call('checkout', session);
  expect([response.status, sent]).toEqual([401, []]);
});

test('an app of another origin may send GET and POST, and no other origin may', async () => {
  const preflight = (origin: string) =>
    billing.fetch(
      new Request('https://app.example/v1/billing/checkout', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
      { address: '192.0.2.1' },
    );
  const { headers } = await preflight('https://other.example');
  expect([
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-methods'),
    headers.get('access-control-max-age'),
  ]).toEqual(['https://other.example', 'GET,POST', '600']);
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('an unknown endpoint is 404 with its detail', async () => {
  const response = await call('refunds');
  expect([response.status, await response.json()]).toMatchObject([404, { detail: 'No such endpoint' }]);
});

test('only a signed-in user gets there, once, and only where Stripe is configured', async () => {
  expect((await call('checkout')).status).toBe(401);
  expect((await call('checkout', { headers: { authorization: 'Bearer forged' } })).status).toBe(401);
  const user = await served.user();
  expect((await call('portal', await as(user))).status).toBe(404);
  await served.service.rpc('set_plan', { email: user.email, plan_name: 'Pro' });
  expect((await call('checkout', await as(user))).status).toBe(409);
  expect(sent).toEqual([]);
  const { secretKey, publishableKey } = served.backend;
  const rest = createRest({ url: served.origin, secretKey, publishableKey });
  const none = createBillingService({ rest, log: { error: () => undefined }, appUrl: 'https://app.example' });
  for (const path of ['checkout', 'portal', 'webhook']) expect((await call(path, {}, none)).status).toBe(404);
  expect(stripeFromEnvironment({})).toBeUndefined();
  expect(() => stripeFromEnvironment({ STRIPE_SECRET_KEY: 'sk' })).toThrow(
    'STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_PRO',
  );
});

test.each([
  ['an event', 10, 400, 'Bad Request', 'The signature is not valid'],
  ['a body that is too large', 300 * 1024, 413, STATUS_CODES[413], 'The body is larger than 256 KB'],
])(
  '%s without a length, as some proxies send it, is read up to the limit',
  async (_name, size, status, title, detail) => {
    const { body, headers } = new Response('x'.repeat(size));
    // As Node's adapter makes it: an object that inherits from `Request`, and cannot be copied.
    const url = 'https://app.example/v1/billing/webhook';
    const parts = { method: 'POST', url, headers, body };
    const request = Object.create(Request.prototype, Object.getOwnPropertyDescriptors(parts)) as Request;
    const answer = await billing.fetch(request, { address: '192.0.2.1' });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { type: 'about:blank', title, status, detail },
    ]);
  },
);

test('a compressed event is rejected with the reason, not as one with a wrong signature', async () => {
  const headers = { 'content-encoding': 'gzip', 'stripe-signature': 't=1,v1=00' };
  const request = new Request('https://app.example/v1/billing/webhook', {
    ...{ method: 'POST', headers, body: new Uint8Array(gzipSync('{}')) },
  });
  const answer = await billing.fetch(request, { address: '192.0.2.1' });
  expect([answer.status, await answer.json()]).toMatchObject([
    415,
    { detail: 'Send the body uncompressed, without the header Content-Encoding' },
  ]);
});

test.each([
  ['checkout', 'GET', 'POST'],
  ['webhook', 'PUT', 'POST'],
  ['invoices/INV-2026-000001', 'POST', 'GET, HEAD'],
])('%s does not allow %s, and says what it allows', async (path, method, allow) => {
  const answer = await billing.fetch(new Request(`https://app.example/v1/billing/${path}`, { method }), {
    address: '192.0.2.1',
  });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  expect(await answer.json()).toMatchObject({ title: 'Method Not Allowed', status: 405 });
});

test('a webhook without a valid signature changes nothing', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  const payload = JSON.stringify({
    id: 'evt_forged',
    type: 'customer.subscription.created',
    data: { object: { id: user.sub } },
  });
  const sign = (secret: string, timestamp?: number) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp === undefined ? {} : { timestamp }),
    });
  for (const signature of ['', sign('whsec_other'), sign(settings.webhookSecret, JAN)]) {
    expect(
      (await call('webhook', { body: payload, headers: { 'stripe-signature': signature } })).status,
    ).toBe(400);
  }
  expect(await subscriptionsOf(user)).toEqual([]);
});

test.each([
  'hello',
  '[]',
  '1',
  '{"id":"evt_1","object":"event","type":"invoice.paid","created":1}',
  '{"object":"event","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1"}}}',
  '{"id":"evt_\\u0000","object":"event","type":"invoice.paid","created":1,"data":{"object":{"id":"in_1"}}}',
])('a signed body that is not an event is rejected, and changes nothing: %s', async (body) => {
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: settings.webhookSecret,
  });
  const answer = await call('webhook', { body, headers: { 'stripe-signature': signature } });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail: expect.stringContaining('is not an event of Stripe') as string },
  ]);
  expect([sent, logged]).toEqual([[], []]);
});

test('while Stripe does not respond, a webhook and a checkout get 503, and the log says why', async () => {
  // A port on which nothing listens.
  const provider = stripeProvider({ ...settings, apiUrl: 'http://127.0.0.1:1' });
  const service = createBillingService({ ...jobs, provider, appUrl: 'https://app.example' });
  const user = await customer();
  const payload = JSON.stringify({
    ...{ id: 'evt_away', object: 'event', type: 'invoice.paid', created: JAN },
    data: { object: { id: 'in_1' } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: settings.webhookSecret });
  const responses = [
    await call('webhook', { body: payload, headers: { 'stripe-signature': signature } }, service),
    await call('checkout', await as(user), service),
  ];
  for (const response of responses) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      detail: 'The payment provider did not respond. Try again in a few seconds',
    });
  }
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).toContain('connection to Stripe');
});

test('the same event twice starts and charges the plan once; unknown types change nothing', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  const created = () => event('evt_twice', 'customer.subscription.created', { id: user.sub });
  expect(await received(created())).toBe('started');
  expect(await received(created())).toBe('again');
  const session = { id: 'cs_1', subscription: user.sub };
  expect(await received(event('evt_checkout', 'checkout.session.completed', session))).toBe('updated');
  expect(await received(event('evt_other', 'radar.early_fraud_warning.created', { id: 'x' }))).toBe(
    'ignored',
  );
  expect(await subscriptionsOf(user)).toEqual([{ status: 'active', plan_name: 'Pro', renews: true }]);
  expect(await chargesOf(user)).toEqual([29]);
  expect((await user.client.rpc('message_quota').single()).data).toMatchObject({ plan_name: 'Pro' });
});

test('an older event after a newer one keeps the newer state; a new period is charged', async () => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - MONTH - 86_400;
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, {}, start) });
  await event('evt_a1', 'customer.subscription.created', { id: user.sub });
  subscriptions.set(user.sub, {
    id: user.sub,
    ...state(user.customer, { cancel_at_period_end: true }, start + MONTH),
  });
  expect(await received(event('evt_a3', 'customer.subscription.updated', { id: user.sub }, JAN + 9))).toBe(
    'updated',
  );
  // Its body says the old state, which is not used.
  const old = { id: user.sub, ...state(user.customer, { status: 'past_due' }, start) };
  expect(await received(event('evt_a2', 'customer.subscription.updated', old, JAN + 5))).toBe('updated');
  expect(await subscriptionsOf(user)).toEqual([{ status: 'active', plan_name: 'Pro', renews: false }]);
  expect(await chargesOf(user)).toEqual([29, 29]);
});

test.each([
  ['a plan that was canceled in the portal does not renew', 0, false],
  ['a plan that ends in a later period renews', MONTH, true],
])('cancel_at alone: %s', async (_what, later, renews) => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - 86_400;
  const row = state(user.customer, { cancel_at: start + MONTH + later }, start);
  subscriptions.set(user.sub, { id: user.sub, ...row });
  expect(await received(event(`evt_${user.id}`, 'customer.subscription.updated', { id: user.sub }))).toBe(
    'started',
  );
  expect(await subscriptionsOf(user)).toEqual([{ status: 'active', plan_name: 'Pro', renews }]);
});

test('an earlier price of the plan is the plan; other products and accounts change nothing', async () => {
  const of = async (product: string) => {
    const user = await customer();
    const row = state(user.customer);
    const [item] = row.items?.data ?? [];
    const price = { ...monthly, id: 'price_other', product, unit_amount: 1900 };
    subscriptions.set(user.sub, { id: user.sub, ...row, items: { data: [{ ...item, price }] } });
    const outcome = await received(
      event(`evt_${user.id}`, 'customer.subscription.created', { id: user.sub }),
    );
    return [outcome, ...(await chargesOf(user))];
  };
  expect(await of('prod_pro')).toEqual(['started', 19]);
  expect(await of('prod_other')).toEqual(['ignored']);
  expect(await received(event('evt_elsewhere', 'customer.subscription.updated', { id: 'sub_missing' }))).toBe(
    'ignored',
  );
});

test.each([
  [
    'a yearly price',
    { recurring: { interval: 'year', interval_count: 1 } },
    1,
    'not per month, but per 1 year',
  ],
  ['a quarterly price', { recurring: { interval: 'month', interval_count: 3 } }, 1, 'but per 3 month'],
  ['two of the plan', {}, 2, 'its quantity is 2'],
  ['another currency', { currency: 'eur' }, 1, 'its currency is eur'],
  ['tiers', { unit_amount: null }, 1, 'no fixed amount'],
] as const)(
  '%s is no monthly plan, and the operator learns of it',
  async (_what, other, quantity, reason) => {
    const user = await customer();
    const row = state(user.customer);
    const [item] = row.items?.data ?? [];
    const data = [{ ...item, quantity, price: { ...item?.price, ...other } }];
    subscriptions.set(user.sub, { id: user.sub, ...row, items: { data } });
    const arrives = (id: string) =>
      received(event(`${id} ${user.id}`, 'customer.subscription.created', { id: user.sub }));
    expect(await arrives('evt 1')).toBe('unsupported');
    expect([await chargesOf(user), await subscriptionsOf(user)]).toEqual([[], []]);
    expect(logged).toEqual([
      [{ reason: expect.stringContaining(reason) as string }, expect.stringContaining(user.sub) as string],
    ]);
    // Changed to the price of the plan in Stripe; back to the other one later, and ended.
    subscriptions.set(user.sub, { id: user.sub, ...row });
    expect(await arrives('evt 2')).toBe('started');
    subscriptions.set(user.sub, { id: user.sub, ...row, status: 'canceled', items: { data } });
    expect(await arrives('evt 3')).toBe('updated');
    expect(await subscriptionsOf(user)).toMatchObject([{ status: 'canceled' }]);
  },
);

const yearly = (row: Some<Stripe.Subscription>, start: number): Some<Stripe.Subscription> => {
  const [item] = row.items?.data ?? [];
  const price = {
    ...item?.price,
    unit_amount: 29_000,
    recurring: { interval: 'year', interval_count: 1 },
  } as const;
  const times = { current_period_start: start, current_period_end: start + 365 * 86_400 };
  return { ...row, items: { data: [{ ...item, ...times, price }] } };
};

test('a plan that is changed to a yearly price ends with its month, and comes back with a monthly one', async () => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - 20 * 86_400;
  const row = state(user.customer, {}, start);
  const arrives = (id: string, as: Some<Stripe.Subscription>) => {
    subscriptions.set(user.sub, { id: user.sub, ...as });
    return received(event(`${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub }));
  };
  expect(await arrives('1', row)).toBe('started');
  for (const id of ['2', '3'])
    expect(await arrives(id, yearly(row, start + 10 * 86_400))).toBe('unsupported');
  expect(await subscriptionsOf(user)).toEqual([{ status: 'active', plan_name: 'Pro', renews: false }]);
  // Its month is over.
  await served.backend.database.run(
    `update public.subscriptions set current_period_end = now() where user_id = '${user.id}'`,
  );
  await served.service.rpc('sweep_deployments', { job: 'subscriptions' });
  expect(await arrives('4', yearly(row, start + 10 * 86_400))).toBe('unsupported');
  expect([await subscriptionsOf(user), await chargesOf(user)]).toEqual([
    [{ status: 'canceled', plan_name: 'Pro', renews: false }],
    [29],
  ]);
  expect(await arrives('5', state(user.customer))).toBe('updated');
  expect([await subscriptionsOf(user), await chargesOf(user)]).toEqual([
    [{ status: 'active', plan_name: 'Pro', renews: true }],
    [29, 29],
  ]);
});

test('a month that was renewed before the event of the yearly price is credited, once', async () => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - MONTH - 86_400;
  const row = state(user.customer, {}, start);
  subscriptions.set(user.sub, { id: user.sub, ...row });
  await event(`1 ${user.id}`, 'customer.subscription.created', { id: user.sub });
  await served.service.rpc('sweep_deployments', { job: 'subscriptions' });
  expect(await chargesOf(user)).toEqual([29, 29]);
  // The price changed when the month was over.
  subscriptions.set(user.sub, { id: user.sub, ...yearly(row, start + MONTH) });
  for (const id of ['2', '3'])
    expect(await received(event(`${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub }))).toBe(
      'unsupported',
    );
  expect(await chargesOf(user)).toEqual([29, 29, -29]);
  // Two of the plan are paid for since the month began: it stays charged.
  const [item] = row.items?.data ?? [];
  const other = await customer();
  const present = state(other.customer);
  subscriptions.set(other.sub, { id: other.sub, ...present });
  await event(`1 ${other.id}`, 'customer.subscription.created', { id: other.sub });
  const data = [{ ...present.items?.data?.[0], price: item?.price, quantity: 2 }];
  subscriptions.set(other.sub, { id: other.sub, ...present, items: { data } });
  expect(await received(event(`2 ${other.id}`, 'customer.subscription.updated', { id: other.sub }))).toBe(
    'unsupported',
  );
  expect(await chargesOf(other)).toEqual([29]);
});

test('an operator cannot end a plan that is paid through Stripe, and learns how it ends', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  const arrives = (id: string) =>
    received(event(`${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub }));
  await arrives('paid 1');
  for (const plan_name of ['Starter', 'Pro']) {
    const { status, error } = await served.service.rpc('set_plan', { email: user.email, plan_name });
    expect([status, error?.message]).toEqual([
      409,
      'The Pro plan of this user is paid through Stripe. Cancel the subscription in Stripe, or let the user cancel it under Billing, Manage subscription: the plan ends here with the subscription',
    ]);
  }
  expect([await chargesOf(user), await arrives('paid 2')]).toEqual([[29], 'updated']);
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'active' }]);
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, { status: 'canceled' }) });
  await arrives('paid 3');
  expect(
    (await served.service.rpc('set_plan', { email: user.email, plan_name: 'Starter' })).error,
  ).toBeNull();
});

test('an operator cannot end the plan that replaced a paid one while Stripe charges for that', async () => {
  const user = await customer();
  const is = async (id: string, row: Some<Stripe.Subscription>) => {
    subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, row) });
    return received(event(`over ${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub }));
  };
  const sets = async (plan_name: string) =>
    (await served.service.rpc('set_plan', { email: user.email, plan_name })).error?.message ?? plan_name;
  await is('1', {});
  expect(await sets('Enterprise')).toBe('Enterprise');
  const rejection =
    'This user still pays for the Pro plan through Stripe, which would restore it. Cancel that subscription in Stripe first';
  for (const plan of ['Starter', 'Pro']) expect(await sets(plan)).toBe(rejection);
  expect(await is('2', {})).toBe('superseded');
  expect([await sets('Starter'), await sets('Enterprise')]).toEqual([rejection, 'Enterprise']);
  // An event that was read before this one and arrives after it changes nothing.
  expect(await is('3', { status: 'canceled' })).toBe('updated');
  const late = { id: 'late', ticket: 1, subscription: user.sub, customer: user.customer, status: 'active' };
  const price = { plan_name: 'Pro', price: 29, starts: new Date(), ends: new Date(Date.now() + 1e9) };
  const { data } = await served.service.rpc('finish_payment_event', { ...late, ...price, renews: true });
  expect([data, await sets('Starter')]).toEqual(['stale', 'Starter']);
  expect((await user.client.rpc('message_quota').single()).data).toMatchObject({ plan_name: 'Starter' });
});

test('a slow read does not overwrite a later one', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  await event('evt_s0', 'customer.subscription.created', { id: user.sub });
  let open: (() => void) | undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const reads = sent.length;
  const slow = event('evt_s1', 'customer.subscription.updated', { id: user.sub });
  await expect.poll(() => sent.length).toBe(reads + 1);
  gate = Promise.resolve();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, { status: 'canceled' }) });
  expect(await received(event('evt_s2', 'customer.subscription.deleted', { id: user.sub }))).toBe('updated');
  open?.();
  expect(await received(slow)).toBe('stale');
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'canceled' }]);
});

test('an event that failed is handled when it comes again; a deleted user gets no plan', async () => {
  const user = await customer();
  expect((await event('evt_f', 'customer.subscription.created', { id: user.sub })).status).toBe(500);
  expect(logged).toEqual([[{ reason: 'Error: none' }, 'The server failed']]);
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  expect(await received(event('evt_f', 'customer.subscription.created', { id: user.sub }))).toBe('started');
  await served.backend.database.run(`delete from auth.users where id = '${user.id}'`);
  expect(await received(event('evt_g', 'customer.subscription.updated', { id: user.sub }))).toBe(
    'unknown_customer',
  );
});

test('events of invoices say whether ours are paid: twice, late, failed first (item 2)', async () => {
  const user = await customer();
  // On the second day of the month before.
  const now = new Date();
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 2) / 1000;
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, {}, start) });
  const id = `in_${user.id}`;
  const is = (row: Some<Stripe.Invoice>) =>
    subscriptions.set(id, {
      id,
      object: 'invoice',
      attempted: false,
      amount_paid: 0,
      status: 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription: user.sub } },
      lines: { data: [{ period: { start, end: start + MONTH } }] },
      ...row,
    });
  const stateOf = async () => {
    const { data } = await user.client.rpc('list_invoices');
    return (data as { state: string; paid: number }[]).map((row) => [row.state, row.paid]);
  };
  const sends = (event_id: string, type: Stripe.Event['type']) =>
    received(event(`${id} ${event_id}`, type, { id }));

  // The payment of a period can be known before the subscription is.
  is({ attempted: true });
  expect(await sends('1', 'invoice.payment_failed')).toBe('stored');
  await event(`${id} s`, 'customer.subscription.created', { id: user.sub });
  await served.service.rpc('close_invoices', { email: user.email });
  expect(await stateOf()).toEqual([['failed', 0]]);

  is({ attempted: true, status: 'paid', amount_paid: 2900 });
  expect(await sends('2', 'invoice.paid')).toBe('stored');
  expect(await sends('2', 'invoice.paid')).toBe('again');
  // An older event that arrives late: the state is what the provider says now.
  expect(await sends('0', 'invoice.finalized')).toBe('stored');
  expect(await stateOf()).toEqual([['paid', 29]]);

  // A read that started before another one and ended after it.
  let open: (() => void) | undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  is({ attempted: true });
  const reads = sent.length;
  const slow = sends('3', 'invoice.updated');
  await expect.poll(() => sent.length).toBe(reads + 1);
  gate = Promise.resolve();
  is({ attempted: true, status: 'paid', amount_paid: 2900 });
  expect(await sends('4', 'invoice.paid')).toBe('stored');
  open?.();
  expect(await slow).toBe('stale');
  expect(await stateOf()).toEqual([['paid', 29]]);

  // Of a proration, a discount or the customer's balance, nothing is due.
  is({ attempted: true, status: 'paid', amount_paid: 1400 });
  expect(await sends('credited', 'invoice.updated')).toBe('stored');
  expect(await stateOf()).toEqual([['paid', 14]]);
  is({ attempted: true, status: 'paid', amount_paid: 2900 });
  expect(await sends('paid', 'invoice.paid')).toBe('stored');

  // Invoices that are not for a subscription, drafts and deleted ones change nothing.
  is({ parent: null });
  expect(await sends('5', 'invoice.updated')).toBe('ignored');
  is({ status: 'draft' });
  expect(await sends('6', 'invoice.updated')).toBe('ignored');
  expect(await stateOf()).toEqual([['paid', 29]]);
  // A call of the same month is not collected: the rest is open.
  await served.backend.database.run(
    `select private.post_charge('plan', 'other ${user.id}', private.ledger_account('payer', '${user.id}'), null, null, null,
       1.5, to_timestamp(${String(start)}), to_timestamp(${String(start)}), to_timestamp(${String(start)}))`,
  );
  await served.service.rpc('close_invoices', { email: user.email });
  expect(await stateOf()).toEqual([
    ['open', 0],
    ['paid', 29],
  ]);
  const stranger = await served.user();
  const parameters = { id: 'e', ticket: 1, invoice: id };
  for (const client of [user.client, stranger.client, served.visitor])
    expect([401, 403]).toContain((await client.rpc('finish_invoice_event', parameters)).status);
});

test('users cannot link customers or finish events', async () => {
  const user = await served.user();
  for (const client of [user.client, served.visitor]) {
    const link = await client.rpc('link_payment_customer', { person: user.id, customer: 'cus_x' });
    const begin = await client.rpc('begin_payment_event', {
      id: 'e',
      type: 't',
      created: new Date().toISOString(),
    });
    expect([401, 403]).toContain(link.status);
    expect([401, 403]).toContain(begin.status);
    const lost = { id: 'e', ticket: 1, subscription: 'sub_x' };
    expect([401, 403]).toContain((await client.rpc('payment_subscription_lost', lost)).status);
  }
  expect((await served.visitor.rpc('payment_account')).status).toBe(401);
});

/** The sum of all charges and credits. */
const planCostOf = async (user: { id: string }) =>
  Math.round((await chargesOf(user)).reduce((sum, amount) => sum + amount, 0) * 100) / 100;

test('a changed price is charged from the next period on; prorations are the provider’s', async () => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - MONTH - 86_400;
  const priced = (unit_amount: number, from: number) => {
    const row = state(user.customer, {}, from);
    const [item] = row.items?.data ?? [];
    const price = { ...monthly, id: 'price_pro', unit_amount };
    subscriptions.set(user.sub, { id: user.sub, ...row, items: { data: [{ ...item, price }] } });
  };
  const arrives = (id: string) =>
    received(event(`${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub }));
  priced(1900, start);
  expect(await arrives('1')).toBe('started');
  priced(2900, start);
  expect(await arrives('2')).toBe('updated');
  expect(await chargesOf(user)).toEqual([19]);
  priced(2900, start + MONTH);
  expect(await arrives('3')).toBe('updated');
  // The events of the earlier price arrive last, and again.
  expect([await arrives('1'), await arrives('0')]).toEqual(['again', 'updated']);
  expect(await chargesOf(user)).toEqual([19, 29]);
  const { data } = await served.service
    .from('subscriptions')
    .select('price_per_cycle')
    .eq('user_id', user.id)
    .single();
  expect(data).toEqual({ price_per_cycle: 29 });
});

test('a period that begins early credits the rest of the one before', async () => {
  const user = await customer();
  const start = Math.floor(Date.now() / 1000) - 10 * 86_400;
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, {}, start) });
  await event(`early 1 ${user.id}`, 'customer.subscription.created', { id: user.sub });
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, {}, start + 10 * 86_400) });
  for (const id of ['2', '3'])
    await event(`early ${id} ${user.id}`, 'customer.subscription.updated', { id: user.sub });
  // 10 of 31 days, and the new period.
  expect(await planCostOf(user)).toBe(9.35 + 29);
});

test('a subscription that is not the user’s plan any longer ends no events with an error', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  await event(`op 1 ${user.id}`, 'customer.subscription.created', { id: user.sub });
  await served.service.rpc('set_plan', { email: user.email, plan_name: 'Enterprise' });
  expect(await received(event(`op 2 ${user.id}`, 'customer.subscription.updated', { id: user.sub }))).toBe(
    'superseded',
  );
  expect(await subscriptionsOf(user)).toMatchObject([
    { status: 'canceled', plan_name: 'Pro' },
    { status: 'active', plan_name: 'Enterprise' },
  ]);
  // Two checkouts at once.
  const second = `${user.sub}_second`;
  subscriptions.set(second, { id: second, ...state(user.customer) });
  expect(await received(event(`op 3 ${user.id}`, 'customer.subscription.created', { id: second }))).toBe(
    'started',
  );
  expect(await received(event(`op 4 ${user.id}`, 'customer.subscription.updated', { id: user.sub }))).toBe(
    'superseded',
  );
  // The later one ends: the first one, which is still paid, is the plan again.
  subscriptions.set(second, { id: second, ...state(user.customer, { status: 'canceled' }) });
  await event(`op 5 ${user.id}`, 'customer.subscription.deleted', { id: second });
  expect(await received(event(`op 6 ${user.id}`, 'customer.subscription.updated', { id: user.sub }))).toBe(
    'updated',
  );
  expect((await user.client.rpc('message_quota').single()).data).toMatchObject({ plan_name: 'Pro' });
});

test('a lost event of a cancellation is made up for by a read a day later', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  await event(`lost 1 ${user.id}`, 'customer.subscription.created', { id: user.sub });
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer, { status: 'canceled' }) });
  const starter = () => served.service.rpc('set_plan', { email: user.email, plan_name: 'Starter' });
  await runPaymentJobs(jobs);
  expect((await starter()).error?.code).toBe('PT409');

  const setBack = (interval: string) =>
    served.backend.database.run(
      `update private.payment_subscriptions set checked_at = now() - interval '${interval}' where id = '${user.sub}'`,
    );
  const reads = () => sent.filter(({ path }) => path.endsWith(`/${user.sub}`)).length;
  await setBack('1 day');
  const { status } = await user.client.rpc('take_subscription_checks');
  expect([401, 403]).toContain(status);
  // Stripe does not answer: the next read is an hour later.
  const failing = { ...jobs.provider, readSubscription: () => Promise.reject(new Error('unreachable')) };
  await runPaymentJobs({ ...jobs, provider: failing });
  const before = reads();
  await runPaymentJobs(jobs);
  expect(reads()).toBe(before);
  await setBack('1 hour');
  await runPaymentJobs(jobs);
  expect(reads()).toBe(before + 1);
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'canceled', plan_name: 'Pro' }]);
  expect((await starter()).error).toBeNull();
  // It is over: nothing is read again.
  await setBack('2 days');
  await runPaymentJobs(jobs);
  expect(reads()).toBe(before + 1);
});

test('a subscription that Stripe does not know ends with its period, and continues when it is found', async () => {
  const user = await customer();
  const id = `${user.sub}_missing`;
  const start = () => subscriptions.set(id, { id, ...state(user.customer) });
  const check = async () => {
    await served.backend.database.run(
      `update private.payment_subscriptions set checked_at = now() - interval '1 day' where id = '${id}'`,
    );
    sent = [];
    await runPaymentJobs(jobs);
    return sent.map(({ path }) => path);
  };
  start();
  await event(`unknown 1 ${user.id}`, 'customer.subscription.created', { id });
  subscriptions.delete(id);
  const price = subscriptions.get('price_pro') ?? {};
  subscriptions.delete('price_pro');
  // The keys of another account: neither the price is there.
  await check();
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'active', renews: true }]);
  expect(logged).toMatchObject([[{}, `Reading the subscription ${id} again failed and is tried again`]]);

  subscriptions.set('price_pro', price);
  logged = [];
  expect(await check()).toContain(`/v1/subscriptions/${id}`);
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'active', renews: false }]);
  expect(logged).toMatchObject([[{ subscription: id }, expect.stringContaining('ends with its period')]]);
  // Read again: it may have been a mistake.
  start();
  expect(await check()).toContain(`/v1/subscriptions/${id}`);
  expect(await subscriptionsOf(user)).toMatchObject([{ status: 'active', renews: true }]);

  subscriptions.delete(id);
  await check();
  expect(await check()).toContain(`/v1/subscriptions/${id}`);
  const { error } = await served.service.rpc('set_plan', { email: user.email, plan_name: 'Starter' });
  expect(error).toBeNull();
  expect(await check()).not.toContain(`/v1/subscriptions/${id}`);
  expect((await call('checkout', await as(user))).status).toBe(200);
});

test('a subscription that an operator had replaced before it was known to be live is read once', async () => {
  const user = await customer();
  subscriptions.set(user.sub, { id: user.sub, ...state(user.customer) });
  await event(`old 1 ${user.id}`, 'customer.subscription.created', { id: user.sub });
  await served.service.rpc('set_plan', { email: user.email, plan_name: 'Enterprise' });
  // As the migration finds it.
  await served.backend.database.run(
    `update private.payment_subscriptions set is_live = false, check_ticket = ticket + 1,
       checked_at = now() - interval '1 day' where id = '${user.sub}'`,
  );
  await runPaymentJobs(jobs);
  const { error } = await served.service.rpc('set_plan', { email: user.email, plan_name: 'Pro' });
  expect(error?.code).toBe('PT409');
});
