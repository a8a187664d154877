/**
 * The rows of the access matrix: how each is created, found, inserted and updated. `{owner}`, `{another}` and
 * `{creator}` stand for the ids of three users. One file because it matches `expectations.ts` line by line.
 */
import type { expectations } from './expectations';

export interface Fixture {
  /** SQL that creates the rows that this one references. */
  given?: string;
  /** SQL that creates the row; not run before an insert by a client. */
  make: string;
  /** The columns that a client selects; all by default. */
  columns?: string;
  key: readonly [column: string, value: string];
  /** The values that a client inserts: the same row, in the name of the owner. */
  insert: Readonly<Record<string, unknown>>;
  update: Readonly<Record<string, unknown>>;
}

export type Fixtures = {
  [T in keyof typeof expectations]: Record<keyof (typeof expectations)[T], Fixture>;
};

/** An agent of the owner, and a public agent of the creator. */
const AGENT = 'aaaaaaaa-0000-4000-8000-00000000000a';
const PUBLIC_AGENT = 'aaaaaaaa-0000-4000-8000-00000000000b';
const ENDPOINT = 'https://agents.example/v1/agents/helper';
/** For tables with numeric ids. */
const NUMBER = '900000001';
const ROW = 'aaaaaaaa-0000-4000-8000-0000000000ff';
const SHARED = 'a'.repeat(32);
const CIPHERTEXT = "decode(repeat('00', 40), 'hex')";

/** Deletes all rows of these users and creates what rows depend on. */
export const cleanSlate = `
delete from public.profiles where id in ('{owner}', '{another}', '{creator}');
-- Accounting records outlive their account.
delete from public.subscriptions where user_id is null;
delete from public.usage_tracking where user_id is null;
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

const details: Fixture = {
  make: "insert into public.profile_details (user_id, about) values ('{owner}', 'I build agents')",
  key: ['user_id', '{owner}'],
  insert: { user_id: '{owner}', about: 'I build agents' },
  update: { about: 'Changed' },
};

const config = (given: string): Fixture => ({
  given,
  make: `insert into public.agent_configs (agent_id, prompt) values ('${AGENT}', 'Be brief')`,
  key: ['agent_id', AGENT],
  insert: { agent_id: AGENT, prompt: 'Be brief' },
  update: { prompt: 'Be long' },
});

const deploymentOf = (agentId: string, owner: string) =>
  `insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
    values ('${ROW}', 'Helper', '${agentId}', '${owner}', 'ak_••••abcd', '${ENDPOINT}', 'active')`;

const deployment: Fixture = {
  make: deploymentOf(PUBLIC_AGENT, '{owner}'),
  key: ['id', ROW],
  insert: {
    ...{ name: 'Helper', agent_id: PUBLIC_AGENT, user_id: '{owner}' },
    ...{ api_key: 'ak_7f3a9c1e5b2d8064af91c3e7d5b08246fa13ce79', endpoint_url: ENDPOINT, status: 'pending' },
  },
  update: { status: 'stopped', last_deployed_at: null },
};

const HOOK = 'aaaaaaaa-0000-4000-8000-0000000000fe';
const webhook = `insert into public.deployment_webhooks (id, deployment_id, user_id, url, events)
  values ('${HOOK}', '${ROW}', '{owner}', 'https://hooks.example/', '{key.rotated}')`;

export const fixtures: Fixtures = {
  agents: {
    'a draft': agent(false, 'draft'),
    'public and active': agent(true, 'active'),
    'public and archived': agent(true, 'archived'),
    'a draft that another user deployed': {
      ...agent(false, 'draft'),
      make: `${agent(false, 'draft').make}; ${deploymentOf(AGENT, '{another}')}`,
    },
  },
  agent_configs: {
    'of a draft': config(agent(false, 'draft').make),
    'of a public agent': config(publicAgent),
  },
  agent_favorites: {
    'of a public agent': {
      make: `insert into public.agent_favorites (agent_id, user_id) values ('${PUBLIC_AGENT}', '{owner}')`,
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}' },
      update: { created_at: '2026-01-01T00:00:00Z' },
    },
  },
  agent_installs: {
    'of a public agent': {
      make: `insert into public.agent_installs (agent_id, user_id) values ('${PUBLIC_AGENT}', '{owner}')`,
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}' },
      update: { created_at: '2026-01-01T00:00:00Z' },
    },
  },
  agent_listings: {
    'of a public agent': {
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
    'of a public agent': {
      make: `insert into public.agent_reports (agent_id, user_id, reason)
        values ('${PUBLIC_AGENT}', '{owner}', 'spam')`,
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}', reason: 'spam' },
      update: { reason: 'other' },
    },
  },
  agent_review_votes: {
    'on a review by another user': voteFor('{another}'),
    'on the own review': voteFor('{owner}'),
  },
  agent_reviews: {
    'of a public agent, without its author': {
      make: `insert into public.agent_reviews (id, agent_id, user_id, rating)
        values ('${ROW}', '${PUBLIC_AGENT}', '{owner}', 4)`,
      columns: 'id, agent_id, rating, body',
      key: ['agent_id', PUBLIC_AGENT],
      insert: { agent_id: PUBLIC_AGENT, user_id: '{owner}', rating: 5 },
      update: { rating: 1 },
    },
  },
  deployment_calls: {
    'of a deployment, without request_hash': {
      make: `insert into public.deployment_calls (id, deployment_id, user_id, status, expires_at)
        values ('${ROW}', '${AGENT}', '{owner}', 200, now())`,
      columns: 'id, deployment_id, status, latency_ms, input_tokens, output_tokens, cost, started_at',
      key: ['id', ROW],
      insert: { id: ROW, deployment_id: AGENT, user_id: '{owner}', expires_at: '2026-01-01T00:00:00Z' },
      update: { cost: 0, status: 500 },
    },
  },
  deployment_events: {
    'of a deployment': {
      given: deployment.make,
      make: `insert into public.deployment_events (id, deployment_id, user_id, to_status, actor)
        overriding system value values (${NUMBER}, '${ROW}', '{owner}', 'failed', 'server')`,
      key: ['id', NUMBER],
      insert: { deployment_id: ROW, user_id: '{owner}', to_status: 'failed', actor: 'server' },
      update: { actor: 'owner' },
    },
  },
  deployment_webhooks: {
    'of a deployment': {
      given: deployment.make,
      make: webhook,
      key: ['id', HOOK],
      insert: {
        deployment_id: ROW,
        user_id: '{owner}',
        url: 'https://hooks.example/',
        events: ['key.rotated'],
      },
      update: { events: ['spend.alert'] },
    },
  },
  deployments: { active: deployment },
  notification_preferences: {
    'of the owner': {
      make: "insert into public.notification_preferences (user_id) values ('{owner}')",
      key: ['user_id', '{owner}'],
      insert: { user_id: '{owner}', mails_reviews: false },
      update: { mails_reviews: false },
    },
  },
  notifications: {
    'of the owner': {
      make: `insert into public.notifications (id, user_id, kind, details)
        overriding system value values (${NUMBER}, '{owner}', 'price', '{}')`,
      key: ['id', NUMBER],
      insert: { user_id: '{owner}', kind: 'price', details: {} },
      update: { read_at: '2026-01-01T00:00:00Z' },
    },
  },
  profile_details: {
    'without a public agent': details,
    'with a public agent': { ...details, given: publicAgent },
  },
  profiles: {
    'without a public agent': profile,
    'with a public agent': { ...profile, make: `${profile.make}; ${publicAgent}` },
  },
  security_audit_log: {
    'of the owner': {
      given: `delete from public.security_audit_log where id = ${NUMBER}`,
      make: `insert into public.security_audit_log (id, event_type, user_id)
        overriding system value values (${NUMBER}, 'xss_attempt', '{owner}')`,
      key: ['id', NUMBER],
      insert: { event_type: 'xss_attempt', user_id: '{owner}' },
      update: { event_type: 'signed_out' },
    },
  },
  shared_conversations: {
    'without ciphertext': {
      make: `insert into public.shared_conversations
        (id, user_id, agent_id, agent_name, shows_name, ciphertext, expires_at)
        values ('${SHARED}', '{owner}', '${PUBLIC_AGENT}', 'A public agent', false, ${CIPHERTEXT}, '2099-01-01')`,
      columns: 'id, agent_id, agent_name, shows_name, created_at, expires_at, removed_at, removal_reason',
      key: ['id', SHARED],
      insert: {
        ...{ id: SHARED, user_id: '{owner}', agent_name: 'Mine', shows_name: true },
        ...{ expires_at: '2099-01-01T00:00:00Z', removed_at: '2026-01-01T00:00:00Z', removal_reason: 'x' },
      },
      update: { expires_at: '2100-01-01T00:00:00Z' },
    },
  },
  subscriptions: {
    live: {
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
  webhook_deliveries: {
    'of a webhook': {
      given: `${deployment.make}; ${webhook}`,
      make: `insert into public.webhook_deliveries (id, webhook_id, user_id, event, data)
        values ('${AGENT}', '${HOOK}', '{owner}', 'key.rotated', '{}')`,
      key: ['id', AGENT],
      insert: { webhook_id: HOOK, user_id: '{owner}', event: 'key.rotated', data: {} },
      update: { status: 200 },
    },
  },
  usage_tracking: {
    'a message': {
      make: `insert into public.usage_tracking (id, user_id, usage_type, quantity, cost)
        values ('${ROW}', '{owner}', 'message', 1, 0)`,
      key: ['id', ROW],
      insert: { user_id: '{owner}', usage_type: 'message', quantity: 1, cost: 0 },
      update: { quantity: 2 },
    },
  },
};
