/** The audit log: clients insert events, the server sets who and from where, and no client reads them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestUser, type Served, serve } from '@slipway/backend/testing';

describe.each(engines)('the audit log on %s', (engine) => {
  let served: Served;
  let user: TestUser;
  let victim: TestUser;

  beforeAll(async () => {
    served = await serve(engine);
    user = await served.user();
    victim = await served.user();
  });
  afterAll(() => served.close());

  const add = (client: TestUser['client'], row: object = {}) =>
    client.from('security_audit_log').insert({ event_type: 'invalid_input', ...row });
  const last = async () => {
    const { data } = await served.service
      .from('security_audit_log')
      .select()
      .order('id', { ascending: false })
      .limit(1);
    return data?.[0] as Record<string, unknown>;
  };

  test(
    'the server sets the user, address, browser and time of an event',
    { tags: ['DB-09', 'DB-26', 'SES-62'] },
    async () => {
      const sent = {
        user_id: user.id,
        ip_address: '203.0.113.7',
        user_agent: 'Forged',
        details: { field: 'name' },
      };
      const kept = {
        event_type: 'invalid_input',
        user_id: user.id,
        ip_address: '127.0.0.1',
        user_agent: expect.stringMatching(/node|undici|supabase/i),
        details: { field: 'name' },
      };
      expect((await add(user.client, sent)).status).toBe(201);
      expect(await last()).toMatchObject(kept);
      expect((await add(user.client, { ...sent, user_id: null })).status).toBe(201);
      expect(await last()).toMatchObject(kept);
      expect((await add(served.visitor, { ...sent, user_id: null })).status).toBe(201);
      expect(await last()).toMatchObject({ ...kept, user_id: null });
    },
  );

  test(
    'rejects an event in the name of another user and records none',
    { tags: ['DB-26', 'T-21'] },
    async () => {
      const before = await last();
      for (const client of [user.client, served.visitor]) {
        const { status, error } = await add(client, { user_id: victim.id });
        expect([status, error?.message]).toEqual([403, 'user_id must be empty or the signed-in user']);
      }
      expect(await last()).toEqual(before);
    },
  );

  test('ignores an address that a client sends in a header', { tags: ['DB-26'] }, async () => {
    await fetch(`${served.origin}/rest/v1/security_audit_log`, {
      method: 'POST',
      headers: {
        apikey: served.backend.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
        'cf-connecting-ip': '203.0.113.7',
        'user-agent': 'A browser',
      },
      body: JSON.stringify({ event_type: 'xss_attempt', details: {} }),
    });
    expect(await last()).toMatchObject({
      event_type: 'xss_attempt',
      ip_address: '127.0.0.1',
      user_agent: 'A browser',
    });
  });

  test.each<[what: string, row: object, status: number, message: RegExp]>([
    ['an event of no known type', { event_type: 'hello' }, 400, /security_audit_log_event_type_known/],
    ['an event about keys', { event_type: 'key_revealed' }, 403, /^Key events are recorded by the server$/],
    // `pg` sends a list as a PostgreSQL array, which is not JSON, so it is rejected earlier there.
    [
      'details that are a list',
      { details: [1] },
      400,
      /details_are_small|invalid input syntax for type json/,
    ],
    ['details of more than 2 KB', { details: { text: 'x'.repeat(2048) } }, 400, /details_are_small/],
    ['a creation time', { created_at: '2020-01-01' }, 403, /permission denied/],
  ])('rejects %s', { tags: ['DB-26'] }, async (_what, row, expected, message) => {
    const { status, error } = await add(user.client, row);
    expect([status, error?.message]).toEqual([expected, expect.stringMatching(message)]);
  });

  test('clients cannot read, change or delete events', { tags: ['DB-26'] }, async () => {
    for (const [client, denied] of [
      [user.client, 403],
      [served.visitor, 401],
    ] as const) {
      const log = () => client.from('security_audit_log');
      const attempts = [
        log().select(),
        log().update({ event_type: 'signed_out' }).gt('id', 0),
        log().delete().gt('id', 0),
        log().insert({ event_type: 'signed_out' }).select(),
      ];
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(Array(4).fill(denied));
    }
  });

  test('accepts 60 events per minute from one address without a user', { tags: ['T-21'] }, async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await add(served.visitor)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await add(served.visitor)).error?.message).toBe(
      'Too many events from this address. Wait a minute and try again',
    );
    const { count } = await served.service
      .from('security_audit_log')
      .select('*', { count: 'exact', head: true })
      .eq('ip_address', '127.0.0.1')
      .is('user_id', null);
    expect(count).toBe(60);
  });
});
