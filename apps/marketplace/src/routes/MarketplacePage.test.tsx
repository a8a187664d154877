/** The marketplace as a visitor uses it. One piece: every test looks at the same page with the same helpers. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultFilter, type Filter, type Listing } from '../data/search';
import { priceRangeNames, priceRanges } from '../data/priceRange';
import { samples, searchSamples } from '../data/samples';
import { type Replies, renderPage, startBackend, startIntersections } from '@slipway/testing';
import MarketplacePage from './MarketplacePage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Replies as the database would, over the six samples. */
const live: Replies = {
  count_listings: { json: samples.length },
  search_listings: ({ body }) => {
    const price = priceRangeNames.find(
      (name) => priceRanges[name].min === body.min_price && priceRanges[name].max === body.max_price,
    );
    return {
      json: searchSamples({ ...defaultFilter, ...(body as Partial<Filter>), ...(price && { price }) }),
    };
  },
};

/** A hundred agents, 48 a page. */
const hundred: readonly Listing[] = Array.from({ length: 100 }, (_, index) => {
  const [sample] = samples;
  if (!sample) throw new Error('There are no samples');
  return { ...sample, agent_id: `agent-${String(index + 1)}`, name: `Agent ${String(index + 1)}` };
});

const liveHundred: Replies = {
  count_listings: { json: hundred.length },
  search_listings: ({ body }) => {
    const after = (body.after as Listing | undefined)?.agent_id;
    const from = hundred.findIndex(({ agent_id }) => agent_id === after) + 1;
    return { json: hundred.slice(from, from + Number(body.page_size)) };
  },
};

const open = (address = '/marketplace', answers: Replies = live) => {
  const backend = startBackend(answers);
  return { backend, intersections: startIntersections(), ...renderPage(<MarketplacePage />, address) };
};

/** Without roles, which jsdom takes long to find in a hundred cards. */
const names = () => [...document.querySelectorAll('article h2')].map((name) => name.textContent);
const count = (words: string) => screen.findByText(`Showing ${words} agents`);
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
const chip = (name: string) => screen.getByRole('button', { name });

test(
  'the box, the chips in their order, the count and six cards',
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
  'a card shows name, description, tags, rating, downloads, price, creator and category',
  { tags: ['MKT-44'] },
  async () => {
    open();
    await count('6 of 6');
    const card = screen.getAllByRole('article').find((each) => each.textContent.includes('Sales Assistant'));
    for (const words of [
      'Qualifies inbound leads',
      'crm',
      '4.6 (10)',
      '8,940 downloads',
      '$29/month',
      'by Jonas Lindqvist',
      'Sales',
    ]) {
      expect(card?.textContent).toContain(words);
    }
  },
);

test('skeletons stand for cards while it waits', () => {
  open('/marketplace', { search_listings: 'never', count_listings: 'never' });
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
});

test(
  'typing narrows the list, keeps the focus, and the address follows without a history of letters',
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

test('the old results stay, marked as busy, until the new ones are there', async () => {
  const { backend } = open();
  await count('6 of 6');
  backend.replies = { ...live, search_listings: 'never' };
  await userEvent.click(chip('Sales'));
  expect(names()).toHaveLength(6);
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
});

test(
  'chips filter, combine with the search, go into the history, and Back returns',
  { tags: ['MKT-54'] },
  async () => {
    const { address, back } = open();
    await count('6 of 6');
    await userEvent.click(chip('Customer Service'));
    await count('2 of 6');
    expect(chip('Customer Service').getAttribute('aria-pressed')).toBe('true');
    await userEvent.type(box(), 'returns');
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

test('a chip takes along what was just typed', async () => {
  const { address } = open();
  await count('6 of 6');
  await userEvent.type(box(), 'returns');
  await userEvent.click(chip('Customer Service'));
  expect(address()).toBe('/marketplace?q=returns&category=customer-service');
});

test('a shared link opens the same view; what else it says is left alone', async () => {
  const { address } = open('/marketplace?agent=a1&category=sales&q=crm');
  await count('1 of 6');
  expect(box().value).toBe('crm');
  expect(chip('Sales').getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(chip('All'));
  expect(address()).toBe('/marketplace?agent=a1&q=crm');
});

test('a category that there is not is all of them', async () => {
  open('/marketplace?category=nonsense');
  await count('6 of 6');
  expect(chip('All').getAttribute('aria-pressed')).toBe('true');
});

test('the order and the price go into the address and to the database; Back returns', async () => {
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

test('a tag of a card narrows the list, another narrows it further, and each can be taken away', async () => {
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
  expect(screen.getByRole('link', { name: 'leads' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(screen.getByRole('link', { name: 'leads' }));
  await count('6 of 6');
  expect(screen.queryByRole('group', { name: 'Tags' })).toBeNull();
});

test('the list goes on as its end comes near, by the row and not by a number; nothing is asked for twice', async () => {
  const { backend, intersections } = open('/marketplace', liveHundred);
  await count('48 of 100');
  const end = () => {
    const box = screen.getByRole('button', { name: 'Show more agents' }).parentElement?.parentElement;
    if (!box) throw new Error('The list has no end');
    return box;
  };
  intersections.report(end(), true);
  await count('96 of 100');
  await userEvent.click(screen.getByRole('button', { name: 'Show more agents' }));
  await count('100 of 100');
  expect(new Set(names()).size).toBe(100);
  expect(screen.queryByRole('button', { name: 'Show more agents' })).toBeNull();
  expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([
    'Agents 1 to 48',
    'Agents 49 to 96',
    'Agents 97 to 100',
  ]);
  const asked = backend.requests.map(({ url, body }) => `${url.pathname} ${JSON.stringify(body)}`);
  expect(asked.length).toBe(new Set(asked).size);
  expect(asked).toHaveLength(4);
});

test('a page that is far away gives way to a box of its height, unless it has the focus', async () => {
  const { intersections } = open('/marketplace', liveHundred);
  await count('48 of 100');
  const box = screen.getByRole('list').parentElement;
  if (!box) throw new Error('The list has no box');
  screen.getByRole('button', { name: 'Preview Agent 7' }).focus();
  intersections.report(box, false, 9_000);
  expect(names()).toHaveLength(48);
  box.ownerDocument.body.tabIndex = -1;
  box.ownerDocument.body.focus();
  intersections.report(box, false, 9_000);
  expect(names()).toHaveLength(0);
  expect(box.style.height).toBe('9000px');
  intersections.report(box, true, 9_000);
  expect(names()).toHaveLength(48);
  expect(box.style.height).toBe('');
});

test('what follows could not be loaded: it says so, what is there stays, and trying again goes on', async () => {
  const { backend } = open('/marketplace', liveHundred);
  await count('48 of 100');
  backend.replies = { ...liveHundred, search_listings: { status: 500, json: { message: 'x' } } };
  await userEvent.click(screen.getByRole('button', { name: 'Show more agents' }));
  expect(await screen.findByText('Couldn’t load more agents.')).toBeTruthy();
  expect(names()).toHaveLength(48);
  backend.replies = liveHundred;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await count('96 of 100');
});

test('nothing found says so, and clears', { tags: ['MKT-56', 'MKT-57', 'MKT-58'] }, async () => {
  const { address } = open('/marketplace?q=zzzz&category=sales');
  expect(await screen.findByText('No agents found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy();
  await count('0 of 6');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await count('6 of 6');
  expect(address()).toBe('/marketplace');
  expect(box().value).toBe('');
});

test.each(['.*', '\\', '<', '%', "'"])(
  '%s goes to the database as it is',
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
  'without a backend: the six samples, labelled, searched too, and gone when it is back',
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

    backend.replies = live;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(screen.queryByText(/sample agents/i)).toBeNull();
    });
    expect(names()).toEqual(['Sales Assistant']);
  },
);

test('another failure says so and tries again', async () => {
  const { backend } = open('/marketplace', {
    ...live,
    search_listings: { status: 500, json: { message: 'x' } },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the marketplace');
  expect(screen.queryByText(/sample agents/i)).toBeNull();
  backend.replies = live;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await count('6 of 6');
});
