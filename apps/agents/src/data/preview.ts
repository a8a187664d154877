/**
 * An agent's answer, as it is being written. Nothing of it is kept or billed.
 * Source: the gateway's `POST /v1/preview` on the app's own origin, as server-sent events.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type AgentTrial, AppError, type ErrorCode } from '@slipway/contracts';
import { accessToken } from '@slipway/session';

export interface Message {
  role: 'user' | 'assistant';
  content: string;
}

export interface Usage {
  input_tokens: number;
  output_tokens: number;
  is_estimate: boolean;
}

export interface Asked {
  trial: AgentTrial;
  /** The whole conversation, the question last. */
  messages: readonly Message[];
  signal: AbortSignal;
  /** Called once, before the first text: what the model is called. */
  onModel: (model: string) => void;
  /** Called with each part. */
  onText: (text: string) => void;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
  // The agent runs elsewhere.
  501: 'conflict',
};

const codeOf = (status: number): ErrorCode =>
  codes[status] ??
  (status < 500 ? 'invalid_input' : status === 500 || status === 502 ? 'unexpected' : 'unavailable');

/** Sends the session's token when there is one: a visitor may try what is public. */
async function send({ trial, messages, signal }: Asked): Promise<Response> {
  const token = await accessToken();
  const { name, agentId, prompt, temperature, maxTokens } = trial;
  const isStored = agentId !== undefined && prompt === undefined;
  try {
    return await fetch('/v1/preview', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        // A stored agent has a name of its own, and only its creator may try another.
        ...(isStored ? {} : { name, prompt: prompt ?? '', temperature, max_tokens: maxTokens }),
        ...(agentId === undefined ? {} : { agent_id: agentId }),
        messages,
        stream: true,
      }),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AppError('unavailable', 'The gateway did not answer', { cause });
  }
}

interface Event {
  content?: string;
  usage?: Usage;
  status?: number;
  detail?: string;
}

/**
 * Resolves with what was used once the answer is whole.
 * @throws `unavailable` (no gateway, or cut off), `unauthenticated`, `forbidden`, `not_found`, `rate_limited`,
 * `conflict` (the agent runs elsewhere), `unexpected` (the model failed); an abort as fetch throws it
 */
export async function askAgent(asked: Asked): Promise<Usage> {
  const response = await send(asked);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok)
    throw new AppError(codeOf(response.status), `The gateway refused: ${String(response.status)}`);
  if (!isStream || !response.body) throw new AppError('unavailable', 'What answered is not the gateway');
  asked.onModel(response.headers.get('slipway-model') ?? '');
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const data = JSON.parse(part.value.data) as Event;
      if (part.value.event === 'error') throw new AppError(codeOf(data.status ?? 500), data.detail ?? '');
      if (part.value.event === 'done' && data.usage) return data.usage;
      if (data.content !== undefined) asked.onText(data.content);
    }
  } catch (cause) {
    if (asked.signal.aborted || cause instanceof AppError) throw cause;
    throw new AppError('unavailable', 'The answer was cut off', { cause });
  }
  throw new AppError('unavailable', 'The answer had no end');
}
