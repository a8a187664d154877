/** A page whose data the document has requested: `firstPage` waits for it, so that React renders the page once (decision 109). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compositionOf } from '../testing/compositions';
import { firstPage } from './firstPage';
import { noFallback } from '../releases/releaseFallback';

vi.mock('@slipway/data', () => ({ hasEarlyResponses: () => true }));
vi.mock('@slipway/session', () => ({ whenSessionKnown: () => Promise.resolve(false) }));

const Page = () => null;
const host = {
  routes: [{ path: '/market', access: 'public', title: 'Market', slice: 'market' }] as const,
  fallback: noFallback,
  composition: compositionOf({}),
  loader: { part: () => Promise.resolve(Page), startData: () => Promise.resolve() },
  slot: () => Promise.resolve(Page),
};
const never = <Value>() => new Promise<Value>(() => undefined);

/** Opens the page. Returns whether the wait is over. */
function open(page: Promise<typeof Page>, data: Promise<unknown>): () => boolean {
  let isOver = false;
  const address = { pathname: '/market', search: '' };
  void firstPage({ ...host, page: () => page, data: () => data }, address).then(() => (isOver = true));
  return () => isOver;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for the data once the code is there, at most 300 milliseconds', async () => {
  let arrive: (page: typeof Page) => void = () => undefined;
  const isOver = open(new Promise((resolve) => (arrive = resolve)), never());
  await vi.advanceTimersByTimeAsync(200);
  arrive(Page);
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('is over when the data is there', async () => {
  const isOver = open(Promise.resolve(Page), Promise.resolve());
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('does not wait for the data of a page whose code takes too long', async () => {
  const isOver = open(never(), never());
  await vi.advanceTimersByTimeAsync(300);
  expect(isOver()).toBe(true);
});
