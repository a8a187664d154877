/** Operators end sessions without a suspension, and no other role does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, serve, type Served } from '@slipway/backend/testing';

describe.each(engines)('sessions that an operator ends on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  test('are those of one account, or of all, with a security event (ASVS 7.4.5)', async () => {
    const [owner, stranger] = [await served.user(), await served.user()];
    const own = { reason: 'stolen', account: owner.id };
    for (const { rpc, status } of [
      { rpc: owner.client.rpc('end_user_sessions', own), status: 403 },
      { rpc: stranger.client.rpc('end_user_sessions', own), status: 403 },
      { rpc: served.visitor.rpc('end_user_sessions', own), status: 401 },
      { rpc: served.service.rpc('end_user_sessions', { ...own, reason: ' ' }), status: 400 },
      { rpc: served.service.rpc('end_user_sessions', { ...own, account: crypto.randomUUID() }), status: 404 },
    ]) {
      expect((await rpc).status).toBe(status);
    }
    const refreshed = async ({ client }: typeof owner) => (await client.auth.refreshSession()).error?.code;
    expect((await served.service.rpc('end_user_sessions', own)).data).toBe(1);
    expect([await refreshed(owner), await refreshed(stranger)]).toEqual([
      'refresh_token_not_found',
      undefined,
    ]);
    const events = await served.backend.database.rows(
      `select details from private.security_events where event_type = 'moderation_sessions_ended' and account_id = $1`,
      [owner.id],
    );
    expect(events).toEqual([{ details: { reason: 'stolen', sessions: 1 } }]);

    expect((await served.service.rpc('end_user_sessions', { reason: 'stolen key' })).data).toBe(1);
    expect(await refreshed(stranger)).toBe('refresh_token_not_found');
  });

  test('only an operator finds the account of an email address', async () => {
    const [owner, stranger] = [await served.user(), await served.user()];
    const { data } = await owner.client.auth.getUser();
    const email = data.user?.email ?? '';
    const found = await served.service.rpc('user_by_email', { email: ` ${email.toUpperCase()}` });
    expect(found.data).toBe(owner.id);
    expect((await stranger.client.rpc('user_by_email', { email })).status).toBe(403);
    expect((await served.visitor.rpc('user_by_email', { email })).status).toBe(401);
    expect(await served.service.rpc('user_by_email', { email: 'none@example.com' })).toMatchObject({
      status: 404,
      error: { message: 'No user has the email address none@example.com' },
    });
  });
});
