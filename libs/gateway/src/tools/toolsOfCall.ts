/** The agent's tools for one call of a deployment, with the approval that the caller sends. */
import { ApiProblem } from '../apiProblem';
import type { ChatMessage, Sampling } from '../models/model';
import type { GatewayStore, KeyGrant } from '../store';
import { offeredTools } from './agentTools';
import { createApprovals, type ToolApproval } from './approvals';
import type { CallWithTools } from './toolRounds';

/** For a request with an approval, whose agent has no tools. */
export const nothingToApprove = () =>
  new ApiProblem(400, 'tool_approval is not needed: this agent has no tools. Remove it', {
    at: 'tool_approval',
  });

const nameOf = (tool: object): string => (tool as { function?: { name?: string } }).function?.name ?? '';

/** A request of the caller. An approval counts only for the same request. */
interface AskedCompletion {
  messages: readonly ChatMessage[];
  sampling?: Sampling;
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  approval?: ToolApproval | undefined;
}

/** Undefined for an agent without tools. @throws `ApiProblem` 400, 503 */
export async function toolsOfCall(
  { deployment_id, key_id }: KeyGrant,
  { messages, sampling = {}, maxTokens, temperature, approval }: AskedCompletion,
  store: GatewayStore,
): Promise<CallWithTools | undefined> {
  const servers = await store.deploymentTools(deployment_id, key_id);
  if (servers.length === 0 && !approval) return undefined;
  const callerTools = (sampling.tools ?? []).map(nameOf);
  const offered = offeredTools(servers, { reserved: callerTools });
  if (offered.byName.size === 0) {
    if (approval) throw nothingToApprove();
    return undefined;
  }
  const subject = `key ${key_id ?? deployment_id}`;
  return {
    ...{ offered, callerTools, approval },
    approvals: createApprovals(store, subject, { messages, sampling, maxTokens, temperature }),
  };
}
