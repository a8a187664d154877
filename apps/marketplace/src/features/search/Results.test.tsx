/**
 * Results of several pages, each of lists of 6 cards. Rendering 48 cards is slow in jsdom, so these tests query by text or label, which needs no
 * accessibility tree.
 */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { type Replies, renderPage, startBackend, startIntersections } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import MarketplacePage from '../../routes/MarketplacePage';
import { pagedReplies } from '../../testing/replies';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (replies: Replies) => {
  const backend = startBackend(replies);
  const intersections = startIntersections();
  renderPage(<MarketplacePage />, '/marketplace');
  return { backend, intersections };
};

const names = () => [...document.querySelectorAll('article h2')].map((name) => name.textContent);
const count = (text: string) => screen.findByText(`Showing ${text} agents`);
const lists = () => [...document.querySelectorAll('main ul[aria-label^="Agents"]')];
const boxOf = (element: Element | null | undefined) => {
  if (!element?.parentElement) throw new Error('The element has no box');
  return element.parentElement;
};

/** The boxes of the lists of a page, also of those that are not in the document. */
const boxesOf = (page: Element | undefined) => [...(page?.children ?? [])];
const pages = () => [...new Set(lists().map((list) => boxOf(boxOf(list))))];

test('loads the next page when its place comes near, and each page once', async () => {
  const { backend, intersections } = open(pagedReplies(100));
  await count('48 of 100');
  intersections.report(boxOf(screen.getByText('Show more agents').parentElement), true);
  await count('96 of 100');
  fireEvent.click(screen.getByText('Show more agents'));
  await count('100 of 100');
  expect(screen.queryByText('Show more agents')).toBeNull();
  for (const box of pages().flatMap(boxesOf)) intersections.report(box, true);
  expect(new Set(names()).size).toBe(100);
  expect(lists().map((list) => list.getAttribute('aria-label'))).toEqual([
    ...Array.from({ length: 16 }, (_, at) => `Agents ${String(at * 6 + 1)} to ${String(at * 6 + 6)}`),
    'Agents 97 to 100',
  ]);
  expect(backend.sent('POST', 'search_listings')).toHaveLength(3);
  expect(backend.sent('GET', 'count_listings')).toHaveLength(1);
});

test('a press moves the focus to the first new agent, or to the way to try again', async () => {
  const { backend } = open(pagedReplies(60));
  await count('48 of 60');
  const press = (text: string) => {
    const button = screen.getByText(text).closest('button');
    button?.focus();
    if (button) fireEvent.click(button);
  };
  backend.replies = { ...backend.replies, search_listings: { status: 500, json: { message: 'x' } } };
  press('Show more agents');
  await screen.findByText('Couldn’t load more agents.');
  expect(document.activeElement?.textContent).toBe('Try again');
  backend.replies = pagedReplies(60);
  press('Try again');
  await count('60 of 60');
  expect(document.activeElement?.closest('article')).toBe(boxesOf(pages()[1])[0]?.querySelector('article'));
});

test('lists below the viewport have places for their cards, until they come near (23)', async () => {
  const { intersections } = open(pagedReplies(48));
  await count('48 of 48');
  // The lists that a viewport of 768 pixels can show.
  expect(names()).toHaveLength(12);
  const box = boxesOf(pages()[0])[7] ?? document.body;
  expect(box.querySelector('article')).toBeNull();
  expect([...(box.firstElementChild?.children ?? [])].map((place) => place.getAttribute('style'))).toEqual(
    Array(6).fill(expect.stringContaining('16.75rem')),
  );
  intersections.report(box, false, 600);
  expect(box.getAttribute('style')).toContain('600px');
  expect(box.childElementCount).toBe(0);
  intersections.report(box, true, 600);
  expect(box.querySelectorAll('article')).toHaveLength(6);
  // Whatever was rendered or measured has another height at another width.
  intersections.report(box, false, 600);
  act(() => {
    vi.stubGlobal('innerWidth', 500);
    window.dispatchEvent(new Event('resize'));
  });
  expect(box.querySelector('article')).toBeNull();
  expect(box.getAttribute('style')).not.toContain('600px');
  expect(box.firstElementChild?.childElementCount).toBe(6);
});

test('a page far from the viewport is one box (23)', async () => {
  const { intersections } = open(pagedReplies(48));
  await count('48 of 48');
  const page = pages()[0] ?? document.body;
  for (const box of boxesOf(page)) intersections.report(box, false, 550);
  intersections.report(page, false, 5_000);
  expect(page.childElementCount).toBe(0);
  expect(page.getAttribute('style')).toContain('5000px');
  intersections.report(page, true, 5_000);
  // As they were measured.
  expect(boxesOf(page).map((box) => box.getAttribute('style'))).toEqual(
    Array(8).fill(expect.stringContaining('550px')),
  );
});

test('replaces a far list by a box of its height, unless it has the focus', async () => {
  const { intersections } = open(pagedReplies(48));
  await count('48 of 48');
  const box = boxOf(document.querySelector('article')?.closest('ul'));
  screen.getByLabelText('Preview Agent 5').focus();
  intersections.report(box, false, 9_000);
  expect(names()).toHaveLength(12);
  (document.activeElement as HTMLElement).blur();
  intersections.report(box, false, 9_000);
  // The other list stays.
  expect(names()).toHaveLength(6);
  expect(box.getAttribute('style')).toContain('9000px');
  intersections.report(box, true, 9_000);
  expect(names()).toHaveLength(12);
  expect(box.getAttribute('style')).not.toContain('9000px');
});

test('keeps the results when the next page fails, and retries it', async () => {
  const { backend } = open(pagedReplies(60));
  await count('48 of 60');
  backend.replies = { ...backend.replies, search_listings: { status: 500, json: { message: 'x' } } };
  fireEvent.click(screen.getByText('Show more agents'));
  const notice = boxOf(await screen.findByText('Couldn’t load more agents.'));
  expect(names()).toHaveLength(12);
  backend.replies = pagedReplies(60);
  fireEvent.click(within(notice).getByText('Try again'));
  await count('60 of 60');
});
