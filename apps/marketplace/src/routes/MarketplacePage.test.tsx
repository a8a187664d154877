/** Search, filters and failures of the marketplace page. One file: the tests share the page and its helpers. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Replies, renderPage, startBackend, startIntersections } from '@slipway/testing';
import { samples } from '../data/samples';
import { sampleReplies } from '../testing/replies';
import MarketplacePage from './MarketplacePage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = '/marketplace', replies: Replies = sampleReplies) => {
  const backend = startBackend(replies);
  return { backend, intersections: startIntersections(), ...renderPage(<MarketplacePage />, address) };
};

const names = () => [...document.querySelectorAll('article h2')].map((name) => name.textContent);
const count = (text: string) => screen.findByText(`Showing ${text} agents`);
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
const chip = (name: string) => screen.getByRole('button', { name });

test(
  'shows the search box, the category chips in order, the count and six cards',
  { tags: ['MKT-40', 'MKT-41', 'MKT-42', 'MKT-43'] },
  async () => {
    open();
    await count('6 of 6');
    expect(box().value).toBe('');
    const chips = within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button');
    expect(chips.map((each) => [each.textContent, each.getAttribute('aria-pressed')])).toEqual([
      ['All', 'true'],
      ['Customer Service', 'false'],
      ['Sales', 'false'],
      ['Content', 'false'],
      ['Analytics', 'false'],
      ['Productivity', 'false'],
    ]);
    expect(names()).toEqual(samples.map(({ name }) => name));
  },
);

test(
  'shows name, description, tags, rating, downloads, price, creator and category on a card',
  { tags: ['MKT-44'] },
  async () => {
    open();
    await count('6 of 6');
    const card = screen.getAllByRole('article').find((each) => each.textContent.includes('Sales Assistant'));
    for (const text of [
      'Qualifies inbound leads',
      'crm',
      '4.6 (10)',
      '8,940 downloads',
      '$29/month',
      'by Slipway',
      'Sales',
    ]) {
      expect(card?.textContent).toContain(text);
    }
    // Descriptions are in any language.
    expect(screen.getByText(/^Qualifies inbound leads/).dir).toBe('auto');
  },
);

test('shows skeletons while loading', () => {
  open('/marketplace', { search_listings: 'never', count_listings: 'never' });
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
});

test(
  'searches while typing, keeps the focus, and replaces the history entry',
  { tags: ['MKT-50', 'MKT-55'] },
  async () => {
    const { address, back } = open();
    await count('6 of 6');
    await userEvent.type(box(), 'support');
    expect(box().value).toBe('support');
    expect(document.activeElement).toBe(box());
    await count('1 of 6');
    expect(names()).toEqual(['Customer Support Bot']);
    await waitFor(() => {
      expect(address()).toBe('/marketplace?q=support');
    });
    await back();
    expect(address()).toBe('/');
  },
);

test('keeps the previous results, marked busy, until new ones arrive', async () => {
  const { backend } = open();
  await count('6 of 6');
  backend.replies = { ...sampleReplies, search_listings: 'never' };
  await userEvent.click(chip('Sales'));
  expect(names()).toHaveLength(6);
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
});

test(
  'filters by category together with the search, and Back restores the previous view',
  { tags: ['MKT-54'] },
  async () => {
    const { address, back } = open();
    await count('6 of 6');
    await userEvent.click(chip('Customer Service'));
    await count('2 of 6');
    expect(chip('Customer Service').getAttribute('aria-pressed')).toBe('true');
    // At once: on a slow machine, the page searches between two keys.
    fireEvent.change(box(), { target: { value: 'returns' } });
    await count('1 of 6');
    await waitFor(() => {
      expect(address()).toBe('/marketplace?category=customer-service&q=returns');
    });
    await back();
    await count('6 of 6');
    expect(box().value).toBe('');
    expect(chip('All').getAttribute('aria-pressed')).toBe('true');
  },
);

test('choosing a category includes text that was just typed', async () => {
  const { address } = open();
  await count('6 of 6');
  await userEvent.type(box(), 'returns');
  await userEvent.click(chip('Customer Service'));
  await waitFor(() => {
    expect(address()).toBe('/marketplace?q=returns&category=customer-service');
  });
});

test('a preview that is opened while its search is still being typed keeps the search, also on Back', async () => {
  const { address, back } = open();
  await count('6 of 6');
  fireEvent.change(box(), { target: { value: 'support' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview Customer Support Bot' }));
  expect(await screen.findByRole('dialog', { name: 'Customer Support Bot' })).toBeTruthy();
  expect(address()).toMatch(/^\/marketplace\?q=support&agent=/);
  await back();
  expect(address()).toBe('/marketplace?q=support');
  expect(box().value).toBe('support');
});

test('opens the view of a shared link and keeps its other parameters', async () => {
  const { address } = open('/marketplace?agent=a1&category=sales&q=crm');
  await count('1 of 6');
  expect(box().value).toBe('crm');
  expect(chip('Sales').getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(chip('All'));
  expect(address()).toBe('/marketplace?agent=a1&q=crm');
});

test('treats an unknown category as all', async () => {
  open('/marketplace?category=nonsense');
  await count('6 of 6');
  expect(chip('All').getAttribute('aria-pressed')).toBe('true');
});

test('puts sort order and price into the URL and the request, and Back restores them', async () => {
  const { address, back, backend } = open();
  await count('6 of 6');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Best rated');
  await waitFor(() => {
    expect(names()[0]).toBe('Insight Analyst');
  });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Price' }), '$20 to $40');
  await count('2 of 6');
  expect(address()).toBe('/marketplace?sort=rating&price=20-40');
  expect(backend.requests.findLast(({ body }) => 'q' in body)?.body).toMatchObject({
    ...{ sort: 'rating', min_price: 20, max_price: 40 },
  });
  await back();
  await count('6 of 6');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Price' }).value).toBe('any');
});

test('adds tags from cards to the filter and removes them again; a removed tag passes the focus on', async () => {
  const { address } = open('/marketplace?q=i');
  await count('6 of 6');
  await userEvent.click(screen.getByRole('link', { name: 'crm' }));
  await count('1 of 6');
  await userEvent.click(screen.getByRole('link', { name: 'leads' }));
  await waitFor(() => {
    expect(address()).toBe('/marketplace?q=i&tag=crm&tag=leads');
  });
  const chosen = screen.getByRole('group', { name: 'Tags' });
  await userEvent.click(within(chosen).getByRole('button', { name: 'Remove tag crm' }));
  expect(address()).toBe('/marketplace?q=i&tag=leads');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove tag leads' }));
  expect(screen.getByRole('link', { name: 'leads' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(screen.getByRole('link', { name: 'leads' }));
  await count('6 of 6');
  expect(screen.queryByRole('group', { name: 'Tags' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'leads' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove tag leads' }));
  await count('6 of 6');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All' }));
});

test('shows an empty state that clears the filters', { tags: ['MKT-56', 'MKT-57', 'MKT-58'] }, async () => {
  const { address } = open('/marketplace?q=zzzz&category=sales');
  expect(await screen.findByText('No agents found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy();
  await count('0 of 6');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await count('6 of 6');
  expect(address()).toBe('/marketplace');
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All' }));
});

test.each(['.*', '\\', '<', '%', "'"])(
  'sends %s to the database unchanged',
  { tags: ['MKT-59'] },
  async (typed) => {
    const { backend } = open();
    await count('6 of 6');
    await userEvent.type(box(), typed);
    await count('0 of 6');
    expect(backend.requests.filter(({ body }) => 'q' in body).at(-1)?.body.q).toBe(typed);
  },
);

test(
  'shows searchable samples, labeled, until the backend is reachable again',
  { tags: ['MKT-43'] },
  async () => {
    const { backend } = open('/marketplace', {
      search_listings: 'unreachable',
      count_listings: 'unreachable',
    });
    expect(await screen.findByText(/sample agents/i)).toBeTruthy();
    await count('6 of 6');
    await userEvent.click(chip('Sales'));
    await count('1 of 6');
    expect(screen.getByText(/sample agents/i)).toBeTruthy();

    backend.replies = sampleReplies;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(screen.queryByText(/sample agents/i)).toBeNull();
    });
    expect(names()).toEqual(['Sales Assistant']);
  },
);

test('shows an error with a retry for other failures', async () => {
  const { backend } = open('/marketplace', {
    ...sampleReplies,
    search_listings: { status: 500, json: { message: 'x' } },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the marketplace');
  expect(screen.queryByText(/sample agents/i)).toBeNull();
  backend.replies = sampleReplies;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await count('6 of 6');
});
