/** A fake backend at the network boundary: PostgREST, its functions and the auth service. Everything above it is real. */
import { connect } from '@slipway/data';
import { vi } from 'vitest';
import { sessionOf, testUser } from './testSession';

export interface BackendRequest {
  method: string;
  url: URL;
  /** The parsed JSON body, or an empty object without one. */
  body: Record<string, unknown>;
}

/** `unreachable` rejects like a dropped connection; `never` stays pending until the request is aborted. */
export type Reply = { status?: number; json?: unknown } | 'unreachable' | 'never';

/**
 * By method and the last segment of the path (`GET deployments`, `POST usage_totals`), or by the segment only.
 * A function computes the reply from the request, at once or later.
 */
export type Replies = Record<string, Reply | ((request: BackendRequest) => Reply | Promise<Reply>)>;

export interface FakeBackend {
  /** Every request, in order. */
  requests: BackendRequest[];
  /** May be changed during a test. */
  replies: Replies;
  /** The requests to one path segment, in order. */
  sent: (method: string, segment: string) => BackendRequest[];
}

const lastSegment = (url: URL): string => url.pathname.split('/').at(-1) ?? '';

/** The auth service accepts everything, unless a test says otherwise. */
const authReplies: Replies = {
  'GET user': { json: testUser },
  'POST token': () => ({ json: sessionOf() }),
  'POST logout': { status: 204 },
};

/** Replaces `fetch` and connects the page's client. A request without a reply receives an empty list. */
export function startBackend(replies: Replies = {}): FakeBackend {
  const backend: FakeBackend = {
    requests: [],
    replies,
    sent: (method, segment) =>
      backend.requests.filter((request) => request.method === method && lastSegment(request.url) === segment),
  };
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as BackendRequest['body']) : {};
    const request = { method, url, body };
    backend.requests.push(request);
    const segment = lastSegment(url);
    const all = { ...authReplies, ...backend.replies };
    const reply = all[`${method} ${segment}`] ?? all[segment] ?? { json: [] };
    const computed = typeof reply === 'function' ? reply(request) : reply;
    return computed instanceof Promise
      ? computed.then((late) => respond(late, init?.signal))
      : respond(computed, init?.signal);
  });
  connectOnce();
  return backend;
}

let isConnected = false;

/** The auth client warns about a second instance in one page. */
function connectOnce(): void {
  if (!isConnected) connect({ url: 'http://backend.test', key: 'publishable' });
  isConnected = true;
}

function respond(reply: Reply, signal?: AbortSignal | null): Promise<Response> {
  if (reply === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
  if (reply === 'never') {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  }
  const { status = 200, json = [] } = reply;
  return Promise.resolve(
    new Response(status === 204 ? null : JSON.stringify(json), {
      status,
      headers: { 'content-type': 'application/json' },
    }),
  );
}
