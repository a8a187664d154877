/**
 * `/deployments` over a fake backend: the list, its states, stop and start, and deletion. One file, because all tests share
 * that backend.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deployment } from '../data/deployments';
import { Announcer } from '@slipway/platform';
import { type Replies, renderPage, startBackend } from '@slipway/testing';
import DeploymentsPage from './DeploymentsPage';

const noon = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: noon, shouldAdvanceTime: false });
});
afterEach(async () => {
  // Toasts outlive their page: let their timers run, without further replies.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A row as the database returns it. */
const row = (id: string, status: string, more: Partial<Deployment> = {}): Deployment => ({
  id,
  name: `bot-${id}`,
  agent_id: 'a1',
  user_id: 'u1',
  api_key: 'ak_••••abcd',
  endpoint_url: `https://agents.test/v1/agents/bot-${id}`,
  slug: `bot-${id}`,
  status,
  version: 1,
  pinned_version: null,
  created_at: new Date(noon).toISOString(),
  updated_at: new Date(noon).toISOString(),
  last_deployed_at: null,
  agent: { id: 'a1', name: 'Helper' },
  ...more,
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(answers: Replies, at = '/deployments') {
  const backend = startBackend({ 'PATCH deployments': { status: 204 }, ...answers });
  const page = (
    <>
      <DeploymentsPage />
      <Announcer />
    </>
  );
  const { address, toasts } = renderPage(page, at);
  await settle(10);
  const sent = (method: string) =>
    backend.requests.filter((ask) => ask.method === method && ask.url.pathname.endsWith('/deployments'));
  return { ...backend, sent, address, toasts };
}
const button = (name: string) => screen.getByRole('button', { name });

test('a link to a deployment that no longer exists is reported, after the list was read again', async () => {
  const json = [row('1', 'active')];
  const { address, toasts, sent } = await open({ 'GET deployments': { json } }, '/deployments?deployment=9');
  await settle(100);
  expect(sent('GET')).toHaveLength(2);
  expect(address()).toBe('/deployments');
  expect(toasts('info')).toEqual(['That deployment no longer exists']);
});

test('while the agents load, and when they cannot be loaded, the dialog does not say that there are none', async () => {
  await open(
    { 'GET agents': { status: 403, json: {} }, 'GET deployments': 'never' },
    '/deployments?new=deployment',
  );
  vi.useRealTimers();
  const dialog = within(await screen.findByRole('dialog', { name: 'New Deployment' }, { timeout: 4000 }));
  await dialog.findByRole('button', { name: 'Try again' });
  expect(dialog.getByLabelText('Agent').textContent).toBe('Couldn’t load the agents');
  vi.useFakeTimers({ now: noon });
});

test('shows skeletons while loading', { tags: ['DEP-01'] }, async () => {
  await open({ 'GET deployments': 'never' });
  expect(document.querySelectorAll('[data-skeleton]')).not.toHaveLength(0);
});

test('an empty list has a button that opens the dialog', { tags: ['DEP-02', 'DEP-03'] }, async () => {
  await open({});
  expect(screen.getByText('No deployments yet')).toBeTruthy();
  fireEvent.click(button('Create your first deployment'));
  vi.useRealTimers();
  expect(await screen.findByRole('dialog', { name: 'New Deployment' }, { timeout: 4000 })).toBeTruthy();
  vi.useFakeTimers({ now: noon });
});

test(
  'shows a card for each deployment',
  { tags: ['DEP-04', 'DEP-05', 'DEP-06', 'DEP-08', 'DEP-09', 'DEP-23', 'DEP-47', 'DEP-49'] },
  async () => {
    const { requests } = await open({
      'GET deployments': { json: [row('1', 'active'), row('2', 'stopped'), row('3', 'failed')] },
    });
    const cards = screen.getAllByRole('article');
    expect(cards).toHaveLength(3);
    for (const [at, status] of ['Active', 'Stopped', 'Failed'].entries()) {
      for (const text of [`bot-${String(at + 1)}`, 'Helper', status, 'ak_••••abcd'])
        expect(within(cards[at] as HTMLElement).getByText(text)).toBeTruthy();
      expect(button(`Delete bot-${String(at + 1)}`)).toBeTruthy();
    }
    const actions = screen.getAllByRole('button', { name: /^(?:Start|Stop|Retry) / });
    expect(actions.map(({ ariaLabel }) => ariaLabel)).toEqual(['Stop bot-1', 'Start bot-2', 'Retry bot-3']);
    const read = (path: string) => requests.find(({ url }) => url.pathname.endsWith(path))?.url.searchParams;
    expect(read('/deployments')?.get('select')).toBe('*,agent:agents(id,name)');
    expect(read('/deployments')?.get('order')).toBe('created_at.desc');
    expect([...(read('/agents') ?? [])]).toEqual([
      ['select', 'id,name'],
      ['status', 'eq.active'],
    ]);
  },
);

test('says on a deployment when it ends, because the creator withdrew its agent', async () => {
  const end = (id: string, calls_end_at: string) => ({ deployment_id: id, agent_id: 'a1', calls_end_at });
  await open({
    'GET deployments': { json: ['1', '2', '3'].map((id) => row(id, 'active')) },
    ending_deployments: {
      json: [end('1', '2026-12-24T10:00:00+00:00'), end('2', '2026-11-20T10:00:00+00:00')],
    },
  });
  const notices = screen
    .getAllByRole('article')
    .map((card) => card.querySelector('[role=status] > div')?.firstElementChild?.textContent);
  expect(notices).toEqual([
    'This agent ends on Dec\u00a024,\u00a02026: its creator withdrew it. After that, calls are rejected and nothing is charged.',
    'This agent ended on Nov\u00a020,\u00a02026: its creator withdrew it. Calls are rejected, and nothing is charged.',
    undefined,
  ]);
});

test('a deployment whose agent ended is not active, cannot be started, and shows a way on (A2)', async () => {
  const ended = { agent_id: 'a1', calls_end_at: '2026-11-20T10:00:00+00:00' };
  await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'stopped')] },
    ending_deployments: { json: ['1', '2'].map((deployment_id) => ({ deployment_id, ...ended })) },
  });
  const [running, stopped] = screen.getAllByRole('article');
  for (const card of [running, stopped]) {
    expect(card?.textContent).toContain('Ended');
    expect(card?.textContent).not.toMatch(/Active|Stopped/);
    expect(card?.querySelector('[role=status] a')?.getAttribute('href')).toBe('/marketplace');
  }
  expect(button('Stop bot-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start bot-2' })).toBeNull();
});

test('an endpoint is in parts that begin with a slash (B23): none is the name of the deployment', async () => {
  await open({ 'GET deployments': { json: [row('1', 'active')] } });
  const { children } = screen.getByTitle('https://agents.test/v1/agents/bot-1');
  expect([...children].map(({ textContent }) => textContent)).toEqual(['/v1', '/agents', '/bot-1']);
  expect(screen.getAllByText('bot-1')).toHaveLength(1);
});

test('offers no agent whose notice period is over', async () => {
  await open({
    'GET agents': {
      json: [
        { id: 'a1', name: 'Helper' },
        { id: 'a2', name: 'Gone' },
      ],
    },
    ending_deployments: {
      json: [{ deployment_id: '1', agent_id: 'a2', calls_end_at: '2026-11-20T10:00:00+00:00' }],
    },
  });
  fireEvent.click(button('New Deployment'));
  vi.useRealTimers();
  const select = await screen.findByRole('combobox', { name: 'Agent' }, { timeout: 4000 });
  expect([...select.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'a1']);
  vi.useFakeTimers({ now: noon });
});

test.each<['500' | 'no network', Replies[string]]>([
  ['500', { status: 500, json: { message: 'x' } }],
  ['no network', 'unreachable'],
])('a failure (%s) shows its message exactly once', { tags: ['DEP-14', 'T-91'] }, async (_, answer) => {
  await open({ 'GET deployments': answer, 'GET agents': answer });
  await settle(1000);
  expect(document.querySelectorAll('[data-toast=error]')).toHaveLength(1);
  expect(document.querySelector('[data-toast=error]')?.textContent).toBe('Failed to load data');
  // Only the toast has this text: the page names the part that failed.
  expect(screen.getAllByText('Failed to load data')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Couldn’t load your deployments' })).toBeTruthy();
});

test(
  'a pending deployment is set to active after exactly 2,000 ms',
  { tags: ['DEP-42', 'DEP-43', 'DEP-44'] },
  async () => {
    const { sent } = await open({
      'GET deployments': { json: [row('1', 'pending')] },
    });
    await settle(1989);
    expect(sent('PATCH')).toHaveLength(0);
    expect(screen.getByText('Pending')).toBeTruthy();
    await settle(1);
    expect(sent('PATCH').map(({ url, body }) => [url.search, body])).toEqual([
      ['?id=eq.1&select=id', { status: 'active', last_deployed_at: '2026-11-21T12:00:02.000Z' }],
    ]);
    await settle(10);
    expect(screen.getByText('Active')).toBeTruthy();
    expect(document.querySelector('[data-toast]')?.textContent).toBe('Deployment is now active!');
  },
);

test(
  'leaves a deployment that is overdue on arrival to the server',
  { tags: ['DEP-58', 'T-25'] },
  async () => {
    const old = row('1', 'deploying', { updated_at: new Date(noon - 60_000).toISOString() });
    const { requests, sent } = await open({ 'GET deployments': { json: [old] } });
    await settle(10);
    expect(requests.some(({ url }) => url.pathname.endsWith('/advance_deployments'))).toBe(true);
    expect(sent('PATCH')).toHaveLength(0);
  },
);

test(
  'Stop clears the time of the last deployment in the database, not on the card',
  { tags: ['DEP-45', 'DEP-46', 'DEP-48'] },
  async () => {
    const { sent } = await open({
      'GET deployments': { json: [row('1', 'active', { last_deployed_at: '2026-11-20T08:00:00Z' })] },
    });
    const before = screen.getByText(/Last deployed/).textContent;
    fireEvent.click(button('Stop bot-1'));
    await settle(10);
    expect(sent('PATCH').map(({ url, body }) => [url.search, body])).toEqual([
      ['?id=eq.1&select=id', { status: 'stopped', last_deployed_at: null }],
    ]);
    expect(screen.getByText('Stopped')).toBeTruthy();
    // There is no toast, so a live region announces the result.
    expect(document.querySelector('[data-announcer]')?.textContent).toBe('bot-1 is stopped');
    expect(screen.getByText(/Last deployed/).textContent).toBe(before);
  },
);

test('pending, deploying and unknown have no action; failed has Retry', { tags: ['DEP-51'] }, async () => {
  await open({
    'GET deployments': {
      json: ['pending', 'deploying', 'failed', 'resting'].map((status, at) => row(String(at), status)),
    },
  });
  const moves = screen.getAllByRole('button', { name: /^(Start|Stop|Retry) / });
  expect(moves.map((each) => each.getAttribute('aria-label'))).toEqual(['Retry bot-2']);
});

test.each([
  ['active', 'Stop'],
  ['stopped', 'Start'],
  ['failed', 'Retry'],
])('%s: two presses of %s in one task send one request (23)', async (status, action) => {
  const { sent } = await open({ 'GET deployments': { json: [row('1', status)] } });
  act(() => {
    fireEvent.click(button(`${action} bot-1`));
    fireEvent.click(button(`${action} bot-1`));
  });
  await settle(10);
  expect(sent('PATCH')).toHaveLength(1);
});

test('after Start, the button keeps its place and the focus until it is Stop (23)', async () => {
  const { sent } = await open({ 'GET deployments': { json: [row('1', 'stopped')] } });
  const start = button('Start bot-1');
  const details = button('Details for bot-1');
  act(() => {
    start.focus();
  });
  fireEvent.click(start);
  await settle(10);
  expect(screen.getByText('Deploying')).toBeTruthy();
  expect(button('Wait for bot-1')).toBe(start);
  expect([start.ariaDisabled, start.ariaBusy]).toEqual(['true', 'true']);
  expect(details.dataset.flush).toBeUndefined();
  expect(document.activeElement).toBe(start);
  fireEvent.click(start);
  await settle(1900);
  expect(sent('PATCH')).toHaveLength(1);
  await settle(200);
  expect(button('Stop bot-1')).toBe(start);
  expect(document.activeElement).toBe(start);
});

test.each(['resting', 'failed', 'stopped'])('%s: no action is awaited (23)', async (status) => {
  await open({ 'GET deployments': { json: [row('1', status)] } });
  expect(screen.queryByRole('button', { name: /^Wait/ })).toBeNull();
});

test('a failed Stop shows one toast and restores the card', { tags: ['DEP-53'] }, async () => {
  await open({
    'GET deployments': { json: [row('1', 'active')] },
    'PATCH deployments': { status: 500, json: { message: 'x' } },
  });
  fireEvent.click(button('Stop bot-1'));
  await settle(10);
  expect([...document.querySelectorAll('[data-toast=error]')].map((each) => each.textContent)).toEqual([
    'Failed to update deployment status',
  ]);
  expect(screen.getByText('Active')).toBeTruthy();
  expect(button('Stop bot-1')).toBeTruthy();
});

test('a list that cannot be read after a failed Stop does not hide why it failed', async () => {
  const unavailable = { status: 500, json: { message: 'x' } };
  const { replies } = await open({
    'GET deployments': { json: [row('1', 'active')] },
    'PATCH deployments': unavailable,
  });
  replies['GET deployments'] = unavailable;
  fireEvent.click(button('Stop bot-1'));
  await vi.waitFor(async () => {
    await settle(1_000);
    expect([...document.querySelectorAll('[data-toast=error]')].map((each) => each.textContent)).toEqual([
      'Failed to update deployment status',
      'Failed to load data',
    ]);
  });
});

test('an action on a deployment that another device has deleted reports that, and removes the card', async () => {
  let isDeleted = false;
  const { sent } = await open({
    'GET deployments': () => ({ json: isDeleted ? [] : [row('1', 'stopped'), row('2', 'active')] }),
    // The response of PostgREST to an update of no row.
    'PATCH deployments': { status: 406, json: { code: 'PGRST116', message: 'Cannot coerce the result' } },
  });
  isDeleted = true;
  fireEvent.click(button('Start bot-1'));
  await settle(10);
  expect(document.querySelector('[data-toast]')?.textContent).toBe('That deployment no longer exists');
  expect(screen.queryByRole('article')).toBeNull();
  expect(sent('PATCH')).toHaveLength(1);
});

test('a failed deletion shows a toast and keeps the card', { tags: ['DEP-56'] }, async () => {
  await open({
    'GET deployments': { json: [row('1', 'active')] },
    'DELETE deployments': { status: 500, json: { message: 'x' } },
  });
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  expect(document.querySelector('[data-toast]')?.textContent).toBe('Failed to delete deployment');
  expect(screen.getByRole('article')).toBeTruthy();
});

test('a card goes before the response to its deletion: a late one would move the others (23)', async () => {
  const { sent } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active')] },
    'DELETE deployments': 'never',
  });
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  expect(sent('DELETE')).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'bot-2',
  ]);
});

test('the pointer on Delete asks whether the deployment was called: the press needs no other response (23)', async () => {
  const { requests, replies } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active')] },
    'DELETE deployments': 'never',
  });
  fireEvent.pointerEnter(button('Delete bot-1'));
  await settle(10);
  replies['GET deployment_calls'] = 'never';
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  expect(screen.queryByText('bot-1')).toBeNull();
  expect(requests.filter(({ url }) => url.pathname.endsWith('/deployment_calls'))).toHaveLength(1);
});

test('a card goes at the press, too, when the pointer asked long before: the answer is asked for again (23)', async () => {
  const { requests, replies } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active')] },
  });
  fireEvent.pointerEnter(button('Delete bot-1'));
  await settle(11_000);
  replies['GET deployment_calls'] = 'never';
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  expect(screen.queryByText('bot-1')).toBeNull();
  expect(requests.filter(({ url }) => url.pathname.endsWith('/deployment_calls'))).toHaveLength(2);
});

test('after a touch, a card goes before the check, and is back when its deletion is canceled (23)', async () => {
  let respond = (_: { json: object }): void => undefined;
  const { sent } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active')] },
    'GET deployment_calls': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  button('Delete bot-1').focus();
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  expect(screen.queryByText('bot-1')).toBeNull();
  expect(sent('DELETE')).toHaveLength(0);
  respond({ json: [{ id: 'c1' }] });
  vi.useRealTimers();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }, { timeout: 4000 }));
  const restored = await screen.findByRole('button', { name: 'Delete bot-1' });
  // The focus is on the restored card, not on the card that took its position.
  await waitFor(() => {
    expect(document.activeElement).toBe(restored);
  });
  expect(sent('DELETE')).toHaveLength(0);
  vi.useFakeTimers({ now: noon });
});

test('two cards that are touched stay away until each has its check, and each question is asked', async () => {
  const respond: ((reply: { json: object }) => void)[] = [];
  const { sent } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active'), row('3', 'active')] },
    'GET deployment_calls': () =>
      new Promise((resolve) => {
        respond.push(resolve);
      }),
    'DELETE deployments': 'never',
  });
  const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  fireEvent.click(button('Delete bot-1'));
  await settle(10);
  fireEvent.click(button('Delete bot-2'));
  await settle(10);
  expect(shown()).toEqual(['bot-3']);
  respond[1]?.({ json: [] });
  await settle(10);
  expect(shown()).toEqual(['bot-3']);
  expect(sent('DELETE').map(({ url }) => url.search)).toEqual(['?id=eq.2']);
  respond[0]?.({ json: [{ id: 'c1' }] });
  vi.useRealTimers();
  await screen.findByRole('dialog', { name: 'Delete bot-1?' }, { timeout: 4000 });
  vi.useFakeTimers({ now: noon });
});

test('two cards that are touched and were called are asked about one after the other', async () => {
  const respond: ((reply: { json: object }) => void)[] = [];
  const { sent } = await open({
    'GET deployments': { json: [row('1', 'active'), row('2', 'active')] },
    'GET deployment_calls': () =>
      new Promise((resolve) => {
        respond.push(resolve);
      }),
  });
  for (const name of ['bot-1', 'bot-2']) {
    fireEvent.click(button(`Delete ${name}`));
    await settle(10);
  }
  for (const reply of respond) reply({ json: [{ id: 'c1' }] });
  vi.useRealTimers();
  for (const name of ['bot-1', 'bot-2']) {
    const dialog = await screen.findByRole('dialog', { name: `Delete ${name}?` }, { timeout: 4000 });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    // The card comes back.
    expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy();
  }
  expect(sent('DELETE')).toEqual([]);
  vi.useFakeTimers({ now: noon });
});

test(
  'a deployment deleted while pending is not activated, and shows no error',
  { tags: ['DEP-54', 'DEP-57'] },
  async () => {
    const { sent } = await open({
      'GET deployments': { json: [row('1', 'pending')] },
      'DELETE deployments': { status: 204 },
    });
    fireEvent.click(button('Delete bot-1'));
    await settle(10);
    expect(sent('DELETE').map(({ url }) => url.search)).toEqual(['?id=eq.1']);
    await settle(3000);
    expect(sent('PATCH')).toHaveLength(0);
    expect(document.querySelectorAll('[data-toast=error]')).toHaveLength(0);
  },
);

test('asks before deleting a deployment with calls in the last 24 hours', { tags: ['T-31'] }, async () => {
  const { sent } = await open({
    'GET deployments': { json: [row('1', 'active')] },
    'GET deployment_calls': { json: [{ id: 'c1' }] },
    'DELETE deployments': { status: 204 },
  });
  fireEvent.click(button('Delete bot-1'));
  vi.useRealTimers();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }, { timeout: 4000 }));
  await waitFor(() => {
    expect(sent('DELETE')).toHaveLength(1);
  });
  vi.useFakeTimers({ now: noon });
});
