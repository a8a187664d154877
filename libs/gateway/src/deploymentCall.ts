/** A call of a deployment: the API key, a place in the quota, the model, the billing record. */
import { ApiProblem } from './apiProblem';
import { assertCallable, authenticateKey, sha256 } from './caller';
import type { CachedCompletion, CompletionCache } from './completionCache';
import type { CallOutcome, CompletionEvent } from './modelRunner';
import type { ChatMessage, Instructions } from './models/model';
import type { GatewayServices } from './routes/env';
import type { BeginCallResult, KeyGrant, StoredInstructions } from './store';

export interface CompletionRequest {
  headers: Headers;
  /** Fires when the caller disconnects. */
  signal: AbortSignal;
  messages: readonly ChatMessage[];
  /** The caller's limit of output tokens, where it is below the agent's. */
  maxTokens: number | undefined;
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

const formatDay = (time: string) =>
  new Date(time).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The call, once it has a place in the quota. @throws `ApiProblem` 402, 404, 422 */
function assertBegun(result: BeginCallResult): Extract<BeginCallResult, { outcome: 'begun' }> {
  switch (result.outcome) {
    case 'begun':
      return result;
    case 'gone':
      throw new ApiProblem(404, 'This deployment was deleted');
    case 'key_reused':
      throw new ApiProblem(422, 'This idempotency key was used with another request. Send a new one');
    case 'over_quota':
      throw new ApiProblem(
        402,
        `The ${result.plan_name} plan's ${String(result.quota)} messages for this month are used up. ` +
          `The quota resets on ${formatDay(result.period_end)}; upgrade for more messages`,
        { retryAfter: Math.max(1, (Date.parse(result.period_end) - Date.now()) / 1000) },
      );
  }
}

/** An agent's instructions for the model. @throws `ApiProblem` 501 for an agent that runs elsewhere */
export function instructionsOf(
  { agent_name, prompt, temperature, max_tokens, external_url }: StoredInstructions,
  maxTokens?: number,
): Instructions {
  if (external_url) {
    throw new ApiProblem(501, `“${agent_name}” runs on its creator's server. Call ${external_url} instead`);
  }
  return { name: agent_name, prompt, temperature, maxTokens: Math.min(max_tokens, maxTokens ?? max_tokens) };
}

/** The deployment of the request's API key, which can be called now. @throws `ApiProblem` 401, 403, 404, 409, 429, 503 */
export async function authorizeCall(
  headers: Headers,
  address: string,
  requestedSlug: string | undefined,
  services: Pick<GatewayServices, 'store' | 'rateLimits'>,
): Promise<KeyGrant> {
  const grant = await authenticateKey(headers, address, services);
  assertCallable(grant, requestedSlug);
  return grant;
}

/** Passes events on, and caches the completion for a repeated call with the same idempotency key. */
async function* cached(
  id: string,
  events: AsyncIterable<CompletionEvent>,
  cache: CompletionCache,
): AsyncGenerator<CompletionEvent, void, void> {
  let text = '';
  for await (const event of events) {
    if ('text' in event) text += event.text;
    else cache.set(id, { text, end: event.end });
    yield event;
  }
}

async function* replay({ text, end }: CachedCompletion): AsyncGenerator<CompletionEvent, void, void> {
  yield { text };
  yield { end };
}

/** The call's id, and its completion as it arrives. @throws `ApiProblem` 400, 402, 404, 422, 501, 503 */
export async function beginCall(
  grant: KeyGrant,
  { headers, signal, messages, maxTokens, raw }: CompletionRequest,
  { store, modelRunner, completionCache, timeLimit }: GatewayServices,
): Promise<{ id: string; events: AsyncGenerator<CompletionEvent, void, void> }> {
  const key = idempotencyKey(headers);
  const begun = assertBegun(
    await store.beginCall({
      deployment_id: grant.deployment_id,
      lease_seconds: Math.ceil(timeLimit / 1000) + LEASE_MARGIN,
      idempotency_key: key,
      request_hash: key === null ? null : sha256(raw),
    }),
  );
  const id = begun.call_id;
  const earlier = key === null ? undefined : completionCache.get(id);
  if (earlier) return { id, events: replay(earlier) };

  const record = (outcome: CallOutcome) => store.finishCall(id, outcome);
  if (begun.external_url) {
    await record({ status: 501, latency_ms: 0, input_tokens: 0, output_tokens: 0, is_charged: false });
  }
  const events = modelRunner.run({
    ...{ id, operation: 'call', deployment: grant.deployment_id },
    instructions: instructionsOf(begun, maxTokens),
    ...{ messages, headers, signal, record },
  });
  return { id, events: key === null ? events : cached(id, events, completionCache) };
}
