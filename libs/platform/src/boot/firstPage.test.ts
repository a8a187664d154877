import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostRoute } from './hostContext';
import { failedFirstPage, firstPage, forgetFirstPage } from './firstPage';

const route = (path: string, access: HostRoute['access']): HostRoute => ({
  path,
  access,
  title: path,
  slice: 'market',
});
const routes = [route('/market', 'public'), route('/sales', 'signed-in')];
const fallback = {
  guard: <Part>(_slice: string, part: Promise<Part>) => part,
  markWorking: () => undefined,
  afterCrash: () => Promise.resolve(false as const),
};
const Page = () => null;
/** Waits for the first page; returns whether the wait is over. */
function open(path: string, page: () => Promise<typeof Page>): () => boolean {
  let isOver = false;
  void firstPage({ routes, page, fallback }, path).then(() => (isOver = true));
  return () => isOver;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('waits until a public page has loaded', async () => {
  let arrive: ((page: typeof Page) => void) | undefined;
  const isOver = open('/market', () => new Promise((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  arrive?.(Page);
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('waits at most 300 milliseconds', async () => {
  const isOver = open('/market', () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('leaves a failure to the page', async () => {
  const isOver = open('/market', () => Promise.reject(new Error('gone')));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('keeps a failure for ten seconds, or until it is forgotten, for the region that renders the page', async () => {
  const gone = new Error('gone');
  open('/market', () => Promise.reject(gone));
  await vi.advanceTimersByTimeAsync(9_999);
  await expect(failedFirstPage('/market')).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(1);
  expect(failedFirstPage('/market')).toBeUndefined();
  open('/market', () => Promise.reject(gone));
  await vi.advanceTimersByTimeAsync(0);
  expect(failedFirstPage('/market')).toBeDefined();
  forgetFirstPage('/market');
  expect(failedFirstPage('/market')).toBeUndefined();
});

it('starts to load a page for signed-in users, and does not wait for it', async () => {
  const page = vi.fn(() => new Promise<typeof Page>(() => undefined));
  const isOver = open('/sales', page);
  await vi.advanceTimersByTimeAsync(0);
  expect(page).toHaveBeenCalledOnce();
  expect(isOver()).toBe(true);
});

it('does not wait for a path without a route', async () => {
  const isOver = open('/nowhere', () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it.each([
  ['for five seconds', 14_000, 5_000],
  ['until 15 seconds after the document was opened', 2_000, 13_000],
])(
  'waits longer while the document shows the page in advance, also for the session: %s',
  async (_how, now, wait) => {
    vi.spyOn(performance, 'now').mockReturnValue(now);
    let isOver = false;
    const page = () => Promise.resolve(Page);
    void firstPage({ routes, page, fallback }, '/market', { prerendered: 'shown' }).then(
      () => (isOver = true),
    );
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  },
);

it('waits no longer than without a page in advance when that is a loading state', async () => {
  let isOver = false;
  const page = () => new Promise<typeof Page>(() => undefined);
  const shown = { prerendered: 'shown', loading: '' };
  void firstPage({ routes, page, fallback }, '/market', shown).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

it('does not wait for a page in advance that is not shown', async () => {
  let isOver = false;
  const page = () => Promise.resolve(Page);
  void firstPage({ routes, page, fallback }, '/market', { prerendered: '/market' }).then(
    () => (isOver = true),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver).toBe(true);
});
