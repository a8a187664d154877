/** Reads the running deployments of the creator's agents, and decides about the question. Loads with its dialog. */
import { supabase, unwrap } from '@slipway/data';
import type { AgentDeployments } from './agentDeployments';
import { hasEnded } from './lifecycle';

/** As `deployedQuery`. */
export async function readDeployments(
  signal: AbortSignal,
): Promise<Readonly<Record<string, AgentDeployments>>> {
  const rows = await unwrap(supabase().rpc('agent_deployments').abortSignal(signal));
  return Object.fromEntries(
    rows.map(({ agent_id, deployments, own_deployments, calls_end_at }) => [
      agent_id,
      // The generated type leaves out that it may be null.
      { others: deployments, own: own_deployments, endsAt: calls_end_at as string | null },
    ]),
  );
}

/** Whether a withdrawal stops deployments of other users, which have not stopped yet. */
export const stopsOthers = (found: AgentDeployments | undefined): found is AgentDeployments =>
  found !== undefined && found.others > 0 && (found.endsAt === null || !hasEnded(found.endsAt));
