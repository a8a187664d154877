/** Links to conversations: the backend gets ciphertext, the key stays in the link and in this browser. */
import { userStorageKey } from '@slipway/session';
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeptTurn } from './conversations';
import {
  deleteSharedLink,
  knownLink,
  reportConversation,
  shareConversation,
  sharedQueries,
} from './sharedConversations';

const ID = '0123456789abcdef0123456789abcdef';
const turns: KeptTurn[] = [{ question: 'Hi', answer: 'Hello', state: 'done' }];
const sharing = { userId: 'ada', agentId: 'a1', turns, days: 7, showsName: true };
const stored = userStorageKey('ada', 'agents.shared-keys');

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shares the conversation; returns the link, and what the backend received. */
async function share(id = ID) {
  const backend = startBackend({ share_conversation: { json: [{ id }] } });
  const link = new URL(await shareConversation(sharing));
  const sent = backend.sent('POST', 'share_conversation')[0]?.body as Record<string, unknown>;
  return { link, sent, secret: link.hash.slice(1) };
}

describe('a shared conversation', () => {
  test('has a link whose key the backend does not get', async () => {
    const { link, sent, secret } = await share();
    expect(link.origin + link.pathname + link.search).toBe(
      `${location.origin}/marketplace?conversation=${ID}`,
    );
    expect(sent).toEqual({
      agent: 'a1',
      ciphertext: expect.any(String) as string,
      days: 7,
      shows_name: true,
    });
    expect(secret).not.toBe('');
    expect(JSON.stringify(sent)).not.toContain(secret);
    expect(JSON.stringify(sent)).not.toContain('Hello');
    expect(knownLink('ada', ID)).toBe(link.href);
  });

  test('is read with the key of its link, and not with another one', async () => {
    const { sent, secret } = await share();
    const facts = { agent_name: 'Helper', person: null, created_at: 'c', expires_at: 'e' };
    const json = [{ ...facts, ciphertext: sent['ciphertext'] }];
    const backend = startBackend({ read_shared_conversation: { json } });
    expect(await createTestClient().fetchQuery(sharedQueries.one(ID, secret))).toEqual({ ...facts, turns });
    expect(backend.sent('POST', 'read_shared_conversation')[0]?.body).toEqual({ id: ID });
    const { secret: another } = await share('f'.repeat(32));
    startBackend({ read_shared_conversation: { json } });
    expect(await createTestClient().fetchQuery(sharedQueries.one(ID, another))).toEqual({
      ...facts,
      turns: undefined,
    });
  });

  test('that does not exist any more is null', async () => {
    startBackend({ read_shared_conversation: { json: [] } });
    expect(await createTestClient().fetchQuery(sharedQueries.one(ID, 's'))).toBeNull();
  });

  test.each([`${ID}0`, `x${ID}`, ID.toUpperCase(), ID.slice(1), ''])(
    'is not asked for under the id “%s”',
    async (id) => {
      const backend = startBackend({ read_shared_conversation: { json: [] } });
      expect(await createTestClient().fetchQuery(sharedQueries.one(id, 's'))).toBeNull();
      expect(backend.requests).toEqual([]);
    },
  );

  test('without an id in the response is an error, and leaves no key', async () => {
    startBackend({ share_conversation: { json: [] } });
    await expect(shareConversation(sharing)).rejects.toMatchObject({ code: 'unexpected' });
    expect(localStorage).toHaveLength(0);
  });

  test('can be reported', async () => {
    const backend = startBackend();
    const report = { id: ID, reason: 'private', details: 'x' };
    await reportConversation(report as Parameters<typeof reportConversation>[0]);
    expect(backend.sent('POST', 'report_shared_conversation')[0]?.body).toEqual(report);
  });
});

describe('the keys of the user’s links', () => {
  test('stay when another link is added, and go with their link', async () => {
    const other = 'f'.repeat(32);
    const { link } = await share();
    const { link: second } = await share(other);
    expect([knownLink('ada', ID), knownLink('ada', other)]).toEqual([link.href, second.href]);
    const backend = startBackend();
    await deleteSharedLink('ada', ID);
    const [deleted] = backend.requests;
    expect([deleted?.method, deleted?.url.searchParams.get('id')]).toEqual(['DELETE', `eq.${ID}`]);
    expect([knownLink('ada', ID), knownLink('ada', other)]).toEqual([undefined, second.href]);
  });

  test('stay when the link could not be deleted', async () => {
    const { link } = await share();
    startBackend({ 'DELETE shared_conversations': 'unreachable' });
    await expect(deleteSharedLink('ada', ID)).rejects.toMatchObject({ code: 'unavailable' });
    expect(knownLink('ada', ID)).toBe(link.href);
  });

  test('belong to one user', async () => {
    await share();
    expect(knownLink('grace', ID)).toBeUndefined();
  });

  test('are ignored where the storage has something else', async () => {
    const { secret } = await share();
    const other = 'f'.repeat(32);
    localStorage.setItem(stored, JSON.stringify({ [ID]: secret, [other]: 7 }));
    expect(knownLink('ada', ID)).toContain(secret);
    expect(knownLink('ada', other)).toBeUndefined();
    for (const text of ['nonsense', '7', 'null', JSON.stringify({ [ID]: 'short' })]) {
      localStorage.setItem(stored, text);
      expect(knownLink('ada', ID)).toBeUndefined();
    }
  });
});

test('lists the user’s links that have not expired, newest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24) });
  const backend = startBackend({ 'GET shared_conversations': { json: [] } });
  expect(await createTestClient().fetchQuery(sharedQueries.own('ada'))).toEqual([]);
  const query = backend.requests[0]?.url.searchParams;
  expect(Object.fromEntries(query ?? [])).toEqual({
    select: 'id,agent_name,created_at,expires_at,removed_at,removal_reason',
    ...{
      user_id: 'eq.ada',
      expires_at: 'gt.2026-11-24T00:00:00.000Z',
      order: 'created_at.desc',
      limit: '50',
    },
  });
  for (const key of [sharedQueries.own('ada').queryKey, sharedQueries.one(ID, 's').queryKey])
    expect(key?.slice(0, 1)).toEqual(sharedQueries.all());
  expect(sharedQueries.one(ID, 's').queryKey).not.toEqual(sharedQueries.one(ID, 't').queryKey);
});
