import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Reply, renderPage, startBackend } from '@slipway/testing';
import FeaturedAgents from './FeaturedAgents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const agent = {
  id: 'a1',
  name: 'Customer Support Bot',
  description: 'Answers questions.',
  tags: ['support'],
  pricing_model: 'free',
  price_per_message: null as number | null,
  price_per_month: null as number | null,
  external_only: false,
  creator: { full_name: 'Jane Doe' } as { full_name: string | null } | null,
};

const ratings = (...values: number[]) => values.map((rating) => ({ rating, agent_id: 'a1' }));

const show = (agents: Reply, reviews: Reply = { json: [] }) => {
  const backend = startBackend({ agents, agent_reviews: reviews });
  renderPage(<FeaturedAgents />, '/');
  return backend;
};

const showAgent = async (change: Partial<typeof agent> = {}, reviews: unknown = []) => {
  const backend = show({ json: [{ ...agent, ...change }] }, { json: reviews });
  return { backend, card: within(await screen.findByRole('article')) };
};

test('shows the heading and six skeletons while loading', { tags: ['MKT-01', 'MKT-02'] }, () => {
  show('never');
  expect(screen.getByRole('heading', { name: 'Featured AI Agents' })).toBeTruthy();
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
  expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(1);
});

test(
  'reads the agents once, and the ratings of all of them once',
  { tags: ['MKT-03', 'MKT-04', 'MKT-05', 'MKT-06', 'MKT-07', 'MKT-08'] },
  async () => {
    const rows = [agent, { ...agent, id: 'a2', name: 'Other' }];
    const backend = show({ json: rows }, { json: [...ratings(5), { rating: 4, agent_id: 'a2' }] });
    expect(await screen.findByText('5.0 (1)')).toBeTruthy();
    expect(screen.getByText('4.0 (1)')).toBeTruthy();
    expect(backend.requests).toHaveLength(2);
    const [agents, reviews] = backend.requests.map(({ url }) => url);
    expect(agents?.searchParams.get('select')).toContain(
      'creator:profiles!agents_creator_id_fkey(full_name)',
    );
    expect(agents?.searchParams.get('is_public')).toBe('eq.true');
    expect(agents?.searchParams.get('status')).toBe('eq.active');
    expect(agents?.searchParams.get('order')).toBe('created_at.desc,id.desc');
    expect(agents?.searchParams.get('limit')).toBe('6');
    expect(reviews?.searchParams.get('select')).toBe('rating,agent_id');
    expect(reviews?.searchParams.get('agent_id')).toBe('in.(a1,a2)');
  },
);

describe('a card', () => {
  test('shows name, creator and description', { tags: ['MKT-09', 'MKT-11', 'MKT-13'] }, async () => {
    const { card } = await showAgent();
    expect(card.getByRole('heading', { name: 'Customer Support Bot' })).toBeTruthy();
    expect(card.getByText('by Jane Doe')).toBeTruthy();
    expect(card.getByText('Answers questions.')).toBeTruthy();
  });

  test.each([false, true])(
    'marks external agents only: external_only %s',
    { tags: ['MKT-10'] },
    async (external_only) => {
      const { card } = await showAgent({ external_only });
      const mark = within(card.getByRole('heading')).queryByRole('img');
      expect(mark?.getAttribute('aria-label') ?? null).toBe(
        external_only ? 'Runs on its creator’s site' : null,
      );
    },
  );

  test.each([null, { full_name: null }, { full_name: '' }, { full_name: ' ' }])(
    'shows Anonymous for the creator %j',
    { tags: ['MKT-12'] },
    async (creator) => {
      const { card } = await showAgent({ creator });
      expect(card.getByText('by Anonymous')).toBeTruthy();
    },
  );

  test.each([null, ''])(
    'shows a placeholder for the description %j',
    { tags: ['MKT-14'] },
    async (description) => {
      const { card } = await showAgent({ description: description as string });
      expect(card.getByText('No description available')).toBeTruthy();
    },
  );

  test.each([
    [[], [], null],
    [['a'], ['a'], null],
    [['a', 'b'], ['a', 'b'], null],
    [['a', 'b', 'c'], ['a', 'b'], '+1'],
    [['a', 'b', 'c', 'd', 'e'], ['a', 'b'], '+3'],
  ])(
    'shows two of the tags %j and counts the rest',
    { tags: ['MKT-16', 'MKT-17'] },
    async (tags, shown, more) => {
      const { card } = await showAgent({ tags });
      for (const tag of tags) expect(card.queryByText(tag) !== null).toBe(shown.includes(tag));
      expect(card.queryByText(/^\+\d/)?.textContent ?? null).toBe(more);
    },
  );

  test('shows the price', { tags: ['MKT-18', 'MKT-19'] }, async () => {
    const { card } = await showAgent({ pricing_model: 'per_message', price_per_message: 0.01 });
    expect(card.getByText('$0.01 per message')).toBeTruthy();
  });

  test.each([
    [ratings(5, 4, 4, 5), '4.5 (4)'],
    [ratings(4, 4, 4, 5), '4.3 (4)'],
    [[], '0.0 (0)'],
    [[...ratings(5), { rating: 1, agent_id: 'another' }], '5.0 (1)'],
  ])('averages the ratings %j', { tags: ['MKT-20', 'MKT-21', 'MKT-22'] }, async (reviews, text) => {
    const { card } = await showAgent({}, reviews);
    expect(card.getByText(text)).toBeTruthy();
  });

  test('links to the agent’s details', { tags: ['MKT-23'] }, async () => {
    const { card } = await showAgent();
    const link = card.getByRole('link', { name: /^View Details/ });
    expect(link.textContent).toBe('View Details');
    expect(link.getAttribute('href')).toBe('/marketplace?agent=a1');
  });
});

test(
  'shows an empty state with a link to the marketplace',
  { tags: ['MKT-24', 'MKT-25', 'MKT-26'] },
  async () => {
    const backend = show({ json: [] });
    expect(await screen.findByText('No agents available yet')).toBeTruthy();
    expect(screen.getByText('Be the first to publish an agent to the marketplace!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse Marketplace' }).getAttribute('href')).toBe(
      '/marketplace',
    );
    expect(screen.queryByRole('button')).toBeNull();
    expect(backend.requests).toHaveLength(1);
  },
);

test('the empty state has an icon (20)', async () => {
  show({ json: [] });
  const text = await screen.findByText('No agents available yet');
  expect(text.closest('[data-state=empty]')?.querySelector('svg')).not.toBeNull();
});

test('links to all agents below the cards', { tags: ['MKT-27'] }, async () => {
  await showAgent();
  const link = screen.getByRole('link', { name: 'Browse All Agents' });
  expect(link.getAttribute('href')).toBe('/marketplace');
  expect(
    screen.getByRole('article').compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
});

test.each(['agents', 'agent_reviews'])(
  'only logs a failed read of %s, and offers a retry',
  { tags: ['MKT-28', 'T-40'] },
  async (failing) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answers = { agents: { json: [agent] }, agent_reviews: { json: [] } };
    const backend = startBackend({ ...answers, [failing]: { status: 500, json: { message: 'down' } } });
    renderPage(<FeaturedAgents />, '/');
    const text = await screen.findByText('No agents available yet');
    expect(text.closest('[data-state=error]')).not.toBeNull();
    expect(log).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();

    backend.replies = answers;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  },
);
