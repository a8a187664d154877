/** An OpenAI-compatible endpoint of the tests' own, on real HTTP: it answers, fails or stalls as it is told. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour =
  | {
      kind: 'answers';
      words: string[];
      /** Milliseconds before each word. */ pause?: number;
      isCounting?: boolean;
    }
  /** No answer at all. */
  | { kind: 'stalls' }
  | { kind: 'fails'; status: number; /** Then it answers. */ times?: number }
  /** Ends the connection in the middle. */
  | { kind: 'breaks'; words: string[] };

export interface ModelServer {
  baseUrl: string;
  behave(behaviour: Behaviour): void;
  /** What it was asked, newest last. */
  requests: { headers: Record<string, unknown>; body: { messages: { role: string; content: string }[] } }[];
  /** How many callers went away before their answer was whole. */
  left: number;
  close(): Promise<void>;
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const usage = `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })}\n\n`;

const pausing = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function answer(
  response: ServerResponse,
  behaviour: Extract<Behaviour, { words: string[] }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of behaviour.words) {
    if (behaviour.kind === 'answers' && behaviour.pause) await pausing(behaviour.pause);
    if (response.destroyed) return;
    response.write(chunk({ content: word }));
  }
  if (behaviour.kind === 'breaks') {
    await pausing(20);
    response.destroy();
    return;
  }
  response.end(`${chunk({}, 'stop')}${behaviour.isCounting === false ? '' : usage}data: [DONE]\n\n`);
}

export async function startModelServer(): Promise<ModelServer> {
  let behaviour: Behaviour = { kind: 'answers', words: ['Hello ', 'there'] };
  const requests: ModelServer['requests'] = [];
  const state = { left: 0 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    response.on('close', () => {
      if (!response.writableFinished && behaviour.kind !== 'breaks') state.left += 1;
    });
    request.on('end', () => {
      requests.push({
        headers: request.headers,
        body: JSON.parse(text) as ModelServer['requests'][0]['body'],
      });
      const now = behaviour;
      if (now.kind === 'stalls') return;
      if (now.kind === 'fails') {
        if (now.times !== undefined) {
          behaviour =
            now.times > 1
              ? { ...now, times: now.times - 1 }
              : { kind: 'answers', words: ['Hello ', 'there'] };
        }
        response.writeHead(now.status, { 'content-type': 'application/json', 'retry-after-ms': '10' });
        response.end('{"error":{"message":"the secret reason"}}');
        return;
      }
      void answer(response, now);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    behave: (next) => (behaviour = next),
    requests,
    get left() {
      return state.left;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
