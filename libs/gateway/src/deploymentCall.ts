/** A call of a deployment: the API key, a place in the quota, the model, the billing record. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openReply, sealReply } from './replyCipher';
import { ApiProblem, clientDisconnected } from './apiProblem';
import { assertBegun, spentProblem } from './callOutcomes';
import { assertCallable, authenticateKey, bearerOf } from './caller';
import { replayed, type StartedCall } from './idempotentCalls';
import type { Reply, CallOutcome } from './modelRun';
import type { Embedding } from './models/embedding';
import type { ChatMessage, Instructions, Sampling } from './models/model';
import type { GatewayServices } from './routes/env';
import { sha256 } from './sha256';
import type {
  BeginCallParameters,
  BeginCallResult,
  GatewayStore,
  KeyGrant,
  StoredInstructions,
} from './store';
import { assertWithinMessage } from './tokens';
import { toolsOfCall } from './tools/toolsOfCall';
import type { ToolApproval } from './tools/approvals';

export interface CompletionRequest {
  headers: Headers;
  /** Fires when the caller disconnects. */
  signal: AbortSignal;
  messages: readonly ChatMessage[];
  /** The caller's limit of output tokens. It applies if it is below the agent's. */
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  sampling?: Sampling;
  /** The texts of `messages` are wanted as vectors. */
  embedding?: Embedding;
  isStream: boolean;
  /** The caller's decisions about tools that an earlier response waits for. */
  approval?: ToolApproval | undefined;
  /** The unparsed body: calls with the same idempotency key must have the same body. */
  raw: string;
}

/** Seconds past the time limit in which an outcome may still be recorded. */
const LEASE_MARGIN = 60;

const MAX_KEY_LENGTH = 200;

function idempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw new ApiProblem(
      400,
      `The header Idempotency-Key must have 1 to ${String(MAX_KEY_LENGTH)} characters`,
    );
  }
  return key;
}

/** An agent's instructions for the model. @throws `ApiProblem` 501 for an agent that runs elsewhere */
export function instructionsOf(
  { agent_name, prompt, temperature, max_tokens, external_url }: StoredInstructions,
  request: Pick<CompletionRequest, 'maxTokens' | 'temperature' | 'sampling'> = {},
): Instructions {
  if (external_url) {
    throw new ApiProblem(501, `“${agent_name}” runs on its creator's server. Call ${external_url} instead`);
  }
  return {
    ...{ name: agent_name, prompt },
    temperature: request.temperature ?? temperature,
    maxTokens: Math.min(max_tokens, request.maxTokens ?? max_tokens),
    ...(request.sampling ? { sampling: request.sampling } : {}),
  };
}

/** The deployment of the request's API key, which can be called now. @throws `ApiProblem` 401, 403, 404, 409, 429, 503 */
export async function authorizeCall(
  headers: Headers,
  address: string,
  requestedSlug: string | undefined,
  services: Pick<GatewayServices, 'store' | 'rateLimits'>,
  onGrant?: (grant: KeyGrant) => void,
): Promise<KeyGrant> {
  const grant = await authenticateKey(headers, address, services, onGrant);
  assertCallable(grant, requestedSlug);
  return grant;
}

/**
 * Milliseconds between reads of a call that another gateway runs. After the last one, the caller must repeat the
 * request.
 */
const LOOKS = [250, 500, 1_000, 2_000];

/** Begins the call, after a call with the same idempotency key at another gateway, if that ends soon. */
async function beginWhenFree(
  parameters: BeginCallParameters,
  signal: AbortSignal,
  store: GatewayStore,
): Promise<Exclude<BeginCallResult, { outcome: 'running' }>> {
  for (const pause of [...LOOKS, undefined]) {
    const result = await store.beginCall(parameters);
    if (result.outcome !== 'running') return result;
    if (pause === undefined) break;
    await sleep(pause, undefined, { signal }).catch(() => {
      throw clientDisconnected();
    });
  }
  throw new ApiProblem(409, 'A call with this idempotency key is running. Try again in 2 seconds', {
    retryAfter: 2,
  });
}

/** Starts a call, or returns the reply that the database has. @throws `ApiProblem` 402, 403, 404, 409, 410, 422, 501, 503 */
async function startCall(
  grant: KeyGrant,
  key: string | null,
  request: CompletionRequest,
  { store, modelRunner, timeLimit }: GatewayServices,
): Promise<StartedCall> {
  const tools = request.embedding ? undefined : await toolsOfCall(grant, request, store);
  const { headers, messages, signal, isStream, raw, embedding } = request;
  const apiKey = bearerOf(headers) ?? '';
  const parameters = {
    deployment_id: grant.deployment_id,
    key_id: grant.key_id,
    lease_seconds: Math.ceil(timeLimit / 1000) + LEASE_MARGIN,
    idempotency_key: key,
    request_hash: key === null ? null : sha256(raw),
  };
  const begun = assertBegun(await beginWhenFree(parameters, signal, store), grant);
  const id = begun.call_id;
  if (begun.outcome === 'answered') {
    const reply = openReply(begun.answer, apiKey, id);
    if (!reply) throw spentProblem();
    const { text, toolCalls, ...end } = reply;
    return replayed({ id, text, toolCalls, end: { ...end, cost: begun.cost } });
  }

  const record = (outcome: CallOutcome, reply?: Reply) =>
    store.finishCall(
      id,
      outcome,
      key !== null && reply && outcome.status === 200 ? sealReply(reply, apiKey, id) : undefined,
    );
  if (begun.external_url) {
    await record({ status: 501, latency_ms: 0, input_tokens: 0, output_tokens: 0, is_charged: false });
  }
  const events = modelRunner.run({
    ...{ id, operation: 'call', deployment: grant.deployment_id },
    // An agent's prompt is for conversations.
    instructions: embedding
      ? { ...instructionsOf(begun, request), prompt: '' }
      : instructionsOf(begun, request),
    ...{ embedding, tools },
    ...{ messages, headers, isStream, record },
    // A call with an idempotency key completes without its caller, who can repeat it to get the reply.
    signal: key === null ? signal : new AbortController().signal,
  });
  return { id, events, headers: {} };
}

/** The call's id, and its completion as it arrives. @throws `ApiProblem` 400, 402, 403, 404, 409, 410, 422, 501, 503 */
export async function beginCall(
  grant: KeyGrant,
  request: CompletionRequest,
  services: GatewayServices,
): Promise<StartedCall> {
  const key = idempotencyKey(request.headers);
  assertWithinMessage(request.messages, request.sampling, request.embedding ? 'input' : 'messages');
  const start = () => startCall(grant, key, request, services);
  if (key === null) return start();
  return services.idempotentCalls.once(
    { deployment: grant.deployment_id, key, requestHash: sha256(request.raw), signal: request.signal },
    start,
  );
}
