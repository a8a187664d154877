/** Access rules beyond whole rows: single columns, rules between tables, and grants. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines, type TestUser, type Served, serve } from '@slipway/backend/testing';

type Attempt = PromiseLike<{ data: unknown; error: { code: string } | null; status: number }>;

/** The number of rows an attempt returned, or status and SQLSTATE of the error. */
const outcome = async (attempt: Attempt): Promise<number | string> => {
  const { data, error, status } = await attempt;
  if (error) return `${String(status)} ${error.code}`;
  return Array.isArray(data) ? data.length : 1;
};

const FORBIDDEN = '403 42501';
const SIGN_IN = '401 42501';

describe.each(engines)('access on %s', (engine) => {
  let served: Served;
  let owner: TestUser;
  let stranger: TestUser;
  const agent = { draft: '', open: '', reviewed: '' };

  const add = async (row: object) =>
    String(
      (
        await served.service
          .from('agents')
          .insert({ category: 'sales', ...row })
          .select('id')
          .single()
      ).data?.id,
    );

  beforeAll(async () => {
    served = await serve(engine);
    [owner, stranger] = [await served.user('Olga Owner'), await served.user('Stefan Stranger')];
    const creator = await served.user('Clara Creator');
    const open = { is_public: true, status: 'active' };
    agent.reviewed = await add({ creator_id: creator.id, name: 'Reviewed', ...open });
    agent.draft = await add({ creator_id: owner.id, name: 'Draft' });
    agent.open = await add({ creator_id: owner.id, name: 'Open', ...open });
  });
  afterAll(() => served.close());

  beforeEach(async () => {
    await served.service.from('agent_reviews').delete().eq('agent_id', agent.reviewed);
    await served.service
      .from('agent_reviews')
      .insert({ agent_id: agent.reviewed, user_id: owner.id, rating: 4 });
  });

  test.each<[what: string, expected: (number | string)[], attempt: (client: SupabaseClient) => Attempt]>([
    [
      'the creator of an agent cannot be changed',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      (client) => client.from('agents').update({ creator_id: stranger.id }).eq('id', agent.open).select(),
    ],
    [
      'the install count of an agent cannot be changed',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      (client) => client.from('agents').update({ install_count: 9 }).eq('id', agent.open).select(),
    ],
    [
      'the id of a profile cannot be changed',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      (client) => client.from('profiles').update({ id: stranger.id }).eq('id', owner.id).select(),
    ],
    [
      'visitors cannot read the author of a review',
      [1, 1, SIGN_IN],
      (client) => client.from('agent_reviews').select('user_id').eq('agent_id', agent.reviewed),
    ],
    [
      'a draft has no listing',
      [0, 0, 0],
      (client) => client.from('agent_listings').select().eq('agent_id', agent.draft),
    ],
  ])('%s: owner, stranger, visitor get %j', { tags: ['DB-21'] }, async (_what, expected, attempt) => {
    const clients = [owner.client, stranger.client, served.visitor];
    expect(await Promise.all(clients.map((client) => outcome(attempt(client))))).toEqual(expected);
  });

  test(
    'creators cannot review their own agents, and no user can review a draft',
    { tags: ['DB-27'] },
    async () => {
      const own = await owner.client.from('agent_reviews').insert({ agent_id: agent.open, rating: 5 });
      expect([own.status, own.error?.message]).toEqual([403, 'Creators cannot review their own agents']);
      expect(
        await outcome(stranger.client.from('agent_reviews').insert({ agent_id: agent.draft, rating: 5 })),
      ).toBe(FORBIDDEN);
    },
  );

  test('a user reviews an agent only once', { tags: ['DB-27'] }, async () => {
    expect(
      await outcome(owner.client.from('agent_reviews').insert({ agent_id: agent.reviewed, rating: 5 })),
    ).toBe('409 23505');
  });

  test(
    'reviews of an agent that is no longer public are hidden from others',
    { tags: ['DB-27'] },
    async () => {
      await served.service.from('agents').update({ is_public: false }).eq('id', agent.reviewed);
      const read = (client: SupabaseClient) =>
        outcome(client.from('agent_reviews').select('rating').eq('agent_id', agent.reviewed));
      expect([await read(owner.client), await read(stranger.client), await read(served.visitor)]).toEqual([
        1, 0, 0,
      ]);
      await served.service.from('agents').update({ is_public: true }).eq('id', agent.reviewed);
    },
  );

  test(
    'profiles hold only a name, and visitors see only creators of public agents',
    { tags: ['DB-29'] },
    async () => {
      const { data } = await served.visitor.from('profiles').select();
      expect(new Set(data?.flatMap((row) => Object.keys(row)))).toEqual(new Set(['id', 'full_name']));
      expect(data?.map((row) => row.full_name)).not.toContain('Robin Hale');
      expect(data?.map((row) => row.full_name)).not.toContain('Hannah Weiss');
    },
  );

  test('an event in the name of another user is rejected', { tags: ['DB-26'] }, async () => {
    const forged = { event_type: 'xss_attempt', user_id: owner.id, details: {} };
    for (const client of [stranger.client, served.visitor]) {
      expect(await outcome(client.from('security_audit_log').insert(forged))).toBe('403 PT403');
    }
  });

  test('the private schema is not exposed', async () => {
    const { status } = await served.visitor.schema('private').from('agents').select();
    expect(status).toBe(406);
  });

  test('visitors have only the table grants of the migrations', async () => {
    const wide = await served.backend.database.rows(
      `select grantee, table_name, privilege_type from information_schema.role_table_grants
       where table_schema = 'public' and grantee = 'anon' order by 2, 3`,
    );
    expect(wide.map((row) => `${String(row['table_name'])} ${String(row['privilege_type'])}`)).toEqual([
      'agent_listings SELECT',
      'agents SELECT',
      'profile_details SELECT',
    ]);
  });
});
