/**
 * Results of several pages. Rendering 48 cards is slow in jsdom, so these tests query by text or label, which needs no
 * accessibility tree.
 */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
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

test('loads the next page when its place comes near, and each page once', async () => {
  const { backend, intersections } = open(pagedReplies(100));
  await count('48 of 100');
  intersections.report(boxOf(screen.getByText('Show more agents').parentElement), true);
  await count('96 of 100');
  fireEvent.click(screen.getByText('Show more agents'));
  await count('100 of 100');
  expect(new Set(names()).size).toBe(100);
  expect(screen.queryByText('Show more agents')).toBeNull();
  expect(lists().map((list) => list.getAttribute('aria-label'))).toEqual([
    ...['Agents 1 to 12', 'Agents 13 to 24', 'Agents 25 to 36', 'Agents 37 to 48'],
    ...['Agents 49 to 60', 'Agents 61 to 72', 'Agents 73 to 84', 'Agents 85 to 96'],
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
  expect(document.activeElement?.closest('article')).toBe(document.querySelectorAll('article')[48]);
});

test('replaces a far list by a box of its height, unless it has the focus', async () => {
  const { intersections } = open(pagedReplies(48));
  await count('48 of 48');
  const box = boxOf(document.querySelector('article')?.closest('ul'));
  screen.getByLabelText('Preview Agent 7').focus();
  intersections.report(box, false, 9_000);
  expect(names()).toHaveLength(48);
  (document.activeElement as HTMLElement).blur();
  intersections.report(box, false, 9_000);
  // The other three lists stay.
  expect(names()).toHaveLength(36);
  expect(box.getAttribute('style')).toContain('9000px');
  intersections.report(box, true, 9_000);
  expect(names()).toHaveLength(48);
  expect(box.getAttribute('style')).not.toContain('9000px');
});

test('keeps the results when the next page fails, and retries it', async () => {
  const { backend } = open(pagedReplies(60));
  await count('48 of 60');
  backend.replies = { ...backend.replies, search_listings: { status: 500, json: { message: 'x' } } };
  fireEvent.click(screen.getByText('Show more agents'));
  const notice = boxOf(await screen.findByText('Couldn’t load more agents.'));
  expect(names()).toHaveLength(48);
  backend.replies = pagedReplies(60);
  fireEvent.click(within(notice).getByText('Try again'));
  await count('60 of 60');
});
