import { afterEach, expect, test, vi } from 'vitest';
import { supabase } from '@slipway/data';
import { readSession } from '@slipway/session';
import { startBackend } from './startBackend';
import { signInAs, signOutAll, testUser } from './testSession';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the most specific reply wins, and the request is recorded with its body', async () => {
  const backend = startBackend({
    agents: { json: [{ id: 'any' }] },
    'POST agents': ({ body }) => ({ status: 201, json: [{ id: body['name'] }] }),
  });
  const read = await supabase().from('agents').select('id');
  const added = await supabase()
    .from('agents')
    .insert({ name: 'helper' } as never)
    .select('id');
  expect(read.data).toEqual([{ id: 'any' }]);
  expect(added.data).toEqual([{ id: 'helper' }]);
  expect(backend.sent('POST', 'agents').map(({ body }) => body)).toEqual([{ name: 'helper' }]);
});

test('a request without a reply receives an empty list', async () => {
  startBackend();
  expect((await supabase().from('agents').select('id')).data).toEqual([]);
});

test('replies may change during a test, and an unreachable backend rejects like a dropped connection', async () => {
  const backend = startBackend();
  backend.replies['POST agents'] = 'unreachable';
  const { error } = await supabase()
    .from('agents')
    .insert({ name: 'helper' } as never);
  expect(error?.message).toContain('Failed to fetch');
});

test('a reply that never comes ends with the abort of its request', async () => {
  startBackend({ agents: 'never' });
  const controller = new AbortController();
  const pending = supabase().from('agents').select('id').abortSignal(controller.signal);
  setTimeout(() => {
    controller.abort();
  });
  expect((await pending).error?.message).toContain('AbortError');
});

test('a user is signed in to the real session store, and out again', async () => {
  startBackend();
  await signInAs();
  expect(readSession()).toMatchObject({ status: 'signed-in', user: { email: testUser.email } });
  await signOutAll();
  expect(readSession().status).toBe('signed-out');
});
