/**
 * `/billing` over a fake backend: the plan and its statuses, usage against quotas, the plans, and failures. One file,
 * because all tests share one fake backend.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type PageOptions,
  type Replies,
  renderPage,
  signInAs,
  startBackend,
  testUser,
} from '@slipway/testing';
import BillingPage from './BillingPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const totals = {
  messages: 107,
  api_calls: 2,
  storage: 1500,
  cost: 5.3,
  period_messages: 7,
  period_api_calls: 2,
  period_cost: 0.3,
  period_start: '2026-11-01T00:00:00Z',
  period_end: '2026-12-01T00:00:00Z',
};
const DAY_MS = 24 * 60 * 60 * 1000;
const subscription = {
  plan_name: 'Pro',
  status: 'active',
  price_per_cycle: 29,
  billing_cycle: 'monthly',
  current_period_start: '2026-11-01T00:00:00Z',
  current_period_end: new Date(Date.now() + 9.5 * DAY_MS).toISOString(),
  renews: false,
};
const noSubscription: Replies = { 'GET subscriptions': { json: [] }, 'POST usage_totals': { json: totals } };
const subscribed: Replies = { ...noSubscription, 'GET subscriptions': { json: [subscription] } };

async function open(replies: Replies = noSubscription, options: PageOptions = {}) {
  const backend = startBackend();
  await signInAs();
  backend.requests.length = 0;
  backend.replies = replies;
  return { backend, ...renderPage(<BillingPage />, '/billing', options) };
}

const plan = async () => within(await screen.findByRole('region', { name: 'Current plan' }));
const period = async () => within(await screen.findByRole('region', { name: 'This period' }));
const toastTexts = (kind: string) =>
  [...document.querySelectorAll(`[data-toast=${kind}] [aria-live]`)].map(({ textContent }) => textContent);

test(
  'a user without a subscription is on the free plan',
  { tags: ['BILL-01', 'BILL-02', 'BILL-04'] },
  async () => {
    await open({ ...noSubscription, 'POST usage_totals': { json: { ...totals, period_messages: 0 } } });
    const current = await plan();
    expect(current.getByRole('heading', { name: 'Starter' })).toBeTruthy();
    expect(current.getByText('Free')).toBeTruthy();
    expect(current.getByText('100 per month')).toBeTruthy();
    expect(current.queryByRole('button', { name: 'Manage subscription' })).toBeNull();
    expect(toastTexts('error')).toEqual([]);
  },
);

test(
  'loads the active subscription of the user first, then the newest',
  { tags: ['BILL-03', 'BILL-25'] },
  async () => {
    const { backend } = await open(subscribed);
    await plan();
    const [request, ...others] = backend.sent('GET', 'subscriptions');
    expect(others).toEqual([]);
    const query = request?.url.searchParams;
    expect(query?.get('user_id')).toBe(`eq.${testUser.id}`);
    expect(query?.get('order')).toBe('is_active.desc,created_at.desc');
    expect(query?.get('limit')).toBe('1');
  },
);

test('shows the price, the cycle and the period of a subscription', { tags: ['BILL-05'] }, async () => {
  await open(subscribed);
  const current = await plan();
  for (const text of ['Pro', 'Active', '$29/month', 'Monthly', 'Ends in 10 days'])
    expect(current.getByText(text)).toBeTruthy();
  expect(current.getByText(/^Nov 1, 2026 – \w+ \d+, \d{4}/)).toBeTruthy();
});

test(
  'Manage subscription shows the text of the specification and stays on the page',
  { tags: ['BILL-25'] },
  async () => {
    const { address } = await open(subscribed);
    fireEvent.click((await plan()).getByRole('button', { name: 'Manage subscription' }));
    await waitFor(() => {
      expect(toastTexts('info')).toEqual(['Customer portal would open here']);
    });
    expect(address()).toBe('/billing');
  },
);

test.each([
  ['active', 'Active', 'success'],
  ['trialing', 'Trialing', 'info'],
  ['past_due', 'Past due', 'warning'],
  ['canceled', 'Canceled', 'danger'],
  ['unpaid', 'Unpaid', 'neutral'],
])(
  'the status %s is shown as %s in the tone %s',
  { tags: ['BILL-06', 'BILL-07', 'BILL-08', 'BILL-09', 'DS-02'] },
  async (status, text, tone) => {
    await open({ ...subscribed, 'GET subscriptions': { json: [{ ...subscription, status }] } });
    expect((await plan()).getByText(text).closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  },
);

test.each([
  ['canceled', {}],
  // Until the server has noticed.
  ['past_due', { current_period_end: '2026-01-01T00:00:00Z' }],
])(
  'a subscription that is %s and grants nothing says which plan applies, not how long it lasts',
  async (status, more) => {
    await open({ ...subscribed, 'GET subscriptions': { json: [{ ...subscription, status, ...more }] } });
    const current = await plan();
    expect(current.getByText('You’re on the Starter plan now.')).toBeTruthy();
    expect(current.queryByText(/Ends |payment failed/)).toBeNull();
  },
);

test('after a failed payment, the plan says how to keep it', async () => {
  await open({ ...subscribed, 'GET subscriptions': { json: [{ ...subscription, status: 'past_due' }] } });
  const current = await plan();
  const notice = current.getByText(/^The last payment failed\. Update your payment method/);
  expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning');
  expect(current.getByText('Ends in 10 days')).toBeTruthy();
});

test('an unpaid subscription says how to get its plan back', async () => {
  await open({ ...subscribed, 'GET subscriptions': { json: [{ ...subscription, status: 'unpaid' }] } });
  const current = await plan();
  expect(current.getByText('You’re on the Starter plan now.')).toBeTruthy();
  const notice = current.getByText(/^The last payment failed\. Pay the open invoice/);
  // The badge is gray, as those of all other statuses (BILL-10).
  expect(notice.closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning');
});

test.each([
  ['incomplete', /^incomplete$/i],
  ['', 'Unknown'],
])('the unknown status "%s" has a neutral tone', { tags: ['BILL-10', 'DS-02'] }, async (status, text) => {
  await open({ ...subscribed, 'GET subscriptions': { json: [{ ...subscription, status }] } });
  const badge = (await plan()).getByText(text).closest('[data-tone]');
  expect(badge?.getAttribute('data-tone')).toBe('neutral');
});

test(
  'shows the usage in total and in this period, against the quotas',
  { tags: ['BILL-11', 'BILL-12', 'BILL-13', 'BILL-14', 'BILL-15', 'BILL-16', 'BILL-17', 'BILL-18'] },
  async () => {
    await open(subscribed);
    const current = await period();
    for (const text of ['7 of 10,000', '1,500 MB of 1 GB', '$0.30', 'Nov 1, 2026 – Nov 30, 2026 (UTC)'])
      expect(current.getByText(text)).toBeTruthy();
    expect(current.getByRole('progressbar', { name: 'Storage' }).getAttribute('aria-valuenow')).toBe('100');
    const total = screen.getByRole('region', { name: 'In total' });
    for (const text of ['107', '1,500 MB', '$5.30']) expect(within(total).getByText(text)).toBeTruthy();
  },
);

test.each([
  [0, '0 MB of 1 GB', '0'],
  [500, '500 MB of 1 GB', '50'],
  [1000, '1,000 MB of 1 GB', '100'],
  [1001, '1,001 MB of 1 GB', '100'],
])(
  '%i MB of storage are shown as %s, on a bar at %s',
  { tags: ['BILL-17', 'BILL-18'] },
  async (storage, text, percent) => {
    await open({ ...noSubscription, 'POST usage_totals': { json: { ...totals, storage } } });
    const current = await period();
    // Byte for byte: `getByText` takes a no-break space for a space, tests from outside may not.
    expect(current.getByText(text).textContent).toBe(text);
    const bar = current.getByRole('progressbar', { name: 'Storage' });
    expect(bar.getAttribute('aria-valuenow')).toBe(percent);
  },
);

test.each([
  [79, 'accent', false],
  [80, 'warning', false],
  [99, 'warning', false],
  [100, 'danger', true],
])('%i of 100 messages: the bar is %s, the notice is shown: %s', async (period_messages, tone, isNoticed) => {
  await open({ ...noSubscription, 'POST usage_totals': { json: { ...totals, period_messages } } });
  const bar = (await period()).getByRole('progressbar', { name: 'Messages' });
  expect(bar.closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  expect(screen.queryByText(/^You’ve used all messages of your plan\./) !== null).toBe(isNoticed);
  const plans = screen.queryByRole('link', { name: 'See plans' });
  expect(plans?.getAttribute('href')).toBe(isNoticed ? '#plans' : undefined);
  expect(document.getElementById('plans')?.textContent).toContain('Enterprise');
});

test('a plan without a message limit has no quota to use up', async () => {
  await open({
    ...subscribed,
    'GET subscriptions': { json: [{ ...subscription, plan_name: 'Enterprise' }] },
  });
  const current = await period();
  expect(current.getByText('7 · unlimited')).toBeTruthy();
  expect(current.queryByRole('progressbar', { name: 'Messages' })).toBeNull();
});

test.each([
  ['Starter', ['Free', '100 messages/month', '1 agent', 'Community support']],
  ['Pro', ['$29/month', '10,000 messages/month', 'Unlimited agents', 'Priority support', 'Custom domains']],
  [
    'Enterprise',
    ['$99/month', 'Unlimited messages', 'Advanced analytics', 'Dedicated support', 'Custom integrations'],
  ],
])(
  'the plan %s lists its price and features',
  { tags: ['BILL-19', 'BILL-20', 'BILL-22'] },
  async (name, texts) => {
    await open();
    const card = within(await screen.findByRole('article', { name }));
    for (const text of texts) expect(card.getByText(text)).toBeTruthy();
  },
);

test(
  'only Pro is the most popular; Enterprise is sold by contact',
  { tags: ['BILL-21', 'BILL-23'] },
  async () => {
    await open();
    await plan();
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
    expect(within(screen.getByRole('article', { name: 'Pro' })).getByText('Most Popular')).toBeTruthy();
    const enterprise = within(screen.getByRole('article', { name: 'Enterprise' }));
    expect(enterprise.getByRole('button').textContent).toBe('Contact Sales');
  },
);

test('the current plan and cheaper ones have no action', async () => {
  await open(subscribed);
  await plan();
  const card = (name: string) => within(screen.getByRole('article', { name }));
  await waitFor(() => {
    expect(card('Pro').getByText('Your plan')).toBeTruthy();
  });
  expect(card('Pro').queryByRole('button')).toBeNull();
  expect(card('Starter').queryByRole('button')).toBeNull();
  expect(card('Starter').getByText(/under “Manage subscription”/)).toBeTruthy();
});

test(
  'Upgrade and Contact Sales show one toast and send nothing',
  { tags: ['BILL-24', 'BILL-26'] },
  async () => {
    const { backend, address } = await open();
    await period();
    const before = backend.requests.length;
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
    fireEvent.click(screen.getByRole('button', { name: 'Contact Sales' }));
    await waitFor(() => {
      expect(toastTexts('info')).toEqual(['Stripe integration would be implemented here']);
    });
    expect(backend.requests).toHaveLength(before);
    expect(address()).toBe('/billing');
  },
);

/** A row as the database returns it. */
const record = (id: number, usage_type: string, quantity: number) => ({
  id,
  usage_type,
  quantity,
  cost: 0.002,
  created_at: '2026-11-21T09:00:00Z',
});

test('lists the latest records of the user, newest first', { tags: ['BILL-11'] }, async () => {
  const { backend } = await open({
    ...noSubscription,
    'GET usage_tracking': {
      json: [record(3, 'message', 4), record(2, 'storage', 1.5), record(1, 'training', 1)],
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Latest 10 usage records' }));
  expect(table.getAllByRole('row')).toHaveLength(4);
  for (const text of ['Message', 'Storage', 'training', '1.5 MB']) expect(table.getByText(text)).toBeTruthy();
  expect(table.getAllByText('< $0.01')).toHaveLength(3);
  const query = backend.sent('GET', 'usage_tracking')[0]?.url.searchParams;
  expect(query?.get('user_id')).toBe(`eq.${testUser.id}`);
  expect(query?.get('select')).toMatch(/^usage_type,quantity,cost/);
  expect(query?.get('order')).toBe('created_at.desc,id.desc');
  expect(query?.get('limit')).toBe('10');
});

test('says that there are no records and no usage yet', async () => {
  await open();
  expect(await screen.findByText('No records yet')).toBeTruthy();
  expect(await screen.findByText('No usage in this period')).toBeTruthy();
});

test('loads the usage of the chosen range', async () => {
  const { backend } = await open();
  await screen.findByText('No usage in this period');
  fireEvent.click(screen.getByRole('button', { name: '7 days' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'usage_page').map(({ body }) => body.days)).toEqual([30, 7]);
  });
});

test('without records there is nothing to export, and a next step', async () => {
  await open();
  await screen.findByText('No records yet');
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  const step = screen.getByRole('link', { name: 'Deploy an agent' });
  expect(step.getAttribute('href')).toBe('/deployments?new=deployment');
});

test('a failed export shows an error', async () => {
  const { backend } = await open({
    ...noSubscription,
    'GET usage_tracking': { json: [record(1, 'message', 1)] },
  });
  await screen.findByRole('table', { name: 'Latest 10 usage records' });
  backend.replies = { 'GET usage_tracking': { status: 500, json: { message: 'down' } } };
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Couldn’t export your records. Please try again.')).toBeTruthy();
  expect(toastTexts('success')).toEqual([]);
});

test('the no-rows code of the API is not a failure', { tags: ['BILL-04'] }, async () => {
  await open({
    ...noSubscription,
    'GET subscriptions': {
      status: 406,
      json: { code: 'PGRST116', message: 'JSON object requested, multiple (or no) rows returned' },
    },
  });
  expect((await plan()).getByRole('heading', { name: 'Starter' })).toBeTruthy();
  expect(toastTexts('error')).toEqual([]);
});

test.each([
  [
    'subscriptions',
    'Couldn’t load your plan',
    { 'GET subscriptions': { status: 500, json: { message: 'x' } } },
  ],
  [
    'usage_totals',
    'Couldn’t load your usage',
    { 'POST usage_totals': { status: 500, json: { message: 'x' } } },
  ],
  [
    'usage_tracking',
    'Couldn’t load the latest records',
    { 'GET usage_tracking': { status: 500, json: { message: 'x' } } },
  ],
  [
    'all',
    'Couldn’t load your plan',
    {
      'GET subscriptions': { status: 500, json: { message: 'x' } },
      'POST usage_totals': { status: 500, json: { message: 'x' } },
      'GET usage_tracking': { status: 500, json: { message: 'x' } },
    },
  ],
])(
  'a failure of %s shows one toast, the rest of the page, and "Try again"',
  { tags: ['BILL-27', 'T-91'] },
  async (_, message, failing) => {
    const { backend } = await open({ ...noSubscription, ...failing });
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => {
      expect(toastTexts('error')).toEqual(['Failed to load billing information']);
    });
    expect(screen.getByRole('article', { name: 'Pro' })).toBeTruthy();
    backend.replies = noSubscription;
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
    expect((await plan()).getByRole('heading', { name: 'Starter' })).toBeTruthy();
    expect(within(await screen.findByRole('region', { name: 'In total' })).getByText('107')).toBeTruthy();
  },
);

test('claims no plan that could not be read (A6)', async () => {
  await open({ ...noSubscription, 'GET subscriptions': { status: 500, json: { message: 'x' } } });
  expect(await screen.findByText('Couldn’t load your plan')).toBeTruthy();
  expect((await period()).getByText('7')).toBeTruthy();
  expect(screen.queryByText('Your plan')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Upgrade/ })).toBeNull();
  expect(screen.queryByText(/of 100/)).toBeNull();
});

test('lists the charges of the period with their total, and says when the plan renews (H3)', async () => {
  const charge = {
    ...{ deployment_id: null, deployment: null, agent: null, quantity: 1, is_accrued: false },
    ...{ refunded_at: null, reason: null },
  };
  const day = { starts_at: null, ends_at: null, refunded_at: '2026-11-20T23:59:00Z' };
  const time = { starts_at: '2026-11-01T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' };
  const inbox = { deployment_id: 'd1', deployment: 'inbox', agent: 'Insight Analyst' };
  await open({
    ...subscribed,
    'GET subscriptions': { json: [{ ...subscription, renews: true }] },
    'POST billing_statement': {
      json: [
        { ...charge, ...time, kind: 'plan', amount: 29 },
        { ...charge, ...time, ...inbox, kind: 'month', amount: 12.5, is_accrued: true },
        { ...charge, ...inbox, kind: 'call', quantity: 3, amount: 0.3, starts_at: null, ends_at: null },
        { ...charge, ...inbox, ...day, kind: 'refund', amount: -0.1, reason: 'Wrong answer' },
        { ...charge, ...inbox, ...day, kind: 'refund', amount: -0.2, quantity: 2 },
        { ...charge, ...day, deployment_id: 'd2', kind: 'refund', amount: -0.2 },
        { ...charge, kind: 'refund', amount: -1, starts_at: null, ends_at: null },
      ],
    },
  });
  expect((await plan()).getByText('Renews in 10 days')).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'Charges of the current period' }));
  const cells = table.getAllByRole('row').map((row) => row.textContent);
  expect(cells[1]).toContain('Plan');
  expect(cells[2]).toContain('inbox: monthly price of Insight Analyst, so far');
  expect(cells[3]).toContain('inbox: 3 calls');
  expect(cells[4]).toMatch(/^inbox: refundReason: Wrong answerNov 20, 2026−\$0\.10/);
  expect(cells[5]).toMatch(/^inbox: 2 refundsNov 20, 2026−\$0\.20/);
  expect(cells[6]).toMatch(/^Deleted deployment: refundNov 20, 2026−\$0\.20/);
  expect(cells[7]).toMatch(/^Refund–−\$1\.00/);
  expect(screen.getByText('$40.30')).toBeTruthy();
});

test('a plan whose period is over and renews is being renewed', async () => {
  const ended = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const renewing = { ...subscription, current_period_end: ended, renews: true };
  await open({ ...subscribed, 'GET subscriptions': { json: [renewing] } });
  expect((await plan()).getByText('Renewal in progress')).toBeTruthy();
});

test('where payments are taken, the button asks for the page of the provider, and says when that fails', async () => {
  await open({ ...subscribed, 'POST portal': { status: 503 } }, { payments: true });
  fireEvent.click((await plan()).getByRole('button', { name: 'Manage subscription' }));
  await waitFor(() => {
    expect(toastTexts('error')).toEqual(['Couldn’t open the payment page. Please try again.']);
  });
  expect(toastTexts('info')).toEqual([]);
});
