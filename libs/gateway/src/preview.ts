/** Previews of an agent before it is deployed, for signed-in users and, with a lower limit, for visitors. */
import type * as v from 'valibot';
import { MAX_PREVIEW_SIZE } from '@slipway/contracts';
import { ApiProblem } from './apiProblem';
import { previewAccessOf, sessionOf } from './caller';
import { instructionsOf } from './deploymentCall';
import type { Instructions } from './models/model';
import type { previewSchema } from './requests';
import type { GatewayServices } from './routes/env';
import type { GatewayStore, PreviewAccess } from './store';
import { offeredTools } from './tools/agentTools';
import { createApprovals } from './tools/approvals';
import type { CallWithTools } from './tools/toolRounds';
import { nothingToApprove } from './tools/toolsOfCall';

type Preview = v.InferOutput<typeof previewSchema>;

const overridesAgent = ({ prompt, name, temperature, max_tokens }: Preview) =>
  [prompt, name, temperature, max_tokens].some((value) => value !== undefined);

/** Custom prompts need a session; without one, anyone could use the model for any purpose. */
function assertAllowed(preview: Preview, { user_id, agent_id, is_creator }: PreviewAccess): void {
  if (preview.agent_id !== undefined && agent_id === null) throw new ApiProblem(404, 'Agent not found');
  if (!overridesAgent(preview)) return;
  if (user_id === null) throw new ApiProblem(401, 'Sign in to test a custom prompt');
  if (preview.agent_id !== undefined && !is_creator) {
    throw new ApiProblem(403, 'Only the creator can test this agent with another prompt');
  }
}

/** Output tokens for a visitor: an agent's default. */
const VISITOR_MAX_TOKENS = 1000;

/** @throws `ApiProblem` 413 */
function assertSize(raw: string, isVisitor: boolean): void {
  const most = isVisitor ? MAX_PREVIEW_SIZE.visitor : MAX_PREVIEW_SIZE.user;
  if (Buffer.byteLength(raw) <= most) return;
  const hint = isVisitor ? '. Sign in to send more' : '';
  throw new ApiProblem(413, `A preview is larger than ${String(most / 1024)} KB${hint}`);
}

export interface AllowedPreview {
  /** Null for a visitor. */
  user: string | null;
  /** Null for an unsaved prompt. */
  agent: string | null;
  instructions: Instructions;
  /** Undefined without tools, and for visitors. */
  tools: CallWithTools | undefined;
}

/**
 * The tools of a preview: none for visitors, and only read-only tools for users other than the creator, because nothing
 * is billed.
 */
async function toolsOfPreview(
  { messages, tool_approval: approval }: Preview,
  { user_id, agent_id, is_creator }: PreviewAccess,
  instructions: Instructions,
  store: GatewayStore,
): Promise<CallWithTools | undefined> {
  const servers = user_id === null || agent_id === null ? [] : await store.agentTools(agent_id);
  const offered = offeredTools(servers, { isReadOnly: !is_creator });
  if (offered.byName.size === 0) {
    if (approval) throw nothingToApprove();
    return undefined;
  }
  const request = { agent_id, instructions, messages };
  return {
    ...{ offered, callerTools: [], approval },
    approvals: createApprovals(store, `user ${String(user_id)}`, request),
  };
}

/** @throws `ApiProblem` 401, 403, 404, 413, 429, 501, 503 */
export async function previewInstructions(
  { body: preview, raw }: { body: Preview; raw: string },
  headers: Headers,
  address: string,
  { store, rateLimits }: Pick<GatewayServices, 'store' | 'rateLimits'>,
): Promise<AllowedPreview> {
  const session = sessionOf(headers);
  assertSize(raw, !session);
  const access = await previewAccessOf(preview.agent_id ?? null, session, address, { store, rateLimits });
  const { user_id: user } = access;
  const isVisitor = user === null;
  if (session && isVisitor) assertSize(raw, true);
  assertAllowed(preview, access);

  const stored = access.agent_id === null ? undefined : await store.instructions(access.agent_id);
  const base = stored
    ? instructionsOf(stored)
    : { name: 'your agent', prompt: '', temperature: 0.7, maxTokens: 1000 };
  const instructions = {
    name: preview.name ?? base.name,
    prompt: preview.prompt ?? base.prompt,
    temperature: preview.temperature ?? base.temperature,
    maxTokens: isVisitor
      ? Math.min(base.maxTokens, VISITOR_MAX_TOKENS)
      : (preview.max_tokens ?? base.maxTokens),
  };
  const tools = await toolsOfPreview(preview, access, instructions, store);
  return { user, agent: access.agent_id, instructions, tools };
}
