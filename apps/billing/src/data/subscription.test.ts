import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { subscriptionQueries } from './subscription';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the subscription', () => {
  test('is the active one of the user, otherwise the newest', async () => {
    const backend = startBackend({ subscriptions: { json: [{ plan_name: 'Pro' }] } });
    expect(await createTestClient().fetchQuery(subscriptionQueries.current('u1'))).toEqual({
      plan_name: 'Pro',
    });
    expect(Object.fromEntries(backend.requests[0]?.url.searchParams ?? [])).toMatchObject({
      ...{ user_id: 'eq.u1', order: 'is_active.desc,created_at.desc', limit: '1' },
    });
  });

  test.each([
    ['no row', { status: 200, json: [] }, null],
    ['the error for no row', { status: 406, json: { code: 'PGRST116', message: 'no row' } }, null],
  ])('is null for %s', async (_what, reply, value) => {
    startBackend({ subscriptions: reply });
    expect(await createTestClient().fetchQuery(subscriptionQueries.current('u1'))).toBe(value);
  });

  test.each([
    ['another error', { status: 500, json: { code: 'XX000', message: 'down' } }],
    ['no connection', 'unreachable' as const],
  ])('is not taken for the free plan after %s', async (_what, reply) => {
    startBackend({ subscriptions: reply });
    await expect(createTestClient().fetchQuery(subscriptionQueries.current('u1'))).rejects.toMatchObject({
      name: 'AppError',
    });
  });
});
