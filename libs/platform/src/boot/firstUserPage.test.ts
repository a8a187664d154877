/** A prerendered page for signed-in users: `firstPage` waits for the session, too. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstPage } from './firstPage';
import { composedRelease, compositionOf } from '../testing/compositions';
import { noFallback } from '../releases/releaseFallback';

const session = vi.hoisted(() => ({ isValid: undefined as boolean | undefined }));
const early = vi.hoisted(() => ({ isSent: false }));
vi.mock('@slipway/data', () => ({ hasEarlyResponses: () => early.isSent }));
vi.mock('@slipway/session', () => ({
  whenSessionKnown: () =>
    session.isValid === undefined ? new Promise(() => undefined) : Promise.resolve(session.isValid),
}));

const Page = () => null;
const host = {
  routes: [{ path: '/sales', access: 'signed-in', title: 'Sales', slice: 'market' }] as const,
  fallback: noFallback,
  composition: compositionOf({}),
  loader: { part: () => Promise.resolve(Page), startData: () => Promise.resolve() },
  slot: vi.fn((_slice: string, _name: string) => Promise.resolve(Page)),
  data: () => Promise.resolve(),
};

/** Opens the page, whose code never comes unless `page` has it. Returns whether the wait is over. */
function open(prerendered: string, page = () => new Promise<typeof Page>(() => undefined)): () => boolean {
  let isOver = false;
  const address = { pathname: '/sales', search: '' };
  void firstPage({ ...host, page }, address, { prerendered, loading: '' }).then(() => (isOver = true));
  return () => isOver;
}

beforeEach(() => {
  session.isValid = undefined;
  early.isSent = false;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('stays until the session is known, at most 300 milliseconds: then the guard says that it checks', async () => {
  const isOver = open('shown', () => Promise.resolve(Page));
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('stays another 300 milliseconds for its code', async () => {
  session.isValid = true;
  const isOver = open('shown');
  await vi.advanceTimersByTimeAsync(299);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

it('gives way as soon as its code is there', async () => {
  session.isValid = true;
  const isOver = open('shown', () => Promise.resolve(Page));
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('gives way to the guard at once without a valid session', async () => {
  session.isValid = false;
  const isOver = open('shown');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('waits for nothing while the document does not show it', async () => {
  session.isValid = true;
  const isOver = open('/sales');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it('knows the user before it loads, where the document has only sent the requests', async () => {
  early.isSent = true;
  session.isValid = true;
  const page = vi.fn(() => Promise.resolve(Page));
  const isOver = open('/sales', page);
  expect(page).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(page).toHaveBeenCalledOnce();
  expect(isOver()).toBe(true);
});

it('leaves a session that has ended since to the guard', async () => {
  early.isSent = true;
  session.isValid = false;
  const isOver = open('/sales');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

it.each([
  [true, 'with their data'],
  [false, 'without their data'],
])('loads the slots of the page where the document has sent requests (%s) %s', async (isSent) => {
  early.isSent = isSent;
  session.isValid = true;
  host.slot.mockClear();
  const shows = [{ name: 'dashboard.account', version: 1 }];
  const routes = [{ ...host.routes[0], slice: 'shell', shows }];
  const composition = compositionOf({ auth: { ...composedRelease('00000000000000b1'), slots: shows } });
  const page = () => Promise.resolve(Page);
  await firstPage({ ...host, routes, composition, page }, { pathname: '/sales', search: '' });
  expect(host.slot.mock.calls).toEqual(isSent ? [['auth', 'dashboard.account']] : []);
});
