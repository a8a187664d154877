import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { samples, searchSamples } from '../data/samples';
import { parseCategory } from '../data/category';
import { type Answers, startBackend } from '../testing/backend';
import { renderPage } from '../testing/renderPage';
import MarketplacePage from './MarketplacePage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Answers as the database would, over the six samples. */
const live: Answers = {
  count_listings: { json: samples.length },
  search_listings: ({ args }) => ({
    json: searchSamples({ q: String(args.q), category: parseCategory(String(args.category)) }).listings,
  }),
};

const open = (address?: string, answers: Answers = live) => {
  const backend = startBackend(answers);
  return { backend, ...renderPage(<MarketplacePage />, address) };
};

const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const count = (words: string) => screen.findByText(`Showing ${words} agents`);
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
const chip = (name: string) => screen.getByRole('button', { name });

test('MKT-40 MKT-41 MKT-42 MKT-43 the box, the chips in their order, the count and six cards', async () => {
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
});

test('MKT-44 a card shows name, description, tags, rating, downloads, price, creator and category', async () => {
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
});

test('skeletons stand for cards while it waits', () => {
  open('/marketplace', { search_listings: 'never', count_listings: 'never' });
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
});

test('MKT-50 MKT-55 typing narrows the list, keeps the focus, and the address follows without a history of letters', async () => {
  const { address, back } = open();
  await count('6 of 6');
  await userEvent.type(box(), 'support');
  expect(box().value).toBe('support');
  expect(document.activeElement).toBe(box());
  await count('1 of 6');
  expect(names()).toEqual(['Customer Support Bot']);
  expect(address()).toBe('/marketplace?q=support');
  await back();
  expect(address()).toBe('/');
});

test('the old results stay, marked as busy, until the new ones are there', async () => {
  const { backend } = open();
  await count('6 of 6');
  backend.answers = { ...live, search_listings: 'never' };
  await userEvent.click(chip('Sales'));
  expect(names()).toHaveLength(6);
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
});

test('MKT-54 chips filter, combine with the search, go into the history, and Back returns', async () => {
  const { address, back } = open();
  await count('6 of 6');
  await userEvent.click(chip('Customer Service'));
  await count('2 of 6');
  expect(chip('Customer Service').getAttribute('aria-pressed')).toBe('true');
  await userEvent.type(box(), 'returns');
  await count('1 of 6');
  expect(address()).toBe('/marketplace?category=customer-service&q=returns');
  await back();
  await count('6 of 6');
  expect(box().value).toBe('');
  expect(chip('All').getAttribute('aria-pressed')).toBe('true');
});

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

test('MKT-56 MKT-57 MKT-58 nothing found says so, and clears', async () => {
  const { address } = open('/marketplace?q=zzzz&category=sales');
  expect(await screen.findByText('No agents found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy();
  await count('0 of 6');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await count('6 of 6');
  expect(address()).toBe('/marketplace');
  expect(box().value).toBe('');
});

test.each(['.*', '\\', '<', '%', "'"])('MKT-59 %s goes to the database as it is', async (typed) => {
  const { backend } = open();
  await count('6 of 6');
  await userEvent.type(box(), typed);
  await count('0 of 6');
  expect(backend.asked.filter(({ args }) => 'q' in args).at(-1)?.args.q).toBe(typed);
});

test('MKT-43 without a backend: the six samples, labelled, searched too, and gone when it is back', async () => {
  const { backend } = open('/marketplace', {
    search_listings: 'unreachable',
    count_listings: 'unreachable',
  });
  expect(await screen.findByText(/sample catalogue/i)).toBeTruthy();
  await count('6 of 6');
  await userEvent.click(chip('Sales'));
  await count('1 of 6');
  expect(screen.getByText(/sample catalogue/i)).toBeTruthy();

  backend.answers = live;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(screen.queryByText(/sample catalogue/i)).toBeNull();
  });
  expect(names()).toEqual(['Sales Assistant']);
});

test('another failure says so and tries again', async () => {
  const { backend } = open('/marketplace', {
    ...live,
    search_listings: { status: 500, json: { message: 'x' } },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The marketplace could not be loaded');
  expect(screen.queryByText(/sample catalogue/i)).toBeNull();
  backend.answers = live;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await count('6 of 6');
});
