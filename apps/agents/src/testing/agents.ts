/** Agents and replies for tests. */
import type { Replies } from '@slipway/testing';
import type { Agent } from '../data/agents';

export const draftAgent: Agent = {
  ...{ id: 'a1', name: 'Helper', description: 'Helps', category: 'sales', tags: [] },
  ...{ pricing_model: 'free', price_per_message: null, price_per_month: null },
  ...{ is_public: false, status: 'draft', install_count: 2, updated_at: '2026-11-20T12:00:00+00:00' },
  ...{
    notice_days: 30,
    allows_system_messages: false,
    calls_end_at: null,
    suspended_at: null,
    color: null,
    icon: null,
  },
};

export const publishedAgent: Agent = {
  ...draftAgent,
  id: 'a2',
  name: 'Star',
  is_public: true,
  status: 'active',
};

/** The reply of `agent_configuration`. */
export const configurationOf = (
  { name, description, notice_days, allows_system_messages }: Agent,
  values: object = {},
): { json: unknown } => ({
  json: [
    {
      ...{
        name,
        description,
        notice_days,
        allows_system_messages,
        prompt: '',
        temperature: 0.7,
        max_tokens: 1000,
      },
      ...{ tools: { servers: [] }, etag: 'e1', ...values },
    },
  ],
});

/** The reply of `agent_listing`. */
export const listingOf = (agent: Agent, values: object = {}): { json: unknown } => ({
  json: [{ ...agent, etag: 'e1', ...values }],
});

/** The reply to a save of what was changed elsewhere since it was read. */
export const conflict = { status: 409, json: { message: 'x', code: 'PT409' } };

/** The creator has these agents; each has five interactions. */
export const repliesFor = (agents: readonly Agent[]): Replies => ({
  'GET agents': { json: agents },
  'POST create_agent': { json: draftAgent },
  agent_listing: ({ body }) => {
    const agent = agents.find(({ id }) => id === body['agent']);
    return agent ? listingOf(agent) : { json: [] };
  },
  agent_deployments: { json: [] },
  agent_interactions: { json: agents.map(({ id }) => ({ agent_id: id, interactions: 5 })) },
});
