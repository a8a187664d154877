/** The users and rows that the calls of the conformance driver use. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientOf, type Engine, type TestUser, serve, type Served } from '../testing/serve';

export interface Fixture {
  served: Served;
  origin: string;
  /** The creator of every agent in `ids`. */
  alice: TestUser;
  /** Has reviewed `Beta`. */
  bob: TestUser;
  /** The address of a third user. */
  carol: string;
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** A client with this access token. */
  withToken(token: string): SupabaseClient;
  /** The ids of the agents by name. */
  ids: Record<'Alpha' | 'Beta' | 'Gamma' | 'Delta', string>;
}

/** One call and the response that hosted Supabase documents. */
export interface Call {
  name: string;
  run(fixture: Fixture): Promise<unknown>;
  /** Compared with `toMatchObject`. */
  expected: object;
  /** Why the embedded backend responds differently. Such a call must fail, or this field must go. */
  differs?: string;
}

const agents = [
  { name: 'Alpha', category: 'sales', description: 'First agent', tags: ['crm', 'mail'] },
  { name: 'Beta', category: 'content', description: 'Second agent', tags: ['blog'] },
  {
    name: 'Gamma',
    category: 'analytics',
    description: null,
    tags: [],
    pricing_model: 'per_message',
    price_per_message: 0.02,
  },
  {
    name: 'Delta',
    category: 'sales',
    description: 'A draft, 100% private',
    tags: ['crm'],
    is_public: false,
    status: 'draft',
  },
];

export async function startFixture(engine: Engine): Promise<Fixture> {
  const served = await serve(engine);
  const alice = await served.creator('Alice');
  const bob = await served.user('Bob');
  const carol = await served.user('Carol');
  const { data: user } = await carol.client.auth.getUser();
  const ids: Record<string, string> = {};
  for (const agent of agents) {
    const { data } = await alice.client
      .from('agents')
      .insert({ is_public: true, status: 'active', ...agent })
      .select('id')
      .single()
      .throwOnError();
    ids[agent.name] = String(data.id);
  }
  await bob.client
    .from('agent_reviews')
    .insert({ agent_id: ids['Beta'], rating: 4, body: 'Good' })
    .throwOnError();
  return {
    served,
    origin: served.origin,
    alice,
    bob,
    carol: user.user?.email ?? '',
    visitor: served.visitor,
    service: served.service,
    withToken: (token) =>
      clientOf(served.origin, served.backend.publishableKey, { Authorization: `Bearer ${token}` }),
    ids: ids as Fixture['ids'],
  };
}

/** The fields of a REST response that the calls compare. */
export const rest = async (
  builder: PromiseLike<{
    status: number;
    data: unknown;
    error: { code?: string; message?: string } | null;
    count: number | null;
  }>,
) => {
  const { status, data, error, count } = await builder;
  return { status, data, count, code: error?.code, message: error?.message };
};
