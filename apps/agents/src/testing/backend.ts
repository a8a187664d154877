/** A backend for unit tests: PostgREST's answers at the boundary of the network, everything above it real. */
import { connect } from '@slipway/data';
import { vi } from 'vitest';

export interface Ask {
  method: string;
  url: URL;
  body: unknown;
}

export type Answer = { status?: number; json?: unknown } | 'unreachable' | 'never';

/** Answers by method and the last part of the path: `GET deployments`. */
export type Answers = Record<string, Answer>;

let isConnected = false;

/** Every request is kept, in order; what has no answer is an empty list. */
export function startBackend(answers: Answers) {
  const asked: Ask[] = [];
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ method, url, body });
    const answer = answers[`${method} ${url.pathname.split('/').at(-1) ?? ''}`] ?? { json: [] };
    if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer === 'never') return new Promise<Response>(() => undefined);
    const status = answer.status ?? 200;
    return Promise.resolve(
      new Response(status === 204 ? null : JSON.stringify(answer.json ?? []), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
  if (!isConnected) connect({ url: 'http://backend.test', key: 'publishable' });
  isConnected = true;
  return { asked, answers };
}
