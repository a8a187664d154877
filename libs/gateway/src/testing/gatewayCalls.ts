/** Deployments to call, created as the app creates them, and the records of their calls. */
import { addAgent, deploy, newKey, type TestUser, type Served } from '@slipway/backend/testing';

export interface Callable {
  owner: TestUser;
  creator: TestUser;
  agent: string;
  id: string;
  slug: string;
  key: string;
  /** The endpoint's URL. */
  url: string;
}

let made = 0;

/** An active deployment of another user's agent, priced at 0.10 per message by default. */
export async function callable(
  served: Served,
  agentRow: object = { pricing_model: 'per_message', price_per_message: 0.1 },
): Promise<Callable> {
  made += 1;
  const slug = `bot-${String(made)}`;
  const key = newKey();
  const creator = await served.user();
  const owner = await served.user();
  const agent = await addAgent(creator, { name: 'Helper', ...agentRow });
  const url = `${served.origin}/v1/agents/${slug}`;
  const { data, error } = await deploy(owner, {
    name: slug,
    agent_id: agent,
    api_key: key,
    endpoint_url: url,
  });
  if (error) throw new Error(error.message);
  const id = String(data.id);
  await owner.client
    .from('deployments')
    .update({ status: 'active', last_deployed_at: new Date() })
    .eq('id', id);
  return { owner, creator, agent, id, slug, key, url };
}

export const post = (
  url: string,
  key: string | undefined,
  body: unknown,
  { headers, ...rest }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...rest,
  });

/** The owner's usage records, oldest first. */
export async function usageOf({ owner }: Callable) {
  const { data } = await owner.client
    .from('usage_tracking')
    .select('usage_type,quantity,cost')
    .order('created_at')
    .order('usage_type');
  return (data ?? []) as { usage_type: string; quantity: number; cost: number }[];
}

/** The recorded calls of a deployment, oldest first. */
export async function callsOf({ owner, id }: Callable) {
  const { data } = await owner.client
    .from('deployment_calls')
    .select('id, status, latency_ms, input_tokens, output_tokens, cost, is_charged')
    .eq('deployment_id', id)
    .order('started_at');
  return (data ?? []) as {
    id: string;
    status: number | null;
    latency_ms: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    cost: number;
    is_charged: boolean;
  }[];
}
