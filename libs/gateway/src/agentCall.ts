/** A call of a deployment: the key, its place in the quota, the model, the record. */
import type { createAnswers, GivenAnswer } from './answers';
import { openKey, requireCallable, sha256 } from './caller';
import type { AnswerEvent, CallResult, Calls } from './calls';
import type { Limits } from './limits';
import type { ChatMessage, Instructions } from './models/model';
import { Problem } from './problem';
import type { BegunCall, GatewayStore, OpenedKey, StoredInstructions } from './store';

export interface CallServices {
  store: GatewayStore;
  limits: Limits;
  calls: Calls;
  answers: ReturnType<typeof createAnswers>;
  /** Milliseconds for a whole answer. */
  timeLimit: number;
  /** A request's address as callers know it. */
  publicAddress: (url: string) => string;
}

export interface CallRequest {
  headers: Headers;
  /** Fires when the caller is gone. */
  gone: AbortSignal;
  messages: readonly ChatMessage[];
  /** Of the answer, when the caller wants fewer than the agent gives. */
  maxTokens: number | undefined;
  /** The body as it came: under one idempotency key it must be the same each time. */
  raw: string;
}

/** Seconds past the time limit in which a result may still be recorded. */
const LEASE_MARGIN = 60;

const LONGEST_KEY = 200;

function idempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (key === '' || key.length > LONGEST_KEY) {
    throw new Problem(400, `The header Idempotency-Key must have 1 to ${String(LONGEST_KEY)} characters`);
  }
  return key;
}

const day = (time: string) =>
  new Date(time).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The call once it has begun. @throws `Problem` 402, 404, 422 */
function requireBegun(begun: BegunCall): Extract<BegunCall, { outcome: 'begun' }> {
  switch (begun.outcome) {
    case 'begun':
      return begun;
    case 'gone':
      throw new Problem(404, 'This deployment was deleted');
    case 'key_reused':
      throw new Problem(422, 'This idempotency key belongs to another request. Send a new one');
    case 'over_quota':
      throw new Problem(
        402,
        `The plan ${begun.plan_name} has ${String(begun.quota)} messages a month, and they are used. ` +
          `It has new ones on ${day(begun.period_end)}; a larger plan has more`,
        { retryAfter: Math.max(1, (Date.parse(begun.period_end) - Date.now()) / 1000) },
      );
  }
}

/** What an agent is called and told. @throws `Problem` 501 for one that runs elsewhere */
export function instructionsOf(
  { agent_name, prompt, temperature, max_tokens, external_url }: StoredInstructions,
  maxTokens?: number,
): Instructions {
  if (external_url) {
    throw new Problem(501, `“${agent_name}” runs at its creator's own address: call ${external_url}`);
  }
  return { name: agent_name, prompt, temperature, maxTokens: Math.min(max_tokens, maxTokens ?? max_tokens) };
}

/** A deployment that may be called, found by the request's key. @throws `Problem` 401, 403, 404, 409, 429, 503 */
export async function callableDeployment(
  headers: Headers,
  address: string,
  asked: string | undefined,
  services: Pick<CallServices, 'store' | 'limits'>,
): Promise<OpenedKey> {
  const opened = await openKey(headers, address, services);
  requireCallable(opened, asked);
  return opened;
}

/** The answer as it comes, remembered for whoever asks again under the same idempotency key. */
async function* remembering(
  id: string,
  events: AsyncIterable<AnswerEvent>,
  answers: CallServices['answers'],
): AsyncGenerator<AnswerEvent, void, void> {
  let text = '';
  for await (const event of events) {
    if ('text' in event) text += event.text;
    else answers.set(id, { text, end: event.end });
    yield event;
  }
}

async function* again({ text, end }: GivenAnswer): AsyncGenerator<AnswerEvent, void, void> {
  yield { text };
  yield { end };
}

/** The call's id, and its answer as it comes. @throws `Problem` 400, 402, 404, 422, 501, 503 */
export async function beginCall(
  deployment: OpenedKey,
  { headers, gone, messages, maxTokens, raw }: CallRequest,
  { store, calls, answers, timeLimit }: CallServices,
): Promise<{ id: string; events: AsyncGenerator<AnswerEvent, void, void> }> {
  const key = idempotencyKey(headers);
  const begun = requireBegun(
    await store.beginCall({
      deployment_id: deployment.deployment_id,
      lease_seconds: Math.ceil(timeLimit / 1000) + LEASE_MARGIN,
      idempotency_key: key,
      request_hash: key === null ? null : sha256(raw),
    }),
  );
  const id = begun.call_id;
  const given = key === null ? undefined : answers.get(id);
  if (given) return { id, events: again(given) };

  const record = (result: CallResult) => store.finishCall({ call_id: id, ...result });
  if (begun.external_url) {
    await record({ status: 501, latency_ms: 0, input_tokens: 0, output_tokens: 0, is_charged: false });
  }
  const events = calls.answer({
    ...{ id, operation: 'call', deployment: deployment.deployment_id },
    instructions: instructionsOf(begun, maxTokens),
    ...{ messages, headers, gone, record },
  });
  return { id, events: key === null ? events : remembering(id, events, answers) };
}
