/**
 * The details dialog over the results: opening, closing, its actions and its failures.
 * One file: all tests open the same dialog of one agent.
 */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type Replies,
  renderPage,
  signInAs,
  signOutAll,
  startBackend,
  startIntersections,
} from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { sampleReplies } from '../../testing/replies';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'a0000000-0000-4000-8000-000000000001';
const name = 'Customer Support Bot';
const agent = {
  ...{ id, creator_id: 'c1', name, category: 'customer-service', tags: ['support'], install_count: 3 },
  description: 'Answers **quickly**.',
  ...{ pricing_model: 'free', price_per_message: null, price_per_month: null },
  ...{ external_only: false, external_url: null as string | null, notice_days: 14 },
  ...{ color: 'teal', readme: '# Setup\n\nIt needs **your** help center.', examples: ['Where is my order?'] },
  creator: { full_name: 'Amara Okafor' },
};

/** The agent's details for one row, and no other agents by the creator. */
const repliesFor = (row: object | null): Replies => ({
  ...sampleReplies,
  agents: ({ url }) => ({ json: url.searchParams.get('id') === `eq.${id}` && row ? [row] : [] }),
});

async function open({
  address = '/marketplace',
  replies = repliesFor(agent),
  isSignedIn = false,
}: { address?: string; replies?: Replies; isSignedIn?: boolean } = {}) {
  const backend = startBackend(replies);
  await (isSignedIn ? signInAs() : signOutAll());
  startIntersections();
  const routes = [{ path: '/deployments', title: 'Deployments', access: 'signed-in' as const }];
  const page = renderPage(<MarketplacePage />, address, { routes });
  await screen.findByText(/^Showing/);
  return { backend, ...page };
}
const openDetails = async (options: Parameters<typeof open>[0] = {}) => {
  const page = await open({ address: `/marketplace?agent=${id}`, ...options });
  return { ...page, dialog: within(await screen.findByRole('dialog', { name })) };
};

test.each([
  [1, '1 download'],
  [3, '3 downloads'],
])('an agent that was installed %d times has %s', async (install_count, text) => {
  const { dialog } = await openDetails({ replies: repliesFor({ ...agent, install_count }) });
  expect((await dialog.findByText(/^\d+ downloads?$/)).textContent).toBe(text);
});

test(
  'Preview opens the details, the URL names the agent, and Back closes them',
  { tags: ['MKT-49'] },
  async () => {
    const { address, back } = await open({ address: '/marketplace?category=customer-service' });
    await userEvent.click(await screen.findByRole('button', { name: `Preview ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(await dialog.findByText('quickly')).toBeTruthy();
    expect(dialog.getByText('by Amara Okafor')).toBeTruthy();
    expect(
      dialog.getByText('If the creator withdraws this agent, deployments keep running for 14 days.'),
    ).toBeTruthy();
    expect(dialog.getByRole('heading', { name: 'Reviews' })).toBeTruthy();
    expect(address()).toBe(`/marketplace?category=customer-service&agent=${id}`);
    await back();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(address()).toBe('/marketplace?category=customer-service');
  },
);

test('shows the page of an agent, and leads to its creator', async () => {
  const { dialog } = await openDetails({
    isSignedIn: true,
    replies: {
      ...repliesFor({ ...agent, creator_id: 'c0000000-0000-4000-8000-000000000009' }),
      list_agent_versions: {
        json: [
          { version: 3, changelog: 'Answers in Spanish', created_at: '2026-11-20T12:00:00Z' },
          { version: 2, changelog: '', created_at: '2026-11-19T12:00:00Z' },
        ],
      },
    },
  });
  expect(await dialog.findByRole('heading', { name: 'Setup' })).toBeTruthy();
  expect(await dialog.findByText('Answers in Spanish')).toBeTruthy();
  expect(dialog.queryByText(/^Version 2/)).toBeNull();
  expect(dialog.getByRole('link', { name: 'by Amara Okafor' }).getAttribute('href')).toBe(
    '/marketplace?creator=c0000000-0000-4000-8000-000000000009',
  );
});

const plan = { plan_name: 'Starter', quota: 100, used: 100, period_end: '2026-12-01T00:00:00Z' };

test.each<[string, object, boolean, RegExp | undefined]>([
  [
    'used up',
    plan,
    true,
    /^The messages of your Starter plan are used up\. Calls of your deployments are rejected until Dec 1, 2026/,
  ],
  ['left', { ...plan, used: 99 }, true, undefined],
  ['without a limit', { ...plan, quota: null, used: 1e6 }, true, undefined],
  ['of a visitor', plan, false, undefined],
])('says before a call that the messages of the plan are used up: %s', async (_, quota, isSignedIn, text) => {
  const { backend, dialog } = await openDetails({
    isSignedIn,
    replies: { ...repliesFor(agent), message_quota: { json: [quota] } },
  });
  await dialog.findByRole('heading', { name: 'Reviews' });
  expect(dialog.queryByText(/used up/) !== null).toBe(text !== undefined);
  if (text) expect(dialog.getByText(text)).toBeTruthy();
  expect(backend.sent('POST', 'message_quota')).toHaveLength(isSignedIn ? 1 : 0);
});

test('the contents wait for the plan, and show without it when it cannot be read', async () => {
  const { dialog } = await openDetails({
    isSignedIn: true,
    replies: { ...repliesFor(agent), message_quota: 'never' },
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(dialog.queryByRole('heading', { name: 'Reviews' })).toBeNull();
  cleanup();
  const other = await openDetails({
    isSignedIn: true,
    replies: { ...repliesFor(agent), message_quota: { status: 500, json: { message: 'x' } } },
  });
  expect(await other.dialog.findByRole('heading', { name: 'Reviews' })).toBeTruthy();
});

test('closing details that were opened here goes back to the results', { tags: ['MKT-49'] }, async () => {
  const { address, back } = await open();
  await userEvent.click(await screen.findByRole('button', { name: `Preview ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(address()).toBe('/marketplace');
  });
  await back();
  expect(address()).toBe('/');
});

test('closing details of a shared link replaces them by the results', { tags: ['MKT-49'] }, async () => {
  const { address, dialog, back } = await openDetails();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(address()).toBe('/marketplace');
  });
  await back();
  expect(address()).toBe('/');
});

test.each(['nonsense', 'a0000000-0000-4000-8000-00000000ffff'])(
  'explains a link to the unknown agent %s',
  async (unknown) => {
    await open({ address: `/marketplace?agent=${unknown}` });
    expect(await screen.findByText('This agent is not in the marketplace')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Browse agents' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  },
);

test('begins on its title while the agent loads, not on Close', async () => {
  await open({ address: `/marketplace?agent=${id}`, replies: { ...sampleReplies, agents: 'never' } });
  const dialog = within(await screen.findByRole('dialog'));
  expect(document.activeElement).toBe(dialog.getByRole('heading', { level: 2 }));
});

test('shows a failure and retries', async () => {
  const { backend } = await open({
    address: `/marketplace?agent=${id}`,
    replies: { ...sampleReplies, agents: { status: 500, json: { message: 'x' } } },
  });
  expect(await screen.findByText('Couldn’t load the details')).toBeTruthy();
  backend.replies = repliesFor(agent);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('quickly')).toBeTruthy();
});

test('renders a hostile description as text', async () => {
  const description =
    '<img src=x onerror=alert(1)> [press](javascript:alert(1)) ![seen](https://example.com/a.png) [out](https://example.com)';
  const { dialog } = await openDetails({ replies: repliesFor({ ...agent, description }) });
  expect(await dialog.findByText(/<img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(document.querySelector('dialog img')).toBeNull();
  expect(document.querySelector('a[href^="javascript"]')).toBeNull();
  expect(dialog.getByText(/seen/)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'out' }).getAttribute('rel')).toBe(
    'noopener noreferrer nofollow ugc',
  );
});

test('installs and uninstalls for a visitor', { tags: ['MKT-48'] }, async () => {
  const { dialog, address, toasts, backend } = await openDetails();
  await userEvent.click(await dialog.findByRole('button', { name: `Install ${name}` }));
  await waitFor(() => {
    expect(toasts('success')).toEqual([`${name} installed successfully!`]);
  });
  expect(dialog.getByRole('button', { name: `Installed ${name}` }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(address()).toBe(`/marketplace?agent=${id}`);
  await userEvent.click(dialog.getByRole('button', { name: 'Uninstall' }));
  expect(await dialog.findByRole('button', { name: `Install ${name}` })).toBeTruthy();
  expect(backend.sent('POST', 'agent_installs')).toEqual([]);
});

test('an install while the user’s installs are read again stays on screen', async () => {
  const replies = { ...repliesFor(agent), 'GET agent_installs': { json: [] } };
  const { dialog, backend, queryClient } = await openDetails({ isSignedIn: true, replies });
  const installName = { name: `Install ${name}` };
  await waitFor(() => {
    expect(dialog.getByRole('button', installName).ariaDisabled).toBeNull();
  });
  backend.replies = { ...backend.replies, 'GET agent_installs': 'never' };
  void queryClient.invalidateQueries({ queryKey: ['installs'] });
  await waitFor(() => {
    expect(backend.sent('GET', 'agent_installs')).toHaveLength(2);
  });
  backend.replies = { ...backend.replies, 'GET agent_installs': { json: [{ agent_id: id }] } };
  await userEvent.click(dialog.getByRole('button', installName));
  expect(await dialog.findByRole('button', { name: `Installed ${name}` })).toBeTruthy();
  await waitFor(() => {
    expect(backend.sent('GET', 'agent_installs')).toHaveLength(3);
  });
});

test('reports an install that fails', { tags: ['MKT-48'] }, async () => {
  const replies = { ...repliesFor(agent), 'POST agent_installs': { status: 500, json: { message: 'x' } } };
  const { dialog, toasts } = await openDetails({ isSignedIn: true, replies });
  await userEvent.click(await dialog.findByRole('button', { name: `Install ${name}` }));
  await waitFor(() => {
    expect(toasts('error')).toEqual([`Couldn’t install ${name}. Try again in a moment.`]);
  });
  expect(dialog.getByRole('button', { name: `Install ${name}` })).toBeTruthy();
});

test('an installed agent has three actions at the most below its details, which fit beside each other on a phone (23)', async () => {
  const replies = { ...repliesFor(agent), 'GET agent_installs': { json: [{ agent_id: id }] } };
  const { dialog } = await openDetails({ isSignedIn: true, replies });
  const installed = await dialog.findByRole('button', { name: `Installed ${name}` });
  expect([...(installed.parentElement?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['Uninstall', 'Deploy', 'Installed'],
  ]);
  expect(dialog.getByRole('button', { name: `Favorite ${name}` })).toBeTruthy();
});

test('links to a deployment of the agent', async () => {
  const { dialog } = await openDetails();
  const link = await dialog.findByRole('link', { name: 'Deploy' });
  expect(link.getAttribute('href')).toBe(`/deployments?agent=${id}&new=deployment`);
});

test('links an external agent to its site instead', async () => {
  const external = { ...agent, external_only: true, external_url: 'https://example.com/bot' };
  const { dialog } = await openDetails({ replies: repliesFor(external) });
  const link = await dialog.findByRole('link', { name: /^Visit website/ });
  expect(link.getAttribute('href')).toBe('https://example.com/bot');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(dialog.queryByRole('link', { name: 'Deploy' })).toBeNull();
});

test('shows a sample without actions that need the backend', { tags: ['MKT-43'] }, async () => {
  const { dialog, backend } = await openDetails({
    replies: { search_listings: 'unreachable', count_listings: 'unreachable', agents: 'unreachable' },
  });
  expect(await dialog.findByText(/^Sample agent:/)).toBeTruthy();
  expect(dialog.getByText(/Answers customer questions/)).toBeTruthy();
  expect(dialog.getByRole('img', { name: /^Rated 4.8 out of 5/ })).toBeTruthy();
  expect(dialog.queryByRole('link', { name: 'Deploy' })).toBeNull();
  expect(dialog.queryByRole('link', { name: /^by / })).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Install/ })).toBeNull();
  // The way on.
  backend.replies = repliesFor(agent);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('by Amara Okafor')).toBeTruthy();
  expect(dialog.getByRole('button', { name: /^Install/ }).dataset['variant']).toBe('primary');
  expect(dialog.queryByText(/^Sample agent/)).toBeNull();
});

test('shows the rating of all its reviews', async () => {
  const rating_distribution = {
    json: [
      { rating: 5, reviews: 3 },
      { rating: 2, reviews: 1 },
    ],
  };
  const { dialog } = await openDetails({ replies: { ...repliesFor(agent), rating_distribution } });
  expect(await dialog.findByRole('img', { name: 'Rated 4.3 out of 5 (4 ratings)' })).toBeTruthy();
});

test('a sample has the cover of other agents (20)', async () => {
  const { dialog } = await openDetails({
    replies: { search_listings: 'unreachable', count_listings: 'unreachable', agents: 'unreachable' },
  });
  const notice = await dialog.findByText(/^Sample agent:/);
  expect(notice.closest('dialog')?.querySelector('[aria-hidden][style*="--hue"] svg')).not.toBeNull();
});

test('lists other agents by the creator', async () => {
  const replies: Replies = {
    ...sampleReplies,
    agents: ({ url }) => ({
      json: url.searchParams.get('id') === `eq.${id}` ? [agent] : [{ id: 'a2', name: 'Another Bot' }],
    }),
  };
  const { dialog } = await openDetails({ replies });
  const link = await dialog.findByRole('link', { name: 'Another Bot' });
  expect(link.getAttribute('href')).toBe('/marketplace?agent=a2');
});

test('sends a report, once, and asks before it is lost', async () => {
  const { address, dialog, toasts, backend } = await openDetails({ isSignedIn: true });
  await userEvent.click(await dialog.findByRole('button', { name: 'Report this agent' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'It’s spam');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Details (optional)' }), ' Ads ');
  const opener = dialog.getByRole('button', { name: 'Report this agent' });
  await userEvent.click(opener);
  await userEvent.click(opener);
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Details (optional)' }).value).toBe(
    ' Ads ',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe(`/marketplace?agent=${id}`);
  const send = dialog.getByRole('button', { name: 'Send report' });
  // Before the page shows the first press (23).
  send.click();
  send.click();
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Thanks for your report']);
  });
  expect(backend.sent('POST', 'agent_reports').map(({ body }) => body)).toEqual([
    { agent_id: id, reason: 'spam', details: 'Ads' },
  ]);
  await waitFor(() => {
    expect(dialog.queryByRole('button', { name: 'Send report' })).toBeNull();
  });
  expect(document.activeElement).toBe(opener);

  backend.replies = {
    ...backend.replies,
    'POST agent_reports': { status: 409, json: { code: '23505', message: 'x' } },
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Report this agent' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual(['You already reported this agent']);
  });
});

test('a visitor cannot report', async () => {
  const { dialog } = await openDetails();
  await dialog.findByText('quickly');
  expect(dialog.queryByRole('button', { name: 'Report this agent' })).toBeNull();
});

test('the report comes with the other agents of the creator, which would move it', async () => {
  let respond: (reply: { json: object[] }) => void = () => undefined;
  const others = new Promise<{ json: object[] }>((resolve) => (respond = resolve));
  const { dialog } = await openDetails({
    replies: {
      ...sampleReplies,
      agents: ({ url }) => (url.searchParams.get('id') === `eq.${id}` ? { json: [agent] } : others),
    },
    isSignedIn: true,
  });
  expect(await dialog.findByText('quickly')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Report this agent' })).toBeNull();
  respond({ json: [{ id: 'a2', name: 'Sales Assistant' }] });
  expect(await dialog.findByRole('link', { name: 'Sales Assistant' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Report this agent' })).toBeTruthy();
});
