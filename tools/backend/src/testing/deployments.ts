/** Creates agents and deployments with the app's requests. */
import { randomBytes } from 'node:crypto';
import type { TestUser } from './serve';

/** A valid API key; hexadecimal digits are part of base62. */
export const newKey = (): string => `ak_${randomBytes(32).toString('hex')}`;

export const endpointOf = (name: string): string =>
  `https://agents.example/v1/agents/${name.toLowerCase().replace(/[^a-z0-9]/g, '-')}`;

/** Adds an agent of the user, public and active unless `row` overrides it. Returns its id. */
export async function addAgent(user: TestUser, row: object = {}): Promise<string> {
  const { data, error } = await user.client
    .from('agents')
    .insert({ name: 'Agent', category: 'sales', is_public: true, status: 'active', ...row })
    .select('id')
    .single();
  if (error) throw new Error(`The agent was not added: ${error.message}`);
  return String(data.id);
}

/** The specification's insert: exactly these six columns, returning the row with its agent. */
export const deploy = (
  user: TestUser,
  row: {
    name: string;
    agent_id: string;
    user_id?: string;
    api_key?: string;
    endpoint_url?: string;
    status?: string;
  },
) =>
  user.client
    .from('deployments')
    .insert({
      user_id: user.id,
      api_key: newKey(),
      endpoint_url: endpointOf(row.name),
      status: 'pending',
      ...row,
    })
    .select('*, agent:agents(id, name)')
    .single();
