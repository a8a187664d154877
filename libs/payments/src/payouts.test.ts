/**
 * Payouts and the end of deleted accounts' subscriptions, against a fake of Stripe over HTTP, on a real database. One file:
 * all tests share the fake and the database.
 */
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAgent, deploy, serve, type Served, type TestUser } from '@slipway/backend/testing';
import { runPaymentJobs } from './jobs';
import type { PaymentProvider } from './provider';
import { createRest, type Rest } from './rest';
import { type BillingService, createBillingService } from './service';
import { stripeProvider } from './stripeProvider';
import { type FakeStripe, startFakeStripe } from './testing/fakeStripe';
import type { Some } from './testing/stripeTypes';

const settings = { secretKey: 'sk_test_secret', webhookSecret: 'whsec_own', pricePro: 'price_pro' };
const connectSecret = 'whsec_connect';
const stripe = new Stripe(settings.secretKey);
const logged: string[] = [];
const reasons: unknown[] = [];
const log = {
  error: (details: unknown, message?: string) => {
    logged.push(message ?? '');
    reasons.push((details as { reason?: unknown }).reason);
  },
};

let served: Served;
let fake: FakeStripe;
let rest: Rest;
let provider: PaymentProvider;
let billing: BillingService;
let payer: TestUser;
let count = 0;

beforeAll(async () => {
  [served, fake] = await Promise.all([serve('PostgreSQL'), startFakeStripe()]);
  payer = await served.user('Paula Payer');
  const { secretKey, publishableKey } = served.backend;
  rest = createRest({ url: served.origin, secretKey, publishableKey });
  provider = stripeProvider({ ...settings, connectSecret, apiUrl: fake.url });
  billing = createBillingService({ rest, log, appUrl: 'https://app.example', provider });
});
afterAll(async () => {
  await fake.close();
  await served.close();
});
beforeEach(() => {
  logged.length = 0;
  reasons.length = 0;
  fake.requests.length = 0;
});

const call = (path: string, init: RequestInit = {}, service = billing) =>
  service.fetch(new Request(`https://app.example/v1/billing/${path}`, { method: 'POST', ...init }), {
    address: '192.0.2.1',
  });
const askPage = async ({ client }: TestUser) => {
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  return call('payouts', { headers: { authorization: `Bearer ${token}` } });
};
const pageOf = async (user: TestUser) => {
  const answer = await askPage(user);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { url: string }).url;
};
async function event(type: Stripe.Event['type'], object: object, secret = connectSecret, service = billing) {
  const id = `evt_${String((count += 1))}`;
  const payload = JSON.stringify({ id, object: 'event', type, created: 1_800_000_000, data: { object } });
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret });
  const answer = await call('webhook', { body: payload, headers: { 'stripe-signature': header } }, service);
  return answer.status === 200 ? ((await answer.json()) as { received: string }).received : answer.status;
}
const run = () => runPaymentJobs({ rest, provider, log });
const due = () =>
  served.backend.database.run(`update private.payouts set due_at = now();
    update private.payment_cancellations set due_at = now() where done_at is null`);
const summary = async ({ client }: TestUser) =>
  (await client.rpc('earnings_summary').single()).data as { balance: number; payout_state: string };
const payouts = async ({ client }: TestUser) =>
  (await client.rpc('list_payouts')).data as { amount: number; status: string }[];
const transfersTo = ({ id }: TestUser) =>
  fake.transfers.filter(({ destination }) => destination === `acct_${id}`);
const complete: Some<Stripe.Account> = {
  details_submitted: true,
  payouts_enabled: true,
  capabilities: { transfers: 'active' },
};

/** A creator whose account is ready, and who earned this last month. */
async function creatorWith(earned: number): Promise<TestUser> {
  const creator = await served.creator();
  const agent = await addAgent(creator, { name: 'Earner' });
  const { data } = await deploy(payer, { name: `paid-${String((count += 1))}`, agent_id: agent });
  await served.backend.database.run(`insert into public.usage_tracking
    (user_id, agent_id, deployment_id, usage_type, quantity, cost, created_at)
    values ('${payer.id}', '${agent}', '${(data as { id: string }).id}', 'message', 1, ${String(earned)},
      (date_trunc('month', now() at time zone 'UTC') - interval '1 day') at time zone 'UTC')`);
  await pageOf(creator);
  fake.accounts.set(`acct_${creator.id}`, complete);
  expect(await event('account.updated', { id: `acct_${creator.id}` })).toBe('updated');
  return creator;
}

const suspend = ({ id }: TestUser) =>
  served.service.rpc('suspend', {
    kind: 'person',
    subject: id,
    reason: 'fraud',
    appeal: 'help@app.example',
  });
const lift = ({ id }: TestUser) =>
  served.service.rpc('lift_suspension', { kind: 'person', subject: id, reason: 'appeal accepted' });

test('a suspended creator is paid out when the suspension is lifted, not before', async () => {
  const [early, late] = [await creatorWith(30), await creatorWith(40)];
  expect((await suspend(early)).error).toBeNull();
  // The payout of the other one waits for its transfer.
  fake.next = ['balance_insufficient'];
  await run();
  expect((await suspend(late)).error).toBeNull();
  await due();
  await run();
  expect([...transfersTo(early), ...transfersTo(late)]).toEqual([]);
  await Promise.all([lift(early), lift(late)]);
  await run();
  expect([transfersTo(early), transfersTo(late)].map((made) => made.length)).toEqual([1, 1]);
});

test('a balance that is held stays held when the account is deleted, until the suspension is lifted', async () => {
  const [held, free] = [await creatorWith(30), await creatorWith(40)];
  expect((await suspend(held)).error).toBeNull();
  for (const { id } of [held, free])
    await served.backend.database.run(`delete from auth.users where id = '${id}'`);
  await run();
  expect([transfersTo(held), transfersTo(free)].map((made) => made.length)).toEqual([0, 1]);
  expect((await lift(held)).error).toBeNull();
  await run();
  expect(transfersTo(held)).toMatchObject([{ amount: 3000 }]);
});

test('a creator is led to the form, then to the dashboard; events of the account say when it is ready', async () => {
  const creator = await served.creator();
  const account = `acct_${creator.id}`;
  expect(await pageOf(creator)).toBe('https://connect.stripe.test/onboarding');
  expect(await pageOf(creator)).toBe('https://connect.stripe.test/onboarding');
  expect(fake.requests.filter((each) => each === 'POST /v1/accounts')).toHaveLength(1);
  expect((await summary(creator)).payout_state).toBe('onboarding');
  fake.accounts.set(account, { ...complete, payouts_enabled: false });
  expect(await event('account.updated', { id: account })).toBe('updated');
  expect((await summary(creator)).payout_state).toBe('restricted');
  // The event's own content is not used, and a forged one is rejected.
  fake.accounts.set(account, complete);
  expect(await event('account.updated', { id: account, payouts_enabled: false })).toBe('updated');
  expect(await event('account.updated', { id: account }, 'whsec_forged')).toBe(400);
  expect(await event('account.updated', { id: 'acct_other' })).toBe('unknown_account');
  expect(await pageOf(creator)).toBe('https://connect.stripe.test/dashboard');
});

const deleteAccount = ({ id }: TestUser) => fake.accounts.delete(`acct_${id}`);

test('an account that was deleted at Stripe is replaced, and the new one gets the balance', async () => {
  const creator = await creatorWith(30);
  const { id } = creator;
  const next = `acct_${id}_again`;
  deleteAccount(creator);
  // Keys of another platform find no account.
  fake.prices.clear();
  expect((await askPage(creator)).status).toBe(500);
  expect(await event('account.updated', { id: `acct_${id}` })).toBe(500);
  fake.prices.add('price_pro');
  expect((await summary(creator)).payout_state).toBe('ready');
  // An event that comes when the account is gone.
  expect(await event('account.updated', { id: `acct_${id}` })).toBe('updated');
  expect((await summary(creator)).payout_state).toBe('restricted');
  // Two tabs.
  const pages = await Promise.all([pageOf(creator), pageOf(creator)]);
  expect(pages).toEqual(Array(2).fill('https://connect.stripe.test/onboarding'));
  expect((await summary(creator)).payout_state).toBe('onboarding');
  fake.accounts.set(next, complete);
  expect(await event('account.updated', { id: next })).toBe('updated');
  expect(await pageOf(creator)).toBe('https://connect.stripe.test/dashboard');
  await run();
  expect(fake.transfers).toContainEqual(expect.objectContaining({ amount: 3000, destination: next }));
  // So is one whose form is not complete.
  const early = await served.creator();
  await pageOf(early);
  deleteAccount(early);
  expect(await pageOf(early)).toBe('https://connect.stripe.test/onboarding');
  expect(fake.accounts.has(`acct_${early.id}_again`)).toBe(true);
});

test('a payout to an account that was deleted and replaced goes back to the balance', async () => {
  const creator = await creatorWith(30);
  deleteAccount(creator);
  await run();
  await pageOf(creator);
  for (let tries = 1; tries < 5; tries += 1) {
    expect(await payouts(creator)).toMatchObject([{ amount: 30, status: 'pending' }]);
    await due();
    await run();
  }
  expect(await payouts(creator)).toMatchObject([{ amount: 30, status: 'failed' }]);
  expect(await summary(creator)).toMatchObject({ balance: 30, payout_state: 'onboarding' });
});

test('a balance is transferred once, by several servers, after a lost answer and after forgotten keys', async () => {
  const creator = await creatorWith(12.349);
  fake.next = ['no answer', 'no answer', 'no answer'];
  await run();
  expect(transfersTo(creator)).toHaveLength(1);
  expect(await payouts(creator)).toMatchObject([{ amount: 12.34, status: 'pending' }]);
  fake.next = [];
  fake.forgetKeys();
  await due();
  await Promise.all([run(), run()]);
  await due();
  await run();
  expect(transfersTo(creator)).toMatchObject([{ amount: 1234 }]);
  expect(await payouts(creator)).toMatchObject([{ amount: 12.34, status: 'paid' }]);
  expect((await summary(creator)).balance).toBe(0.009);
});

test('a rejected transfer is tried again, and a reversed one goes back to the balance', async () => {
  const creator = await creatorWith(20);
  fake.next = ['balance_insufficient'];
  await run();
  expect(logged).toContainEqual(expect.stringMatching(/^Payout \d+ was rejected$/));
  expect(reasons).toEqual(['balance_insufficient']);
  expect(transfersTo(creator)).toEqual([]);
  await run(); // not due yet
  expect(transfersTo(creator)).toEqual([]);
  await due();
  await run();
  const [made] = transfersTo(creator);
  expect(made).toMatchObject({ amount: 2000 });
  if (made) made.amount_reversed = 500;
  const reversed = () => event('transfer.reversed', { id: made?.id }, settings.webhookSecret);
  expect([await reversed(), await reversed()]).toEqual(['updated', 'updated']);
  expect((await summary(creator)).balance).toBe(5);
  expect((await served.service.rpc('reconcile_billing', { days: 62 })).data).toEqual([]);
});

test('without the secret for Connect, no creator is paid out', async () => {
  const creator = await creatorWith(9);
  const none = stripeProvider({ ...settings, apiUrl: fake.url });
  expect(none.payouts).toBeUndefined();
  const service = createBillingService({ rest, log, appUrl: 'https://app.example', provider: none });
  const token = (await creator.client.auth.getSession()).data.session?.access_token ?? '';
  const answer = await call('payouts', { headers: { authorization: `Bearer ${token}` } }, service);
  expect(answer.status).toBe(404);
  await runPaymentJobs({ rest, provider: none, log });
  expect(transfersTo(creator)).toEqual([]);
  for (const type of ['account.updated', 'transfer.reversed'] as const)
    expect(await event(type, { id: 'x' }, settings.webhookSecret, service)).toBe('ignored');
  // Nothing was taken that cannot be paid.
  expect(logged).toEqual([]);
  expect((await call('payouts')).status).toBe(401);
});

test('deleting an account ends its subscription at Stripe, once it can be reached; other customers keep theirs', async () => {
  const [deleted, other] = [await served.user(), await served.user()];
  for (const { id } of [deleted, other]) {
    await served.service.rpc('link_payment_customer', { person: id, customer: `cus_${id}` });
    fake.customers.set(`cus_${id}`, 'active');
  }
  await run();
  await served.backend.database.run(`delete from auth.users where id = '${deleted.id}'`);
  const unreachable = stripeProvider({ ...settings, apiUrl: 'http://127.0.0.1:1' });
  await runPaymentJobs({ rest, provider: unreachable, log });
  expect(logged).toContain('Ending the subscription of a deleted account failed and is tried again');
  expect(reasons[0]).toMatch(
    /^Error: An error occurred with our connection to Stripe.* \(.*ECONNREFUSED 127\.0\.0\.1:1\)$/,
  );
  expect(fake.customers.has(`cus_${deleted.id}`)).toBe(true);
  await due();
  await Promise.all([run(), run()]);
  expect([...fake.customers.keys()]).toEqual([`cus_${other.id}`]);

  // Confirmed, so it is not sent again; a repeated deletion is no error.
  fake.requests.length = 0;
  await due();
  await run();
  expect(fake.requests).toEqual([]);
  await provider.cancelCustomer(`cus_${deleted.id}`);

  // A checkout that is completed afterwards.
  fake.customers.set(`cus_${deleted.id}`, 'active');
  const late = {
    id: 'sub_late',
    customer: `cus_${deleted.id}`,
    status: 'active',
    plan_name: 'Pro',
    price: 29,
  };
  const time = {
    starts: new Date().toISOString(),
    ends: new Date(Date.now() + 1e9).toISOString(),
    renews: true,
  };
  const { data } = await served.service.rpc('finish_payment_event', {
    ...{ ...late, ...time, id: 'evt_late', subscription: late.id, ticket: 1_000_000 },
  });
  expect(data).toBe('unknown_customer');
  await run();
  expect([...fake.customers.keys()]).toEqual([`cus_${other.id}`]);
});
