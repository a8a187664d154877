/**
 * Who may do what to which table: every cell is an attempt over HTTP, on both engines.
 * One piece, because it is one table.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type Person, type Served, serve } from '../testing/serve';

/** What came of an attempt: how many rows it touched, or the refusal's status and SQLSTATE. */
type Outcome = number | string;

const outcome = async (
  attempt: PromiseLike<{ data: unknown; error: { code: string } | null; status: number }>,
): Promise<Outcome> => {
  const { data, error, status } = await attempt;
  if (error) return `${String(status)} ${error.code}`;
  return Array.isArray(data) ? data.length : 1;
};

const FORBIDDEN = '403 42501';
const SIGN_IN = '401 42501';

describe.each(engines)('access on %s', (engine) => {
  let served: Served;
  let owner: Person;
  let stranger: Person;
  const agent = { draft: '', open: '', reviewed: '' };

  beforeAll(async () => {
    served = await serve(engine);
    [owner, stranger] = [await served.person('Olga Owner'), await served.person('Stefan Stranger')];
    const creator = await served.person('Clara Creator');
    const added = await creator.client
      .from('agents')
      .insert({ name: 'Reviewed', category: 'sales', is_public: true, status: 'active' })
      .select('id')
      .single();
    agent.reviewed = String(added.data?.id);
  });
  afterAll(() => served.close());

  /** The same attempt by the owner, a stranger and a visitor, each on rows that `prepare` made anew. */
  async function attempts(
    prepare: () => Promise<void>,
    attempt: (
      client: SupabaseClient,
    ) => PromiseLike<{ data: unknown; error: { code: string } | null; status: number }>,
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const client of [owner.client, stranger.client, served.visitor]) {
      await prepare();
      outcomes.push(await outcome(attempt(client)));
    }
    return outcomes;
  }

  const newAgents = async () => {
    await served.service.from('agents').delete().eq('creator_id', owner.id);
    const add = async (row: object) =>
      String(
        (
          await served.service
            .from('agents')
            .insert({ creator_id: owner.id, category: 'sales', ...row })
            .select('id')
            .single()
        ).data?.id,
      );
    agent.draft = await add({ name: 'Draft' });
    agent.open = await add({ name: 'Open', is_public: true, status: 'active' });
  };
  const noAgents = async () => {
    await served.service.from('agents').delete().eq('creator_id', owner.id);
    await served.service.from('profiles').update({ full_name: 'Olga Owner' }).eq('id', owner.id);
  };
  const noReview = async () =>
    void (await served.service.from('agent_reviews').delete().eq('agent_id', agent.reviewed));
  const newReview = async () => {
    await noReview();
    await served.service
      .from('agent_reviews')
      .insert({ agent_id: agent.reviewed, user_id: owner.id, rating: 4 });
  };

  test.each<[table: string, verb: string, expected: Outcome[], run: () => Promise<Outcome[]>]>([
    [
      'agents',
      'select a draft',
      [1, 0, 0],
      () => attempts(newAgents, (c) => c.from('agents').select().eq('id', agent.draft)),
    ],
    [
      'agents',
      'select a public active one',
      [1, 1, 1],
      () => attempts(newAgents, (c) => c.from('agents').select().eq('id', agent.open)),
    ],
    [
      'agents',
      "insert as the owner's",
      [1, FORBIDDEN, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agents').insert({ creator_id: owner.id, name: 'New', category: 'sales' }).select(),
        ),
    ],
    [
      'agents',
      'update',
      [1, 0, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agents').update({ name: 'Renamed' }).eq('id', agent.open).select(),
        ),
    ],
    [
      'agents',
      'update the creator',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agents').update({ creator_id: stranger.id }).eq('id', agent.open).select(),
        ),
    ],
    [
      'agents',
      'update the installations',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agents').update({ install_count: 9 }).eq('id', agent.open).select(),
        ),
    ],
    [
      'agents',
      'delete',
      [1, 0, SIGN_IN],
      () => attempts(newAgents, (c) => c.from('agents').delete().eq('id', agent.open).select()),
    ],

    [
      'profiles',
      'select without a public agent',
      [1, 0, 0],
      () => attempts(noAgents, (c) => c.from('profiles').select().eq('id', owner.id)),
    ],
    [
      'profiles',
      'select with a public agent',
      [1, 1, 1],
      () => attempts(newAgents, (c) => c.from('profiles').select().eq('id', owner.id)),
    ],
    [
      'profiles',
      'insert',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(noAgents, (c) =>
          c.from('profiles').insert({ id: crypto.randomUUID(), full_name: 'Nobody' }).select(),
        ),
    ],
    [
      'profiles',
      'update the name',
      [1, 0, SIGN_IN],
      () =>
        attempts(noAgents, (c) =>
          c.from('profiles').update({ full_name: 'Someone' }).eq('id', owner.id).select(),
        ),
    ],
    [
      'profiles',
      'update the id',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(noAgents, (c) => c.from('profiles').update({ id: stranger.id }).eq('id', owner.id).select()),
    ],
    [
      'profiles',
      'delete',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () => attempts(noAgents, (c) => c.from('profiles').delete().eq('id', owner.id).select()),
    ],

    [
      'agent_reviews',
      'select',
      [1, 1, 1],
      () =>
        attempts(newReview, (c) => c.from('agent_reviews').select('rating').eq('agent_id', agent.reviewed)),
    ],
    [
      'agent_reviews',
      'select whose it is',
      [1, 1, SIGN_IN],
      () =>
        attempts(newReview, (c) => c.from('agent_reviews').select('user_id').eq('agent_id', agent.reviewed)),
    ],
    [
      'agent_reviews',
      "insert as the owner's",
      [1, FORBIDDEN, SIGN_IN],
      () =>
        attempts(noReview, (c) =>
          c
            .from('agent_reviews')
            .insert({ agent_id: agent.reviewed, user_id: owner.id, rating: 5 })
            .select('id'),
        ),
    ],
    [
      'agent_reviews',
      'update',
      [1, 0, SIGN_IN],
      () =>
        attempts(newReview, (c) =>
          c.from('agent_reviews').update({ rating: 1 }).eq('agent_id', agent.reviewed).select('id'),
        ),
    ],
    [
      'agent_reviews',
      'delete',
      [1, 0, SIGN_IN],
      () =>
        attempts(newReview, (c) =>
          c.from('agent_reviews').delete().eq('agent_id', agent.reviewed).select('id'),
        ),
    ],

    [
      'agent_listings',
      'select',
      [1, 1, 1],
      () => attempts(newAgents, (c) => c.from('agent_listings').select().eq('agent_id', agent.open)),
    ],
    [
      'agent_listings',
      'select of a draft',
      [0, 0, 0],
      () => attempts(newAgents, (c) => c.from('agent_listings').select().eq('agent_id', agent.draft)),
    ],
    [
      'agent_listings',
      'insert',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agent_listings').insert({ agent_id: agent.draft, name: 'Mine' }).select(),
        ),
    ],
    [
      'agent_listings',
      'update',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () =>
        attempts(newAgents, (c) =>
          c.from('agent_listings').update({ installs: 9 }).eq('agent_id', agent.open).select(),
        ),
    ],
    [
      'agent_listings',
      'delete',
      [FORBIDDEN, FORBIDDEN, SIGN_IN],
      () => attempts(newAgents, (c) => c.from('agent_listings').delete().eq('agent_id', agent.open).select()),
    ],
  ])('DB-21 %s, %s: owner, stranger, visitor get %j', async (_table, _verb, expected, run) => {
    expect(await run()).toEqual(expected);
  });

  test('DB-27 a creator cannot review an agent of their own, and nobody a draft', async () => {
    await newAgents();
    const own = await owner.client.from('agent_reviews').insert({ agent_id: agent.open, rating: 5 });
    expect([own.status, own.error?.message]).toEqual([403, 'Creators cannot review their own agents']);
    expect(
      await outcome(stranger.client.from('agent_reviews').insert({ agent_id: agent.draft, rating: 5 })),
    ).toBe(FORBIDDEN);
  });

  test('DB-27 a person reviews an agent once', async () => {
    await newReview();
    expect(
      await outcome(owner.client.from('agent_reviews').insert({ agent_id: agent.reviewed, rating: 5 })),
    ).toBe('409 23505');
  });

  test('DB-27 reviews of an agent that is no longer public are hidden from others', async () => {
    await newReview();
    await served.service.from('agents').update({ is_public: false }).eq('id', agent.reviewed);
    const read = (client: SupabaseClient) =>
      outcome(client.from('agent_reviews').select('rating').eq('agent_id', agent.reviewed));
    expect([await read(owner.client), await read(stranger.client), await read(served.visitor)]).toEqual([
      1, 0, 0,
    ]);
    await served.service.from('agents').update({ is_public: true }).eq('id', agent.reviewed);
  });

  test('DB-29 profiles hold a name and nothing else, and only creators of public agents are seen', async () => {
    const { data } = await served.visitor.from('profiles').select();
    expect(new Set(data?.flatMap((row) => Object.keys(row)))).toEqual(new Set(['id', 'full_name']));
    expect(data?.map((row) => row.full_name)).not.toContain('Robin Hale');
    expect(data?.map((row) => row.full_name)).not.toContain('Hannah Weiss');
  });

  test('the private schema cannot be reached', async () => {
    const { status } = await served.visitor.schema('private').from('agents').select();
    expect(status).toBe(406);
  });

  test('the grants of the migrations outlive the first requests', async () => {
    const wide = await served.backend.database.rows(
      `select grantee, table_name, privilege_type from information_schema.role_table_grants
       where table_schema = 'public' and grantee = 'anon' order by 2, 3`,
    );
    expect(wide.map((row) => `${String(row['table_name'])} ${String(row['privilege_type'])}`)).toEqual([
      'agent_listings SELECT',
      'agents SELECT',
    ]);
  });
});
