/** The dashboard of a signed-in user. One file: all tests open the same page of one user. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type PageOptions,
  type Replies,
  renderPage,
  signInAs,
  startBackend,
  testUser,
} from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { allRoutes } from '../testing/routes';
import DashboardPage from './DashboardPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const totals = { total_agents: 4, active_users: 1_234, revenue: 12.5, interactions: 7 };
const activity = [
  { kind: 'deployment_stopped', subject: 'website', happened_at: '2026-11-21T12:00:00+00:00' },
  { kind: 'agent_installed', subject: null, happened_at: '2026-11-20T12:00:00+00:00' },
  { kind: 'newer_kind', subject: 'x', happened_at: '2026-11-19T12:00:00+00:00' },
];

async function show(replies: Replies = {}, user = testUser, options: PageOptions = { routes: allRoutes }) {
  const backend = startBackend({
    dashboard_totals: { json: [totals] },
    recent_activity: { json: activity },
    'GET deployments': { json: [{ id: 'd1' }] },
    'GET usage_tracking': { json: [{ id: 'c1' }] },
    ...replies,
  });
  await signInAs(user);
  return { backend, ...renderPage(<DashboardPage />, '/dashboard', options) };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const stats = () =>
  ['Total Agents', 'Active Users', 'Revenue', 'Interactions'].map(
    (label) => screen.getByText(label).closest('dl')?.querySelector('dd')?.textContent,
  );

test(
  'shows the account: status, email, first characters of the id',
  { tags: ['SHELL-60', 'SHELL-61', 'SHELL-62', 'SHELL-63'] },
  async () => {
    await show();
    const card = await region('Authentication status');
    for (const text of ['Signed in', testUser.email, '11111111…', 'Yes']) {
      expect(card.getByText(text)).toBeTruthy();
    }
    expect(document.body.textContent).not.toContain(testUser.id);
  },
);

test('shows the spend limits that reached 50, 80 or 100 % this month', async () => {
  const alert = { amount: 10, resets_at: '2026-12-01T00:00:00Z', spent: 9.5 };
  await show({
    spend_alerts: {
      json: [
        { ...alert, scope: 'account', subject: 'u1', name: null, percent: 100 },
        { ...alert, scope: 'deployment', subject: 'd1', name: 'inbox', percent: 50, spent: 6.25 },
        { ...alert, scope: 'deployment', subject: 'd2', name: 'zero', percent: 100, amount: 0, spent: 0.05 },
      ],
    },
  });
  expect(
    await screen.findByText(
      /^The spend limit of your account is reached: \$9\.50 of \$10\.00\. .* Dec 1, 2026/,
    ),
  ).toBeTruthy();
  expect(screen.getByText(/^62% of the spend limit of inbox is used: \$6\.25 of \$10\.00\./)).toBeTruthy();
  expect(screen.getByText(/of zero is reached: .* rejected until you raise or remove it\.$/)).toBeTruthy();
  const [link] = screen.getAllByRole('link', { name: 'Spend limits' });
  expect(link?.getAttribute('href')).toBe('/billing');
});

test('leads to the pending deletion of the account, and only to one', async () => {
  const pending = [{ requested_at: '2026-11-22T08:00:00Z', deletes_at: '2026-12-06T08:00:00Z' }];
  await show({ account_deletion: { json: pending } });
  const button = await within(screen.getByRole('main')).findByRole('button', { name: 'Deletion pending' });
  const panel = document.getElementById('account');
  // Not a prototype's: tests of other files have replaced that of another prototype.
  const scroll = vi.fn();
  if (panel) panel.scrollIntoView = scroll;
  await userEvent.click(button);
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'end' });
  expect(document.activeElement).toBe(panel);
  cleanup();
  const { backend } = await show({ account_deletion: { json: [] } });
  await waitFor(() => {
    expect(backend.sent('POST', 'account_deletion')).toHaveLength(1);
  });
  await region('Authentication status');
  expect(screen.queryByRole('button', { name: 'Deletion pending' })).toBeNull();
});

test('the first steps come with the activity, which would move them', async () => {
  let respond = (): void => undefined;
  const { backend } = await show({
    'GET usage_tracking': { json: [] },
    recent_activity: () =>
      new Promise((resolve) => {
        respond = () => {
          resolve({ json: [] });
        };
      }),
  });
  await screen.findByText('1,234');
  await waitFor(() => {
    expect(backend.sent('GET', 'usage_tracking')).toHaveLength(1);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
  respond();
  expect(await screen.findByText('No activity yet')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Getting started' })).toBeTruthy();
});

test('shows an unconfirmed email', { tags: ['SHELL-63'] }, async () => {
  const user = { ...testUser, email_confirmed_at: null as unknown as string };
  await show({ 'GET user': { json: user } }, user);
  expect((await region('Authentication status')).getByText('No')).toBeTruthy();
});

test('signs out from the status card', { tags: ['SHELL-64'] }, async () => {
  const { backend } = await show();
  await userEvent.click((await region('Authentication status')).getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'logout')).toHaveLength(1);
  });
});

test('shows four totals in order', { tags: ['SHELL-65', 'SHELL-66'] }, async () => {
  await show();
  await screen.findByText('1,234');
  expect(stats()).toEqual(['4', '1,234', '$12.50', '7']);
  const labels = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
  const account = ['Email', 'User ID', 'Email confirmed'];
  expect(labels.slice(0, 7)).toEqual([...account, 'Total Agents', 'Active Users', 'Revenue', 'Interactions']);
});

test(
  'shows zeros and an empty activity list to a new account',
  { tags: ['SHELL-66', 'SHELL-69'] },
  async () => {
    await show({ dashboard_totals: { json: [] }, recent_activity: { json: [] } });
    expect(await screen.findByText('No activity yet')).toBeTruthy();
    await waitFor(() => {
      expect(stats()).toEqual(['0', '0', '$0.00', '0']);
    });
  },
);

test(
  'keeps the rest of the page when the totals fail, and retries them',
  { tags: ['SHELL-66'] },
  async () => {
    const { backend } = await show({ dashboard_totals: { status: 500, json: { message: 'x' } } });
    expect(await screen.findByText('Couldn’t load your totals')).toBeTruthy();
    expect(await screen.findByText('Stopped website')).toBeTruthy();
    backend.replies = { ...backend.replies, dashboard_totals: { json: [totals] } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$12.50')).toBeTruthy();
  },
);

test('describes recent activity, newest first', { tags: ['SHELL-69'] }, async () => {
  await show();
  await screen.findByText('Stopped website');
  const items = (await region('Recent Activity')).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('span')?.textContent)).toEqual([
    ...['Stopped website', 'Installed an agent', 'Made a change'],
  ]);
  // Beside a narrower text, the time is below it: the text had four lines of one word.
  const text = items[0]?.querySelector<HTMLElement>('span');
  expect([text?.style.flexBasis, text?.parentElement?.hasAttribute('data-wrap')]).toEqual(['9rem', true]);
});

test('lists what was deleted, and what was restored (23)', async () => {
  const [restored, deleted] = ['restored', 'deleted'].map((change, ago) => ({
    ...{ kind: `deployment_${change}`, subject: 'website' },
    happened_at: `2026-11-21T12:00:0${String(9 - ago)}+00:00`,
  }));
  const agent = { ...deleted, kind: 'agent_deleted', subject: 'Helper' };
  const back = { ...agent, kind: 'agent_restored' };
  await show({ recent_activity: { json: [restored, deleted, agent, back] } });
  await screen.findByText('Restored website');
  const items = (await region('Recent Activity')).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('span')?.textContent)).toEqual([
    ...['Restored website', 'Deleted website', 'Deleted the agent Helper', 'Restored the agent Helper'],
  ]);
});

test('links to the next steps that the composition has', { tags: ['SHELL-67', 'SHELL-68'] }, async () => {
  await show();
  const actions = await region('Quick Actions');
  const hrefs = () =>
    actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs()).toEqual([
    ['Create New Agent', '/agents'],
    ['Browse Marketplace', '/marketplace'],
  ]);
  cleanup();
  await show({}, testUser, { routes: allRoutes.filter(({ path }) => path !== '/agents') });
  expect((await region('Quick Actions')).getAllByRole('link')).toHaveLength(1);
});

test('lists the first steps until the first call', async () => {
  await show({ 'GET usage_tracking': { json: [] } });
  const steps = (await region('Getting started')).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('svg')?.getAttribute('aria-label'))).toEqual([
    ...['Done', 'Done', 'To do'],
  ]);
  expect(steps[2]?.querySelector('a')?.getAttribute('href')).toBe('/deployments');
  cleanup();
  await show();
  await screen.findByText('Stopped website');
  expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
});
