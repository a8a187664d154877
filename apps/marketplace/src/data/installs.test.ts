import { createTestClient, type Replies, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeInstall, installQueries } from './installs';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const KEY = 'slipway-installs';
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
const store = (value: unknown) => {
  localStorage.setItem(KEY, JSON.stringify(value));
};
const read = (userId: string | null, replies: Replies = {}) => {
  const backend = startBackend(replies);
  const client = createTestClient();
  return { backend, result: client.fetchQuery(installQueries.mine(userId)) };
};

test('keeps a visitor’s installs in this browser, without a request', async () => {
  const backend = startBackend();
  await changeInstall({ agentId: 'a', userId: null, installed: true });
  await changeInstall({ agentId: 'b', userId: null, installed: true });
  await changeInstall({ agentId: 'a', userId: null, installed: true });
  expect(stored()).toEqual(['b', 'a']);
  expect(await read(null).result).toEqual(new Set(['b', 'a']));
  await changeInstall({ agentId: 'b', userId: null, installed: false });
  await changeInstall({ agentId: 'a', userId: null, installed: false });
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(backend.requests).toEqual([]);
});

test('keeps the 100 latest installs', async () => {
  store(Array.from({ length: 100 }, (_, index) => String(index)));
  await changeInstall({ agentId: 'new', userId: null, installed: true });
  expect(stored()).toHaveLength(100);
  expect((stored() as string[]).at(0)).toBe('1');
  expect((stored() as string[]).at(-1)).toBe('new');
});

test.each([['{'], ['{"a":1}'], ['null']])('treats %s in storage as no installs', async (text) => {
  localStorage.setItem(KEY, text);
  expect(await read(null).result).toEqual(new Set());
});

test('ignores entries that are not ids', async () => {
  store(['a', 1, null]);
  expect(await read(null).result).toEqual(new Set(['a']));
});

test('keeps a visitor’s install for the page while storage is blocked', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  await changeInstall({ agentId: 'a', userId: null, installed: true });
  expect(await read(null).result).toEqual(new Set(['a']));
  vi.unstubAllGlobals();
  await changeInstall({ agentId: 'a', userId: null, installed: false });
  expect(await read(null).result).toEqual(new Set());
});

test('uploads stored installs after sign-in, then reads the user’s', { tags: ['MKT-48'] }, async () => {
  store(['a', 'b']);
  const { backend, result } = read('u1', { 'GET agent_installs': { json: [{ agent_id: 'c' }] } });
  expect(await result).toEqual(new Set(['c']));
  const uploads = backend.sent('POST', 'agent_installs');
  expect(uploads.map(({ body }) => body.agent_id)).toEqual(['a', 'b']);
  expect(uploads[0]?.url.searchParams.get('on_conflict')).toBe('agent_id,user_id');
  expect(backend.sent('GET', 'agent_installs')[0]?.url.searchParams.get('user_id')).toBe('eq.u1');
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('drops an install of an agent that no longer exists', async () => {
  store(['deleted', 'b']);
  const { backend, result } = read('u1', {
    'POST agent_installs': ({ body }) =>
      body.agent_id === 'deleted'
        ? { status: 409, json: { code: '23503', message: 'x' } }
        : { status: 201, json: [] },
  });
  await result;
  expect(backend.sent('POST', 'agent_installs')).toHaveLength(2);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('keeps stored installs while the backend is unreachable', async () => {
  store(['a']);
  await expect(read('u1', { 'POST agent_installs': 'unreachable' }).result).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(stored()).toEqual(['a']);
});

test.each([
  [401, 'unauthenticated'],
  [429, 'rate_limited'],
  [500, 'unexpected'],
])('keeps stored installs when their upload fails with %i', async (status, code) => {
  store(['a']);
  const { result } = read('u1', { 'POST agent_installs': { status, json: { message: 'x' } } });
  await expect(result).rejects.toMatchObject({ code });
  expect(stored()).toEqual(['a']);
});

test('keeps the installs that could not be uploaded when the connection breaks off', async () => {
  store(['a', 'b', 'c']);
  const { result } = read('u1', {
    'POST agent_installs': ({ body }) => (body.agent_id === 'a' ? { status: 201 } : 'unreachable'),
  });
  await expect(result).rejects.toMatchObject({ code: 'unavailable' });
  expect(stored()).toEqual(['b', 'c']);
});

test('records and deletes the install of a signed-in user', { tags: ['MKT-48'] }, async () => {
  const backend = startBackend();
  await changeInstall({ agentId: 'a', userId: 'u1', installed: true });
  await changeInstall({ agentId: 'a', userId: 'u1', installed: false });
  const [upload] = backend.sent('POST', 'agent_installs');
  expect(upload?.body).toEqual({ agent_id: 'a' });
  const [removal] = backend.sent('DELETE', 'agent_installs');
  expect(removal?.url.searchParams.get('agent_id')).toBe('eq.a');
  expect(removal?.url.searchParams.get('user_id')).toBe('eq.u1');
  expect(stored()).toEqual([]);
});
