/**
 * The rows that the matrix is tried on: how each is made, found, added and changed.
 * SQL and values name the people as `{owner}`, `{another}` and `{creator}`; the creator is a third person.
 * One piece, because it goes line by line with `expectations.ts`.
 */
import type { expectations } from './expectations';

export interface Fixture {
  /** SQL that makes what the row needs to be there. */
  given?: string;
  /** SQL that makes the row; not run before it is added by a client. */
  make: string;
  /** The columns that a client asks for; every one without it. */
  columns?: string;
  key: readonly [column: string, value: string];
  /** What a client adds; the same row, in the owner's name. */
  insert: Readonly<Record<string, unknown>>;
  update: Readonly<Record<string, unknown>>;
}

export type Fixtures = {
  [T in keyof typeof expectations]: Record<keyof (typeof expectations)[T], Fixture>;
};

/** The owner's agent, and a public one of the creator's. */
const AGENT = 'aaaaaaaa-0000-4000-8000-00000000000a';
const PUBLIC_AGENT = 'aaaaaaaa-0000-4000-8000-00000000000b';
const ROW = 'aaaaaaaa-0000-4000-8000-0000000000ff';

/** Takes everything of these people away, and makes what every row may lean on. */
export const cleanSlate = `
delete from public.profiles where id in ('{owner}', '{another}', '{creator}');
insert into public.profiles (id, full_name)
values ('{owner}', 'Olga Owner'), ('{another}', 'Anna Another'), ('{creator}', 'Clara Creator');
insert into public.agents (id, creator_id, name, category, is_public, status)
values ('${PUBLIC_AGENT}', '{creator}', 'A public agent', 'sales', true, 'active');
`;

const agent = (isPublic: boolean, status: string): Fixture => ({
  make: `insert into public.agents (id, creator_id, name, category, is_public, status)
    values ('${AGENT}', '{owner}', 'An agent', 'sales', ${String(isPublic)}, '${status}')`,
  key: ['id', AGENT],
  insert: { creator_id: '{owner}', name: 'An agent', category: 'sales', is_public: isPublic, status },
  update: { name: 'Renamed' },
});

const publicAgent = agent(true, 'active').make;

const profile: Fixture = {
  given: "delete from public.profiles where id = '{owner}'",
  make: "insert into public.profiles (id, full_name) values ('{owner}', 'Olga Owner')",
  key: ['id', '{owner}'],
  insert: { id: '{owner}', full_name: 'Olga Owner' },
  update: { full_name: 'Renamed' },
};

export const fixtures: Fixtures = {
  agents: {
    'a draft': agent(false, 'draft'),
    'a public, active one': agent(true, 'active'),
    'a public, archived one': agent(true, 'archived'),
  },
  agent_listings: {
    "a public agent's": {
      given: `${publicAgent}; delete from public.agent_listings where agent_id = '${AGENT}'`,
      make: `select private.refresh_listing('${AGENT}')`,
      key: ['agent_id', AGENT],
      insert: {
        ...{ agent_id: AGENT, name: 'Mine', category: 'sales', tags: [], pricing_model: 'free' },
        ...{ external_only: false, installs: 9, review_count: 1, rating_sum: 5 },
        ...{ created_at: '2026-01-01T00:00:00Z', search_text: 'mine', search: "'mine'" },
      },
      update: { installs: 9 },
    },
  },
  agent_reviews: {
    'one of a public agent, without whose it is': {
      make: `insert into public.agent_reviews (id, agent_id, user_id, rating)
        values ('${ROW}', '${PUBLIC_AGENT}', '{owner}', 4)`,
      columns: 'id, agent_id, rating, body',
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}', rating: 5 },
      update: { rating: 1 },
    },
  },
  profiles: {
    'one without a public agent': profile,
    'one with a public agent': { ...profile, make: `${profile.make}; ${publicAgent}` },
  },
};
