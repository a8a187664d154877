/**
 * Streams an agent's answer from the playground endpoint. Nothing is stored or billed.
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

/** A call of a tool that waits for the user's decision. */
export interface WaitingCall {
  id: string;
  name: string;
  server: string;
  /** JSON. */
  arguments: string;
  arguments_hash: string;
}

/** Ends an answer whose tools need approval. It continues once, for 15 minutes. */
export interface ApprovalRequest {
  token: string;
  expires_at: string;
  calls: WaitingCall[];
}

/** A tool that the agent uses. */
export interface ToolRun {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
  state: 'running' | 'done' | 'rejected';
}

/** The user's decision about all calls of a request. */
export interface Approval {
  request: ApprovalRequest;
  isApproved: boolean;
}

export interface AnswerEnd {
  usage: Usage;
  /** Set when the answer waits for a decision. */
  approval?: ApprovalRequest;
}

export interface PreviewRequest {
  trial: AgentTrial;
  /** The conversation, or its newest part; the last message is the new one. */
  messages: readonly Message[];
  signal: AbortSignal;
  /** Continues an answer that waits for it; the messages are the same. */
  approval?: Approval | undefined;
  /** Called when a tool starts and ends. */
  onTool?: (run: ToolRun) => void;
  /** Called once with the model's name, before the first text. */
  onModel: (model: string) => void;
  /** Called with each chunk of the answer. */
  onText: (text: string) => void;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'invalid_input',
  429: 'rate_limited',
  // The agent runs on an external site.
  501: 'conflict',
};

const codeOf = (status: number): ErrorCode =>
  codes[status] ??
  (status < 500 ? 'invalid_input' : status === 500 || status === 502 ? 'unexpected' : 'unavailable');

const decisionOf = ({ request: { token, calls }, isApproved }: Approval) => ({
  token,
  calls: calls.map(({ id, arguments_hash }) => ({ id, arguments_hash, approved: isApproved })),
});

export function bodyOf({
  trial,
  messages,
  approval,
}: Pick<PreviewRequest, 'trial' | 'messages' | 'approval'>): object {
  const { name, agentId, prompt, temperature, maxTokens } = trial;
  const isStored = agentId !== undefined && prompt === undefined;
  return {
    // A stored agent brings its name and prompt. Only its creator may test other values.
    ...(isStored ? {} : { name, prompt: prompt ?? '', temperature, max_tokens: maxTokens }),
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    messages,
    stream: true,
    ...(approval ? { tool_approval: decisionOf(approval) } : {}),
  };
}

/** The cause of an error: seconds after which the same request may succeed. */
export interface Rejection {
  retryAfter: number;
}

/** Sends the session's token if there is one: visitors may test public agents. */
async function send(request: PreviewRequest): Promise<Response> {
  const { signal } = request;
  const token = await accessToken();
  try {
    return await fetch('/v1/preview', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(bodyOf(request)),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new AppError('unavailable', 'The gateway did not respond', { cause });
  }
}

interface Event {
  content?: string;
  usage?: Usage;
  status?: number;
  detail?: string;
  tool_approval_required?: ApprovalRequest;
}

/**
 * Resolves when the answer is complete, or waits for the user's approval.
 * @throws `unavailable` (no gateway, or the stream broke off), `unauthenticated`, `forbidden`, `not_found`,
 * `rate_limited` (with a `Rejection`), `conflict` (the agent runs on an external site), `unexpected` (the model
 * failed); an abort is rethrown as `fetch` reports it
 */
export async function askAgent(request: PreviewRequest): Promise<AnswerEnd> {
  const response = await send(request);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok) {
    const cause: Rejection = { retryAfter: Number(response.headers.get('retry-after') ?? 0) };
    const message = `The gateway rejected the request: ${String(response.status)}`;
    throw new AppError(codeOf(response.status), message, { cause });
  }
  if (!isStream || !response.body) throw new AppError('unavailable', 'The response is not from the gateway');
  request.onModel(response.headers.get('slipway-model') ?? '');
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const data = JSON.parse(part.value.data) as Event;
      if (part.value.event === 'error') throw new AppError(codeOf(data.status ?? 500), data.detail ?? '');
      if (part.value.event === 'tool') request.onTool?.(data as unknown as ToolRun);
      if (part.value.event === 'done' && data.usage) {
        const { usage, tool_approval_required: approval } = data;
        return { usage, ...(approval ? { approval } : {}) };
      }
      if (data.content !== undefined) request.onText(data.content);
    }
  } catch (cause) {
    if (request.signal.aborted || cause instanceof AppError) throw cause;
    throw new AppError('unavailable', 'The answer broke off', { cause });
  }
  throw new AppError('unavailable', 'The response ended without a final event');
}
