/** Notifications of the user. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { markAsRead, notificationQueries } from './notifications';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);
const created_at = '2026-11-21T09:00:00Z';

test('counts unread ones up to ten', async () => {
  const backend = startBackend({ notifications: { json: [{ id: 1 }, { id: 2 }] } });
  expect(await createTestClient().fetchQuery(notificationQueries.unread('u1'))).toBe(2);
  expect(queryOf(backend.sent('GET', 'notifications')[0]?.url)).toEqual({
    ...{ select: 'id', read_at: 'is.null', limit: '10' },
  });
});

test('a failed count is no failure: it counts as none', async () => {
  startBackend({ notifications: { status: 500 } });
  expect(await createTestClient().fetchQuery(notificationQueries.unread('u1'))).toBe(0);
});

test('reads the newest 30 whenever the panel opens, and their count again after a minute', async () => {
  const backend = startBackend({ notifications: { json: [] } });
  const client = createTestClient();
  vi.useFakeTimers({ toFake: ['Date'] });
  const read = async () => {
    await client.fetchQuery(notificationQueries.unread('u1'));
    await client.fetchQuery(notificationQueries.newest('u1'));
    return backend.sent('GET', 'notifications').map(({ url }) => url.searchParams.get('limit'));
  };
  expect(await read()).toEqual(['10', '30']);
  vi.setSystemTime(Date.now() + 59_000);
  expect(await read()).toEqual(['10', '30', '30']);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await read()).toEqual(['10', '30', '30', '10', '30']);
  expect(backend.sent('GET', 'notifications')[1]?.url.searchParams.get('order')).toBe('id.desc');
});

test.each([
  ['text', {}],
  [null, {}],
  [['a'], {}],
  [7, {}],
  [{ agent: 'Bot' }, { agent: 'Bot' }],
])('the facts %j are read as %j', async (details, facts) => {
  const row = { id: 1, kind: 'review', details, created_at, read_at: null };
  startBackend({ notifications: { json: [row] } });
  expect(await createTestClient().fetchQuery(notificationQueries.newest('u1'))).toEqual([
    { id: 1, kind: 'review', details: facts, created_at, isRead: false },
  ]);
});

test('one with a time of reading is read', async () => {
  startBackend({
    notifications: { json: [{ id: 1, kind: 'price', details: {}, created_at, read_at: created_at }] },
  });
  expect(await createTestClient().fetchQuery(notificationQueries.newest('u1'))).toMatchObject([
    { isRead: true },
  ]);
});

test.each([
  ['one', 7, { read_at: 'is.null', id: 'eq.7' }],
  ['all unread ones', undefined, { read_at: 'is.null' }],
])('marks %s as read, and no time of reading changes', async (_which, id, filter) => {
  const backend = startBackend({ notifications: { status: 204 } });
  await markAsRead(id);
  const [request] = backend.sent('PATCH', 'notifications');
  expect(queryOf(request?.url)).toEqual(filter);
  expect(Date.parse(String(request?.body['read_at']))).toBeGreaterThan(Date.parse(created_at));
});
