/**
 * The bell, its panel, and which notifications are also mailed.
 * One file: all tests open the same panel.
 */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AccountPlace } from '../../frame/AccountPlace';
import { NotificationsButton } from '../../frame/NotificationsButton';
import { profileOf } from '../../testing/profile';
import { allRoutes } from '../../testing/routes';

beforeAll(() => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = function showPopover() {
    this.removeAttribute('popover');
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = '2026-11-20T10:00:00Z';
const rows = [
  {
    ...{ id: 4, kind: 'price', created_at: at, read_at: null },
    details: {
      event: 'price_announce',
      agent: 'Sales Assistant',
      name: 'leads',
      effective_at: '2026-12-20T00:00:00Z',
    },
  },
  { id: 3, kind: 'quota', details: { scope: 'account', percent: 80 }, created_at: at, read_at: null },
  { id: 2, kind: 'failure', details: { name: 'leads', deployment_id: 'd1' }, created_at: at, read_at: at },
  {
    id: 1,
    kind: 'review',
    details: { agent: 'Mine', agent_id: 'a1', rating: 4 },
    created_at: at,
    read_at: at,
  },
  { id: 0, kind: 'of-a-later-version', details: null, created_at: at, read_at: at },
];

/** As many as are counted. */
const many = Array.from({ length: 10 }, (_, id) => ({
  ...{ id, kind: 'review', created_at: at, read_at: null },
  details: { agent: '\u0645\u0633\u0627\u0639\u062f', agent_id: 'a1', rating: 4 },
}));

async function open(replies: Replies = {}) {
  const backend = startBackend({
    'GET notifications': ({ url }) => ({
      json: url.searchParams.has('read_at') ? rows.filter(({ read_at }) => read_at === null) : rows,
    }),
    'PATCH notifications': { status: 204 },
    ...replies,
  });
  await signInAs();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = renderPage(<NotificationsButton userId="u1" isReady />, '/billing?q=1', { routes: allRoutes });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return { backend, user, ...page };
}

test('counts after the page, shows each kind with its page, and is not in the document before (20)', async () => {
  const { backend, user } = await open();
  const button = screen.getByRole('button', { name: 'Notifications' });
  expect(backend.requests.filter(({ url }) => url.pathname.endsWith('/notifications'))).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBe(button);
  expect(screen.queryByRole('link')).toBeNull();

  await user.click(button);
  const panel = within(await screen.findByRole('group', { name: 'Notifications' }));
  expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('Notifications');
  await panel.findByText('The deployment leads failed');
  const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.map(([, href]) => href)).toEqual([
    ...[
      '/deployments',
      '/billing',
      '/deployments?deployment=d1',
      '/marketplace?agent=a1',
      '/billing?q=1&account=profile',
    ],
  ]);
  expect(links.map(([text]) => text)).toEqual([
    expect.stringMatching(
      /^Unread: The price of Sales Assistant rises on .*2026\. Accept it to keep leads running/,
    ),
    expect.stringMatching(/^Unread: 80% of your spend limit is used/),
    expect.stringMatching(/^The deployment leads failed/),
    expect.stringMatching(/^Mine has a new review: 4\u00a0of\u00a05/),
    'Email preferences',
  ]);
  // A mark, which forced colors keep. A read one has its space.
  expect(panel.getAllByText('●').map((mark) => mark.closest('[data-reserved]') === null)).toEqual([
    ...[true, true, false, false],
  ]);
});

test('a withdrawn agent, its end and its return, with the deployment or all that run it', async () => {
  const facts = { agent: 'Helper', agent_id: 'a1', name: 'leads', deployment_id: 'd1', deployments: 1 };
  const withdrawals = [
    { event: 'withdrawn', ...facts, ends_at: '2026-12-20T12:00:00Z' },
    { event: 'ended', ...facts, deployments: 3 },
    { event: 'returned', ...facts },
    { event: 'of-a-later-version', ...facts },
  ];
  const json = withdrawals.map((details, id) => ({
    ...{ id, kind: 'withdrawal', details, created_at: at, read_at: at },
  }));
  const { user } = await open({ 'GET notifications': { json } });
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  const panel = within(await screen.findByRole('group', { name: 'Notifications' }));
  await panel.findByText('Helper is back: its creator published it again');
  const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.slice(0, -1)).toEqual([
    [
      expect.stringMatching(/^Helper ends on Dec 20, 2026: its creator withdrew it\. leads runs it\./),
      '/deployments?deployment=d1',
    ],
    [
      expect.stringMatching(
        /^Helper has ended: its creator withdrew it\. Calls of 3 deployments are rejected\./,
      ),
      '/deployments',
    ],
    [expect.stringMatching(/^Helper is back/), '/deployments?deployment=d1'],
  ]);
});

test('a suspension has its reason and the address for appeals, and leads to the agent or the deployment', async () => {
  const facts = { name: 'Helper', reason: 'asks for passwords', appeal: 'appeals@slipway.example' };
  const json = [
    { event: 'suspended', agent_id: 'a1', ...facts },
    { event: 'lifted', deployment_id: 'd1', ...facts },
    { event: 'of-a-later-version', ...facts },
  ].map((details, id) => ({ id, kind: 'moderation', details, created_at: at, read_at: at }));
  const { user } = await open({ 'GET notifications': { json } });
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  const panel = within(await screen.findByRole('group', { name: 'Notifications' }));
  await panel.findByText('The suspension of Helper is lifted');
  const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.slice(0, -1)).toEqual([
    [
      expect.stringMatching(
        /^Helper is suspended: “asks for passwords”\. To appeal, contact appeals@slipway\.example\./,
      ),
      '/agents',
    ],
    [expect.stringMatching(/^The suspension of Helper is lifted/), '/deployments?deployment=d1'],
  ]);
});

test('following one marks it as read; Mark all read marks the rest (20)', async () => {
  const { backend, user } = await open();
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('link', { name: /80% of your spend limit/ }));
  await waitFor(() => {
    expect(backend.sent('PATCH', 'notifications')[0]?.url.searchParams.get('id')).toBe('eq.3');
  });
  expect(screen.queryByRole('group', { name: 'Notifications' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: 'Mark all read' }));
  await waitFor(() => {
    expect(backend.sent('PATCH', 'notifications')).toHaveLength(2);
  });
  const all = backend.sent('PATCH', 'notifications')[1]?.url.searchParams;
  expect([all?.get('id'), all?.get('read_at')]).toEqual([null, 'is.null']);
});

test('begins at its heading; “Mark all read” is there only while something is unread, and gives the focus back to it', async () => {
  const { backend, user } = await open();
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  const heading = await screen.findByRole('heading', { name: 'Notifications' });
  expect(document.activeElement).toBe(heading);
  const markAll = await screen.findByRole('button', { name: 'Mark all read' });
  backend.replies['GET notifications'] = { json: rows.map((row) => ({ ...row, read_at: at })) };
  await user.click(markAll);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  });
  expect(document.activeElement).toBe(heading);
  await user.tab();
  expect(document.activeElement?.textContent).toContain('The price of Sales Assistant');
});

test('with an empty list, the first stop is the link below it', async () => {
  const { user } = await open({ 'GET notifications': { json: [] } });
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByText(/^Nothing yet\./);
  expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Email preferences');
});

test.each([
  [
    'secret_lost',
    /^Unread: A webhook of leads was turned off: the server can no longer read its secret\. Rotate it/,
  ],
  ['gone', /^Unread: A webhook of leads was turned off: its receiver replied that it is gone \(410\)/],
  ['failures', /^Unread: A webhook of leads was turned off: its receiver kept failing/],
  // From before there were reasons.
  [undefined, /^Unread: A webhook of leads was turned off: its receiver kept failing/],
])('says why a webhook was turned off: %s', async (reason, text) => {
  const details = { name: 'leads', deployment_id: 'd1', url: 'https://a.test', reason };
  const row = { id: 5, kind: 'webhook', details, created_at: at, read_at: null };
  const { user } = await open({ 'GET notifications': { json: [row] } });
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect((await screen.findByRole('link', { name: /A webhook of leads/ })).textContent).toMatch(text);
});

test('says that there is nothing, and offers to try again after a failure (20)', async () => {
  const { backend, user } = await open({ 'GET notifications': { status: 403 } });
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  backend.replies['GET notifications'] = { json: [] };
  await user.click(retry);
  expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
});

test('mail preferences are saved with the profile (20)', async () => {
  const backend = startBackend({
    own_profile: profileOf(),
    save_profile: { json: null },
  });
  await signInAs();
  const { toasts } = renderPage(<AccountPlace />, '/billing?account=profile', { routes: allRoutes });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Email me reviews of my agents' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Your profile is saved']);
  });
  expect(backend.sent('POST', 'save_profile')[0]?.body).toMatchObject({
    ...{ mails_reviews: false, mails_failures: true },
  });
});

test('ten unread ones may be more, and a name from right to left does not turn the sentence around', async () => {
  const { user } = await open({ 'GET notifications': { json: many } });
  await vi.advanceTimersByTimeAsync(3_000);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 10 or more unread' }));
  const [text] = await screen.findAllByText(/has a new review: 4 of 5$/);
  expect(text?.closest('bdi, [dir=auto]')).toBeNull();
});
