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
const ENDPOINT = 'https://agents.example/v1/agents/helper';
/** Of tables whose ids are counted. */
const NUMBER = '900000001';
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

const voteFor = (reviewer: string): Fixture => ({
  given: `insert into public.agent_reviews (id, agent_id, user_id, rating)
    values ('${ROW}', '${PUBLIC_AGENT}', '${reviewer}', 4)`,
  make: `insert into public.agent_review_votes (review_id, user_id) values ('${ROW}', '{owner}')`,
  key: ['review_id', ROW],
  insert: { review_id: ROW, user_id: '{owner}' },
  update: { created_at: '2026-01-01T00:00:00Z' },
});

const profile: Fixture = {
  given: "delete from public.profiles where id = '{owner}'",
  make: "insert into public.profiles (id, full_name) values ('{owner}', 'Olga Owner')",
  key: ['id', '{owner}'],
  insert: { id: '{owner}', full_name: 'Olga Owner' },
  update: { full_name: 'Renamed' },
};

const config = (given: string): Fixture => ({
  given,
  make: `insert into public.agent_configs (agent_id, prompt) values ('${AGENT}', 'Be brief')`,
  key: ['agent_id', AGENT],
  insert: { agent_id: AGENT, prompt: 'Be brief' },
  update: { prompt: 'Be long' },
});

const deploymentOf = (agentId: string, person: string) =>
  `insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    values ('${ROW}', 'Helper', '${agentId}', '${person}', 'ak_••••abcd', '${ENDPOINT}', 'active')`;

const deployment: Fixture = {
  make: deploymentOf(PUBLIC_AGENT, '{owner}'),
  key: ['id', ROW],
  insert: {
    ...{ name: 'Helper', agent_id: PUBLIC_AGENT, user_id: '{owner}' },
    ...{ api_key: `ak_${'k'.repeat(43)}`, endpoint_url: ENDPOINT, status: 'pending' },
  },
  update: { status: 'stopped', last_deployed_at: null },
};

export const fixtures: Fixtures = {
  agents: {
    'a draft': agent(false, 'draft'),
    'a public, active one': agent(true, 'active'),
    'a public, archived one': agent(true, 'archived'),
    'a draft that another runs': {
      ...agent(false, 'draft'),
      make: `${agent(false, 'draft').make}; ${deploymentOf(AGENT, '{another}')}`,
    },
  },
  agent_configs: {
    "a draft's": config(agent(false, 'draft').make),
    "a public agent's": config(publicAgent),
  },
  agent_installs: {
    'one of a public agent': {
      make: `insert into public.agent_installs (agent_id, user_id) values ('${PUBLIC_AGENT}', '{owner}')`,
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}' },
      update: { created_at: '2026-01-01T00:00:00Z' },
    },
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
  agent_reports: {
    'one of a public agent': {
      make: `insert into public.agent_reports (agent_id, user_id, reason)
        values ('${PUBLIC_AGENT}', '{owner}', 'spam')`,
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}', reason: 'spam' },
      update: { reason: 'other' },
    },
  },
  agent_review_votes: {
    "one for another's review": voteFor('{another}'),
    'one for their own review': voteFor('{owner}'),
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
  deployment_calls: {
    'one of a deployment, without its request': {
      make: `insert into public.deployment_calls (id, deployment_id, user_id, status, expires_at)
        values ('${ROW}', '${AGENT}', '{owner}', 200, now())`,
      columns: 'id, deployment_id, status, latency_ms, input_tokens, output_tokens, cost, started_at',
      key: ['id', ROW],
      insert: { id: ROW, deployment_id: AGENT, user_id: '{owner}', expires_at: '2026-01-01T00:00:00Z' },
      update: { cost: 0, status: 500 },
    },
  },
  deployment_events: {
    "a deployment's": {
      given: deployment.make,
      make: `insert into public.deployment_events (id, deployment_id, user_id, to_status, actor)
        overriding system value values (${NUMBER}, '${ROW}', '{owner}', 'failed', 'server')`,
      key: ['id', NUMBER],
      insert: { deployment_id: ROW, user_id: '{owner}', to_status: 'failed', actor: 'server' },
      update: { actor: 'owner' },
    },
  },
  deployments: { 'an active one': deployment },
  profiles: {
    'one without a public agent': profile,
    'one with a public agent': { ...profile, make: `${profile.make}; ${publicAgent}` },
  },
  security_audit_log: {
    'one of the owner': {
      given: `delete from public.security_audit_log where id = ${NUMBER}`,
      make: `insert into public.security_audit_log (id, event_type, user_id)
        overriding system value values (${NUMBER}, 'xss_attempt', '{owner}')`,
      key: ['id', NUMBER],
      insert: { event_type: 'xss_attempt', user_id: '{owner}' },
      update: { event_type: 'signed_out' },
    },
  },
  subscriptions: {
    'a live one': {
      make: `insert into public.subscriptions
        (id, user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
        values ('${ROW}', '{owner}', 'active', 'Pro', 29, 'monthly', '2026-01-01', '2026-02-01')`,
      key: ['id', ROW],
      insert: {
        ...{ user_id: '{owner}', status: 'active', plan_name: 'Enterprise', price_per_cycle: 0 },
        ...{ billing_cycle: 'yearly', current_period_start: '2026-01-01', current_period_end: '2027-01-01' },
      },
      update: { plan_name: 'Enterprise' },
    },
  },
  usage_tracking: {
    'a message': {
      make: `insert into public.usage_tracking (id, user_id, usage_type, quantity, cost)
        values ('${ROW}', '{owner}', 'message', 1, 0.01)`,
      key: ['id', ROW],
      insert: { user_id: '{owner}', usage_type: 'message', quantity: 1, cost: 0 },
      update: { cost: 0 },
    },
  },
};
