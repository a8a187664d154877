/** A controllable OpenAI-compatible endpoint for tests, on real HTTP: it responds, fails or stalls on request. */
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeServer, listen, LOCALHOST } from '@slipway/server';

export type Behavior =
  | {
      kind: 'responds';
      texts: string[];
      /** Milliseconds before each text. */
      pause?: number;
      /** Whether it sends a token count; true by default. */
      isCounting?: boolean;
      /** Members of the token count that differ. */
      usage?: object;
      /** `stop` by default. */
      finishReason?: string;
      /** Parts of tool calls, each in a chunk after the texts. */
      toolCalls?: object[];
    }
  /** Depends on the conversation. */
  | { kind: 'replies'; to: (messages: ReceivedMessage[]) => Behavior }
  /** Accepts the request and never responds. */
  | { kind: 'stalls' }
  /** Returns `status`, `times` times or always. */
  | { kind: 'fails'; status: number; times?: number; retryAfter?: number; message?: string }
  /** Closes the connection after the texts. */
  | { kind: 'breaks'; texts: string[] };

export interface ReceivedMessage {
  role: string;
  content: string;
  tool_call_id?: string;
}

export interface ModelServer {
  baseUrl: string;
  behave(behavior: Behavior): void;
  /** Received requests, newest last. */
  requests: {
    headers: Record<string, unknown>;
    body: { messages: ReceivedMessage[]; input?: string[]; dimensions?: number; tools?: object[] };
  }[];
  /** Number of clients that disconnected before their response was complete. */
  aborted: number;
  /** Number of responses that were sent completely. */
  completed: number;
  close(): Promise<void>;
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const usage = (changes: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18, ...changes } })}\n\n`;

async function respond(
  response: ServerResponse,
  behavior: Extract<Behavior, { texts: string[] }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of behavior.texts) {
    if (behavior.kind === 'responds' && behavior.pause) await sleep(behavior.pause);
    if (response.destroyed) return;
    response.write(chunk({ content: text }));
  }
  for (const part of behavior.kind === 'responds' ? (behavior.toolCalls ?? []) : [])
    response.write(chunk({ tool_calls: [part] }));
  if (behavior.kind === 'breaks') {
    await sleep(20); // lets the texts reach the client before the connection closes
    response.destroy();
    return;
  }
  const { finishReason = 'stop', isCounting = true, usage: changes } = behavior;
  response.end(`${chunk({}, finishReason)}${isCounting ? usage(changes) : ''}data: [DONE]\n\n`);
}

const DEFAULT: Behavior = { kind: 'responds', texts: ['Hello ', 'there'] };

export async function startModelServer(): Promise<ModelServer> {
  let behavior: Behavior = DEFAULT;
  const requests: ModelServer['requests'] = [];
  const state = { aborted: 0, completed: 0 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    response.on('close', () => {
      if (response.writableFinished) state.completed += 1;
      else if (behavior.kind !== 'breaks') state.aborted += 1;
    });
    request.on('end', () => {
      requests.push({
        headers: request.headers,
        body: JSON.parse(text) as ModelServer['requests'][0]['body'],
      });
      const current =
        behavior.kind === 'replies' ? behavior.to(requests.at(-1)?.body.messages ?? []) : behavior;
      if (current.kind === 'replies') return;
      if (current.kind === 'stalls') return;
      if (current.kind === 'fails') {
        if (current.times !== undefined) {
          behavior = current.times > 1 ? { ...current, times: current.times - 1 } : DEFAULT;
        }
        response.writeHead(current.status, {
          ...{ 'content-type': 'application/json', 'retry-after-ms': '10' },
          ...(current.retryAfter === undefined ? {} : { 'retry-after': String(current.retryAfter) }),
        });
        const { message = 'the secret reason' } = current;
        response.end(JSON.stringify({ error: { message } }));
        return;
      }
      if (request.url?.endsWith('/embeddings')) {
        const { input = [], dimensions = 3 } = requests.at(-1)?.body ?? {};
        response.writeHead(200, { 'content-type': 'application/json' });
        // Not in the order of the texts: `index` says which one it is.
        const data = input.map((text, index) => ({
          ...{ object: 'embedding', index },
          embedding: Array.from({ length: dimensions }, (_, at) => text.length + at / 8),
        }));
        const usage = { prompt_tokens: 5, total_tokens: 5 };
        response.end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'e', usage }));
        return;
      }
      void respond(response, current);
    });
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    behave: (next) => (behavior = next),
    requests,
    get aborted() {
      return state.aborted;
    },
    get completed() {
      return state.completed;
    },
    close: () => closeServer(server, 0),
  };
}
