/** Payments on the billing page: the way to the provider's page, and back from it. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, renderPage, signInAs, startBackend, testUser } from '@slipway/testing';
import { pendingCheckout } from '../../data/pendingCheckout';
import BillingPage from '../../routes/BillingPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const subscription = {
  ...{ plan_name: 'Pro', status: 'active', price_per_cycle: 29, billing_cycle: 'monthly', renews: true },
  ...{ current_period_start: '2026-11-01T00:00:00Z', current_period_end: '2099-12-01T00:00:00Z' },
};
const totals = {
  ...{ messages: 0, api_calls: 0, storage: 0, cost: 0 },
  ...{ period_messages: 0, period_api_calls: 0, period_cost: 0 },
  ...{ period_start: '2026-11-01T00:00:00Z', period_end: '2026-12-01T00:00:00Z' },
};
const free: Replies = { 'GET subscriptions': { json: [] }, 'POST usage_totals': { json: totals } };
const paid: Replies = { ...free, 'GET subscriptions': { json: [subscription] } };

async function open(replies: Replies, address = '/billing') {
  const backend = startBackend(replies);
  await signInAs();
  return { backend, ...renderPage(<BillingPage />, address, { payments: true }) };
}
const button = (name: string) => screen.findByRole('button', { name });

test('two presses before the payment page has opened start one checkout, and the button is busy', async () => {
  const { backend } = await open({ ...free, 'POST checkout': 'never' });
  const upgrade = await button('Upgrade to Pro');
  upgrade.click();
  upgrade.click();
  await waitFor(() => {
    expect(upgrade.getAttribute('aria-disabled')).toBe('true');
  });
  expect(backend.sent('POST', 'checkout')).toHaveLength(1);
});

test.each([
  [409, 'You have a plan already. Change it under “Manage subscription”.'],
  [429, 'Too many requests. Try again in a minute.'],
  [503, 'Couldn’t open the payment page. Please try again.'],
])('a checkout that is rejected with %i shows the reason', async (status, text) => {
  const { backend, toasts } = await open({ ...free, 'POST checkout': { status, json: {} } });
  const upgrade = await button('Upgrade to Pro');
  backend.replies = { ...backend.replies, ...paid };
  upgrade.click();
  await waitFor(() => {
    expect(toasts('error')).toEqual([text]);
  });
  // The plan that the user has.
  if (status === 409) expect(await button('Manage subscription')).toBeTruthy();
});

test('a plan without payments has nothing to manage', async () => {
  const { toasts } = await open({ ...paid, 'POST portal': { status: 404, json: {} } });
  (await button('Manage subscription')).click();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['This plan wasn’t paid for here, so there are no payments to manage.']);
  });
});

const confirmed = 'Your payment is confirmed. You’re on the Pro plan.';
const begin = (userId = testUser.id, at = Date.now()) => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(at);
  pendingCheckout(userId).set(true);
};

test('with a plan that is there already, the payment is confirmed once', async () => {
  begin();
  const { address } = await open(paid, '/billing?payment=done');
  await screen.findByText(confirmed);
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
  expect(screen.queryByText(/^Thank you/)).toBeNull();
  expect(pendingCheckout(testUser.id).get()).toBe(false);
});

const DAY = 24 * 60 * 60 * 1000;

test.each([
  ['no checkout', free, () => undefined],
  ['no checkout, on a paid plan', paid, () => undefined],
  ['a checkout of another user', free, begin.bind(undefined, 'someone-else')],
  [
    'a checkout of the day before',
    free,
    () => {
      begin(testUser.id, Date.now() - DAY);
    },
  ],
] as const)(
  'after %s, the address of the way back says nothing, and is used up',
  async (_what, replies, before) => {
    before();
    const { address } = await open(replies, '/billing?x=1&payment=done');
    await screen.findByRole('heading', { name: replies === paid ? 'Pro' : 'Starter', level: 2 });
    await waitFor(() => {
      expect(address()).toBe('/billing?x=1');
    });
    expect(screen.queryByText(/^Thank you|is confirmed/)).toBeNull();
    if (replies === free) expect(await button('Upgrade to Pro')).toBeTruthy();
  },
);

test('a checkout is pending from the press that has opened it', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, assign });
  await open({ ...free, 'POST checkout': { json: { url: 'https://pay.example/c' } } });
  expect(pendingCheckout(testUser.id).get()).toBe(false);
  (await button('Upgrade to Pro')).click();
  await waitFor(() => {
    expect(assign).toHaveBeenCalledWith('https://pay.example/c');
  });
  expect(pendingCheckout(testUser.id).get()).toBe(true);
});

test('back from a payment, no other one is offered until the plan has changed', async () => {
  begin();
  const { backend, address } = await open(free, '/billing?x=1&payment=done');
  expect(await screen.findByText(/^Thank you. Your plan changes as soon as/)).toBeTruthy();
  await screen.findByRole('heading', { name: 'Starter', level: 2 });
  expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
  // A reload waits again.
  expect(address()).toContain('payment=done');
  backend.replies = paid;
  expect(await screen.findByText(confirmed)).toBeTruthy();
  await waitFor(() => {
    expect(address()).toBe('/billing?x=1');
  });
  expect(screen.getByText(confirmed)).toBeTruthy();
  expect(await button('Manage subscription')).toBeTruthy();
});

test('a payment that is not confirmed within a minute is reported as late, without another one', async () => {
  begin();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { backend } = await open(free, '/billing?payment=done');
  await screen.findByRole('heading', { name: 'Starter', level: 2 });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await screen.findByText(/^The payment isn’t confirmed yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
  const { length } = backend.sent('GET', 'subscriptions');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(backend.sent('GET', 'subscriptions')).toHaveLength(length);
  vi.useRealTimers();
});
