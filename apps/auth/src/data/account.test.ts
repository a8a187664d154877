/** Requests about the account: its deletion, its sessions and its recovery codes. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { accountDeletionQuery, cancelAccountDeletion, requestAccountDeletion } from './accountDeletion';
import { mfaStatusQuery } from './mfaStatus';
import { createRecoveryCodes, recoveryCodeCount } from './recoveryCodes';
import { endUserSession, sessionsQuery } from './sessions';

afterEach(() => {
  vi.unstubAllGlobals();
});

const sentTo = ({ requests }: ReturnType<typeof startBackend>) =>
  requests.map(({ url, body }) => [url.pathname.split('/').at(-1), body]);

test.each([
  [[], null],
  [[{ deletes_at: '2026-12-01T00:00:00Z' }], '2026-12-01T00:00:00Z'],
])('the deletion %j is %j, under the key of the dashboard', async (json, deletion) => {
  startBackend({ account_deletion: { json } });
  expect(await createTestClient().fetchQuery(accountDeletionQuery())).toBe(deletion);
  expect(accountDeletionQuery().queryKey).toEqual(['account-deletion']);
});

test('a deletion is requested and undone', async () => {
  const backend = startBackend({ request_account_deletion: { json: '2026-12-01T00:00:00Z' } });
  expect(await requestAccountDeletion()).toBe('2026-12-01T00:00:00Z');
  await cancelAccountDeletion();
  expect(sentTo(backend)).toEqual([
    ['request_account_deletion', {}],
    ['cancel_account_deletion', {}],
  ]);
});

test('ends only the session that the user chose', async () => {
  const backend = startBackend({ end_session: { status: 204 } });
  await endUserSession('s1');
  expect(sentTo(backend)).toEqual([['end_session', { session_id: 's1' }]]);
});

test.each([
  ['a deletion', 'request_account_deletion', requestAccountDeletion],
  ['an undone deletion', 'cancel_account_deletion', cancelAccountDeletion],
  ['the end of a session', 'end_session', () => endUserSession('s1')],
  ['new recovery codes', 'create_recovery_codes', createRecoveryCodes],
])('%s that the server rejects is not taken for done', async (_what, name, run) => {
  startBackend({ [name]: { status: 403, json: { message: 'sign in again' } } });
  await expect(run()).rejects.toMatchObject({ name: 'AppError' });
});

test('reads sessions, codes and their number as they are', async () => {
  const session = { id: 's1', is_current: true };
  startBackend({
    list_sessions: { json: [session] },
    count_recovery_codes: { json: 7 },
    create_recovery_codes: { json: ['abcd-efgh'] },
  });
  expect(await createTestClient().fetchQuery(sessionsQuery())).toEqual([session]);
  expect(await createTestClient().fetchQuery(recoveryCodeCount())).toBe(7);
  expect(await createRecoveryCodes()).toEqual(['abcd-efgh']);
});

test('no two of these queries share what is cached', () => {
  const keys = [accountDeletionQuery(), mfaStatusQuery(), recoveryCodeCount(), sessionsQuery()].map(
    ({ queryKey }) => JSON.stringify(queryKey),
  );
  expect(new Set(keys).size).toBe(4);
  expect(keys).not.toContain('[]');
});
