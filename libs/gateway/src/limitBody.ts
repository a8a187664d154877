/** The size of request bodies is limited, whether or not the client announces it. */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiProblem } from './apiProblem';

/** Bytes: enough for a conversation of 100,000 characters. */
export const MAX_BODY = 512 * 1024;

const rejectBody = (): never => {
  throw new ApiProblem(413, `The body is larger than ${String(MAX_BODY / 1024)} KB`);
};

const hasLength = ({ headers }: Request) =>
  headers.has('content-length') && !headers.has('transfer-encoding');

const countBody = bodyLimit({ maxSize: MAX_BODY, onError: rejectBody });

/**
 * Node enforces the length that the client announced, so comparing it is enough. Hono's middleware reads `request.body`
 * first, for which Node's adapter creates a second request with a web stream: a tenth of a call's CPU time.
 */
export const limitBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  if (!hasLength(raw)) return countBody(context, next);
  if (Number(raw.headers.get('content-length')) > MAX_BODY) rejectBody();
  return next();
};

/**
 * Without a content length, Hono's body limit copies a request with `new Request(request, { body })`. Node's adapter
 * passes an object that only inherits from `Request`, and Node's constructor reads the private fields of its first
 * argument: it throws. From the URL and its parts, the constructor makes a standard request that can be copied.
 */
export function copyable(request: Request): Request {
  const { method, headers, url, signal } = request;
  if (method === 'GET' || method === 'HEAD' || hasLength(request) || !request.body) return request;
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    body: request.body,
    duplex: 'half',
  };
  return new Request(url, init);
}
