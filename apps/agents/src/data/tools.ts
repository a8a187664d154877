/**
 * Tools of the creator's agents, from servers that speak the Model Context Protocol.
 * Source: `public.agent_configs.tools`; the functions `list_agent_tool_secrets` and `set_agent_tool_secret`; and the
 * gateway's `POST /v1/tools`, which asks a server.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { supabase, unwrap } from '@slipway/data';
import { accessToken } from '@slipway/session';

/** A tool, as its server described it when the creator chose it. */
export interface AgentTool {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
  is_read_only: boolean;
}

export interface ToolServer {
  url: string;
  /** The chosen tools. */
  tools: AgentTool[];
}

export const MAX_TOOLS = 32;
export const MAX_SERVERS = 5;

export interface StoredTools {
  servers: ToolServer[];
  /** Addresses for which a secret is stored. */
  secrets: string[];
}

export const toolQueries = {
  /** @throws `unauthenticated`, `unavailable` */
  of: (agentId: string) =>
    queryOptions({
      queryKey: ['own-agents', 'tools', agentId] as const,
      queryFn: async ({ signal }): Promise<StoredTools> => {
        const config = supabase()
          .from('agent_configs')
          .select('tools')
          .eq('agent_id', agentId)
          .abortSignal(signal)
          .maybeSingle();
        const secrets = supabase().rpc('list_agent_tool_secrets', { agent: agentId }).abortSignal(signal);
        const [stored, known] = await Promise.all([unwrap(config), unwrap(secrets)]);
        const { servers = [] } = (stored?.tools ?? {}) as unknown as Partial<StoredTools>;
        return { servers, secrets: known.map(({ url }) => url) };
      },
    }),
};

/** Stores the header that authorizes the agent at a server. @throws `invalid_input`, `not_found`, `unavailable` */
export async function setToolSecret(secret: {
  agent: string;
  url: string;
  header: string;
  secret: string;
}): Promise<void> {
  await unwrap(supabase().rpc('set_agent_tool_secret', secret));
}

/** The tools of a server. The message of an error is the gateway's reason. @throws `invalid_input`, `unavailable` */
export async function listServerTools(agentId: string, url: string): Promise<AgentTool[]> {
  const token = await accessToken();
  let response: Response;
  try {
    response = await fetch('/v1/tools', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` },
      body: JSON.stringify({ agent_id: agentId, url }),
    });
  } catch (cause) {
    throw new AppError('unavailable', 'the gateway did not respond', { cause });
  }
  const body = (await response.json().catch(() => ({}))) as { tools?: AgentTool[]; detail?: string };
  if (response.ok && body.tools) return body.tools;
  throw new AppError(
    response.status === 400 ? 'invalid_input' : 'unavailable',
    body.detail ?? 'the gateway did not respond',
  );
}
