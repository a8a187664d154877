/**
 * Who may call the console's server. Any page in the same browser can send requests to 127.0.0.1, and a name of an
 * attacker may resolve to it (DNS rebinding). So each request must name this server's own host; an API request must carry
 * the token, which only the printed address has, in a header that no foreign page can send; a writing one also its own origin.
 */
import { randomBytes } from 'node:crypto';
import { isSameSecret } from '@slipway/server';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '@slipway/contracts';
import type { ErrorBody } from './api';

export interface Access {
  /** `127.0.0.1:4320`; behind a sign-in of the host, that host's name. */
  hosts: readonly string[];
  /** Origins that may send writing requests. */
  origins: readonly string[];
  /** Undefined only behind a proxy that signs users in. */
  token: string | undefined;
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Nothing from another origin, no inline script, no string that becomes code. The empty hash is of styled-components. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
};

const bearer = (header: string | undefined) => /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1] ?? '';

/** On every response, errors too. */
export const withHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
};

/** Responds with 421 to other host names. @throws `invalid_input`, `unauthenticated`, `forbidden` */
export const guard =
  ({ hosts, origins, token }: Access): MiddlewareHandler =>
  async (context, next) => {
    const { method, path } = context.req;
    if (!hosts.includes(context.req.header('host') ?? '')) {
      const message = `The host name must be ${hosts.join(' or ')}`;
      const body: ErrorBody = { error: { code: 'invalid_input', message } };
      return context.json(body, 421);
    }
    if (path.startsWith('/api/')) {
      if (token !== undefined && !isSameSecret(bearer(context.req.header('authorization')), token))
        throw new AppError('unauthenticated', 'Open the address that slipway console printed');
      const site = context.req.header('sec-fetch-site') ?? 'same-origin';
      const origin = context.req.header('origin');
      const isForeign = origin !== undefined && !origins.includes(origin);
      if (isForeign || site !== 'same-origin' || (method !== 'GET' && origin === undefined))
        throw new AppError('forbidden', 'Only the page of this console may send this request');
      if (method !== 'GET' && !/^application\/json(?:;|$)/.test(context.req.header('content-type') ?? ''))
        throw new AppError('invalid_input', 'The body must be JSON');
    } else if (method !== 'GET' && method !== 'HEAD') {
      throw new AppError('invalid_input', `${path} is only read`);
    }
    return next();
  };
