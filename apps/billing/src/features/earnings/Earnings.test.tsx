/** Earnings over a fake backend: the balance, the details at their address, the file, and the state of payouts. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type PageOptions, type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { earningsCsv } from './earningsCsv';
import { Earnings } from './Earnings';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const summary = { earned: 15.8, paid_out: 7.12, balance: 8.68, payable: 6.5, payout_state: 'ready' };
const today = new Date().toISOString().slice(0, 10);
const earning = { day: today, agent_id: 'a1', agent: 'Insight Analyst', revenue: 11.9, earned: 9 };
const refund = { day: today, agent_id: 'a2', agent: null, revenue: -1.19, earned: -0.9 };
const payout = {
  ...{ month: '2026-11-01', amount: 7.12, given_back: 0, status: 'pending' },
  ...{ created_at: '2026-11-01T00:00:05Z', paid_at: null },
};
const replies: Replies = {
  'POST earnings_summary': { json: [summary] },
  'POST earnings_page': { json: [earning, refund] },
  'POST list_payouts': { json: [payout] },
};

async function open(address = '/billing', options: PageOptions = {}, changed: Replies = {}) {
  const backend = startBackend();
  await signInAs();
  backend.replies = { ...replies, ...changed };
  return { backend, ...renderPage(<Earnings userId="u1" />, address, options) };
}

test('shows the balance; the details have an address, which Back leaves', async () => {
  const { address } = await open();
  const section = within(await screen.findByRole('region', { name: 'Earnings' }));
  for (const text of ['$8.68', '$7.12']) expect(await section.findByText(text)).toBeTruthy();
  // Nothing is paid out here.
  expect([section.queryByText('Next payout'), section.queryByText('$6.50')]).toEqual([null, null]);
  expect(section.getByText(/Payouts aren’t available here yet/)).toBeTruthy();
  fireEvent.click(section.getByRole('button', { name: 'Show earnings by day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Earnings' }));
  expect(address()).toBe('/billing?earnings=days');
  const table = within(await dialog.findByRole('table', { name: 'Earnings of each day and agent' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Agent'),
    expect.stringMatching(/Deleted agent.*−\$1\.19.*−\$0\.90/),
    expect.stringMatching(/Insight Analyst.*\$11\.90.*\$9\.00/),
  ]);
  for (const text of ['$10.71', '$8.10', '$2.61']) expect(dialog.getByText(text)).toBeTruthy();
  expect(await dialog.findByText('On its way')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without earnings and payouts, each has its icon', async () => {
  await open(
    '/billing?earnings=days',
    {},
    { 'POST earnings_page': { json: [] }, 'POST list_payouts': { json: [] } },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Earnings' }));
  for (const name of ['No earnings in this period', 'No payouts yet']) {
    const title = await dialog.findByRole('heading', { name });
    expect(title.parentElement?.previousElementSibling?.querySelector('svg')).toBeTruthy();
  }
});

test('the newest 12 days and agents are shown, and more on request: the payouts are below them', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...earning, agent_id: `a${String(at)}` }));
  await open('/billing?earnings=days', {}, { 'POST earnings_page': { json: rows } });
  const table = within(await screen.findByRole('table', { name: 'Earnings of each day and agent' }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 12);
  fireEvent.click(screen.getByRole('button', { name: 'Show more earnings' }));
  await waitFor(() => {
    expect(table.getAllByRole('row')).toHaveLength(1 + 20);
  });
});

test('a range asks for its days', async () => {
  const { backend } = await open('/billing?earnings=days');
  fireEvent.click(await screen.findByRole('button', { name: '366 days' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'earnings_page').map(({ body }) => body['days'])).toEqual([30, 366]);
  });
});

test.each([
  ['none', 'Set up payouts'],
  ['onboarding', 'Continue setup'],
  ['ready', 'Manage payouts'],
  ['restricted', 'Continue setup'],
])('where payments are taken, the state %s leads on with “%s”', async (payout_state, action) => {
  const { backend } = await open(
    '/billing',
    { payments: true },
    { 'POST earnings_summary': { json: [{ ...summary, payout_state }] }, 'POST payouts': { status: 503 } },
  );
  fireEvent.click(await screen.findByRole('button', { name: action }));
  expect(screen.getByText('Next payout').nextElementSibling?.textContent).toBe('$6.50');
  expect(await screen.findByText('Couldn’t open the page for payouts. Please try again.')).toBeTruthy();
  expect(backend.sent('POST', 'payouts')).toHaveLength(1);
});

test('the file has exact amounts, and no formulas of other users', async () => {
  const rows = [
    { ...earning, agent: '=cmd()', revenue: 0.3, earned: 0.2 },
    { ...earning, agent: '-1+cmd()', revenue: 0.3, earned: 0.2 },
    refund,
  ];
  expect((await (await earningsCsv(rows)).text()).split('\r\n')).toEqual([
    'day_utc,agent,agent_id,charged_usd,tax_and_fee_usd,earned_usd',
    `${today},"'=cmd()",a1,0.3,0.1,0.2`,
    `${today},"'-1+cmd()",a1,0.3,0.1,0.2`,
    `${today},,a2,-1.19,-0.29,-0.9`,
  ]);
});
