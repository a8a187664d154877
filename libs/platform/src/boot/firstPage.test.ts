/** How long the app waits for its first page. One file: all tests share one host and its page. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostRoute } from './hostContext';
import { failedFirstPart, firstPage, forgetFirstPart } from './firstPage';
import { composedRelease, compositionOf } from '../testing/compositions';
import { noFallback } from '../releases/releaseFallback';

const session = vi.hoisted(() => ({ isKnown: false }));
vi.mock('@slipway/data', () => ({ hasEarlyResponses: () => false }));
vi.mock('@slipway/session', () => ({
  whenSessionKnown: () => (session.isKnown ? Promise.resolve(false) : new Promise(() => undefined)),
}));

const route = (path: string, access: HostRoute['access']): HostRoute => ({
  path,
  access,
  title: path,
  slice: 'market',
});
const routes = [route('/market', 'public'), route('/sales', 'signed-in')];
const Page = () => null;
const composition = compositionOf({
  market: { ...composedRelease('00000000000000b1'), slots: [{ name: 'landing.featured', version: 1 }] },
});
const loader = { part: vi.fn(() => Promise.resolve(Page)), startData: () => Promise.resolve() };
const slot = vi.fn(() => Promise.resolve(Page));
const data = () => new Promise(() => undefined);
const loadingState = { prerendered: 'shown', loading: '' };
const others = { routes, fallback: noFallback, composition, loader, slot, data };
const at = (pathname: string, search = '') => ({ pathname, search });
/** Waits for the first page; returns whether the wait is over. */
function open(
  path: string,
  page: () => Promise<typeof Page>,
  shown?: Parameters<typeof firstPage>[2],
): () => boolean {
  let isOver = false;
  void firstPage({ ...others, page }, at(path), shown).then(() => (isOver = true));
  return () => isOver;
}

beforeEach(() => {
  session.isKnown = false;
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

it('starts the data of the address with the page', async () => {
  const page = vi.fn(() => Promise.resolve(Page));
  await firstPage({ ...others, page }, at('/market', '?q=mail'));
  expect(page).toHaveBeenCalledWith(routes[0], { pathname: '/market', search: '?q=mail' });
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

it('keeps a failure while an earlier release is looked up, so that the region does not load the part again', async () => {
  const guarded = new Promise<never>(() => undefined);
  const fallback = { ...noFallback, guard: () => guarded };
  void firstPage({ ...others, fallback, page: () => Promise.reject(new Error('gone')) }, at('/market'));
  await vi.advanceTimersByTimeAsync(0);
  expect(failedFirstPart('/market')).toBe(guarded);
  forgetFirstPart('/market');
});

it('keeps a failure for ten seconds, or until it is forgotten, for the region that renders the page', async () => {
  const gone = new Error('gone');
  open('/market', () => Promise.reject(gone));
  await vi.advanceTimersByTimeAsync(9_999);
  await expect(failedFirstPart('/market')).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(1);
  expect(failedFirstPart('/market')).toBeUndefined();
  open('/market', () => Promise.reject(gone));
  await vi.advanceTimersByTimeAsync(0);
  expect(failedFirstPart('/market')).toBeDefined();
  forgetFirstPart('/market');
  expect(failedFirstPart('/market')).toBeUndefined();
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
  'waits longer while the document shows the prerendered page, also for the session: %s',
  async (_how, now, wait) => {
    vi.spyOn(performance, 'now').mockReturnValue(now);
    const isOver = open('/market', () => Promise.resolve(Page), { prerendered: 'shown' });
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  },
);

it('waits no longer than without a prerendered page when that is a loading state', async () => {
  const isOver = open('/market', () => new Promise(() => undefined), loadingState);
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it.each(['focus', 'text'])('keeps the field of a loading state that has the %s of the user', async (has) => {
  session.isKnown = true;
  const field = document.body.appendChild(document.createElement('input'));
  if (has === 'focus') field.focus();
  else field.value = 'mail';
  let arrive: ((page: typeof Page) => void) | undefined;
  const isOver = open('/market', () => new Promise((resolve) => (arrive = resolve)), loadingState);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isOver()).toBe(false);
  arrive?.(Page);
  await vi.advanceTimersByTimeAsync(0);
  field.remove();
  expect(isOver()).toBe(true);
});

it('does not wait for a prerendered page that is not shown', async () => {
  const isOver = open('/market', () => Promise.resolve(Page), { prerendered: '/market' });
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

const landing = {
  ...route('/', 'public'),
  slice: 'shell',
  shows: [{ name: 'landing.featured', version: 1 }],
};
const onLanding = { ...others, routes: [landing], page: () => Promise.resolve(Page) };

it.each([
  ['does not wait for slots', {}, 0],
  [
    'waits for slots at most 300 milliseconds while the document shows the prerendered page',
    { prerendered: 'shown' },
    300,
  ],
])('%s', async (_what, dataset, wait) => {
  session.isKnown = true;
  slot.mockReturnValueOnce(new Promise(() => undefined));
  let isOver = false;
  void firstPage(onLanding, at('/'), dataset).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(Math.max(0, wait - 1));
  expect(slot).toHaveBeenLastCalledWith('market', 'landing.featured');
  expect(isOver).toBe(wait === 0);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

it('keeps the failure of a slot for its region', async () => {
  const gone = new Error('gone');
  slot.mockReturnValueOnce(Promise.reject(gone));
  await firstPage(onLanding, at('/'));
  await vi.advanceTimersByTimeAsync(0);
  await expect(failedFirstPart('landing.featured')).rejects.toBe(gone);
  forgetFirstPart('landing.featured');
  expect(failedFirstPart('landing.featured')).toBeUndefined();
});

it('loads no slot that a user opens', async () => {
  slot.mockClear();
  const agents = { ...landing, shows: [{ name: 'agent.playground', version: 1 }] };
  await firstPage({ ...onLanding, routes: [agents] }, at('/'));
  expect(slot).not.toHaveBeenCalled();
});

it('loads the slots of a page for signed-in users without their data', async () => {
  slot.mockClear();
  await firstPage({ ...onLanding, routes: [{ ...landing, access: 'signed-in' }] }, at('/'));
  expect(slot).not.toHaveBeenCalled();
  expect(loader.part).toHaveBeenLastCalledWith('market', 'landing.featured');
});
