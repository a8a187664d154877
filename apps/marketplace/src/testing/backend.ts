/** A backend for unit tests: PostgREST's answers at the boundary of the network, defaultFilter above it real. */
import { connect } from '@slipway/data';
import { vi } from 'vitest';

export type Answer = { status?: number; json: unknown } | 'unreachable' | 'never';

/** Answers by the last part of the path: `agents`, `agent_reviews`, `search_listings`, `count_listings`. */
export type Answers = Record<string, Answer | ((request: Ask) => Answer)>;

export interface Ask {
  url: URL;
  /** What a function was called with. */
  args: Record<string, unknown>;
}

export interface FakeBackend {
  /** Every request, in order. */
  asked: Ask[];
  answers: Answers;
}

export function startBackend(answers: Answers): FakeBackend {
  const backend: FakeBackend = { asked: [], answers };
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const args = typeof init?.body === 'string' ? (JSON.parse(init.body) as Ask['args']) : {};
    backend.asked.push({ url, args });
    const answer = backend.answers[url.pathname.split('/').at(-1) ?? ''] ?? { status: 404, json: {} };
    return respond(typeof answer === 'function' ? answer({ url, args }) : answer, init?.signal);
  });
  connectOnce();
  return backend;
}

let isConnected = false;

/** A page has one client; a second one warns. */
function connectOnce(): void {
  if (!isConnected) connect({ url: 'http://backend.test', key: 'publishable' });
  isConnected = true;
}

function respond(answer: Answer, signal?: AbortSignal | null): Promise<Response> {
  if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
  if (answer === 'never') {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  }
  return Promise.resolve(
    new Response(JSON.stringify(answer.json), {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json' },
    }),
  );
}
