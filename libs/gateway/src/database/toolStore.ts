/**
 * The tools of agents in the database: what a call offers, secrets of servers, and calls that wait for an approval.
 * Source: `supabase/migrations/20261129040000_agent_tools.sql`.
 */
import * as v from 'valibot';
import { takenToolCalls, type ToolSecret, toolSecret } from '../storeTypes';
import { type StoredToolServer, toolServers } from '../tools/agentTools';
import type { ApprovalStore } from '../tools/approvals';
import type { Grants } from './grants';
import { parsed, type Rpc } from './rpc';

export interface ToolStore extends ApprovalStore {
  /** The tools of the version that a deployment runs. With the key of the call, they are kept as long as its grant. */
  deploymentTools(deploymentId: string, keyId: string | null): Promise<StoredToolServer[]>;
  /** The tools of an agent's newest version. */
  agentTools(agentId: string): Promise<StoredToolServer[]>;
  /** The header that authorizes an agent at a server; undefined when none is stored. */
  toolSecret(agentId: string, url: string): Promise<ToolSecret | undefined>;
}

interface ToolStoreParts {
  rpc: Rpc;
  /** Over PostgREST, whose connections have the encryption key. */
  asServer: Rpc;
  grants: Pick<Grants, 'fresh'>;
}

export function createToolStore({ rpc, asServer, grants }: ToolStoreParts): ToolStore {
  /** By grant, because a change of the agent's configuration removes the grant too. */
  const toolsOfGrants = new WeakMap<object, Promise<StoredToolServer[]>>();

  /** Over a direct connection the embedded database has no encryption key, and returns no secrets. */
  const toolsOf = async (name: string, parameters: object): Promise<StoredToolServer[]> => {
    const read = async (by: Rpc) =>
      parsed(name, v.nullable(toolServers), await by('value', name, parameters)) ?? [];
    const servers = await read(rpc);
    const isIncomplete = servers.some(({ header, secret }) => header !== null && secret === null);
    return isIncomplete && asServer !== rpc ? read(asServer) : servers;
  };

  return {
    async deploymentTools(deploymentId, keyId) {
      const grant = keyId === null ? undefined : grants.fresh(keyId);
      if (grant?.has_tools === false) return [];
      const known = grant && toolsOfGrants.get(grant);
      if (known) return known;
      const tools = toolsOf('deployment_tools', { deployment: deploymentId });
      if (grant) {
        toolsOfGrants.set(grant, tools);
        tools.catch(() => toolsOfGrants.delete(grant));
      }
      return tools;
    },
    agentTools: (agentId) => toolsOf('agent_tools', { agent: agentId }),
    async toolSecret(agentId, url) {
      const result = await asServer('value', 'agent_tool_secret', { agent: agentId, url });
      return parsed('agent_tool_secret', v.nullable(toolSecret), result) ?? undefined;
    },
    keepToolCalls: async (kept) =>
      parsed('keep_tool_calls', v.string(), await rpc('value', 'keep_tool_calls', kept)),
    takeToolCalls: async (taken) =>
      parsed('take_tool_calls', takenToolCalls, await rpc('value', 'take_tool_calls', taken)),
  };
}
