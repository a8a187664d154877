/** A fake auth service at the network boundary: recorded responses for the real client. */
import { connect } from '@slipway/data';
import { vi } from 'vitest';

export const user = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.test',
  aud: 'authenticated',
  role: 'authenticated',
  email_confirmed_at: '2026-11-21T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00Z',
};

const seconds = () => Math.floor(Date.now() / 1000);

/** An unsigned token: the client only reads its claims. */
const token = (expiresAt: number, session_id?: string) => {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.id, exp: expiresAt, session_id })}.c2ln`;
};

/** `life` is in seconds. */
export const session = (life = 3600, id?: string) => ({
  access_token: token(seconds() + life, id),
  refresh_token: id ?? 'refresh',
  token_type: 'bearer' as const,
  expires_in: life,
  expires_at: seconds() + life,
  user,
});

/** The storage key of this backend's session in the auth client. */
export const STORED = 'sb-auth-auth-token';

/** Stores a session as an earlier visit did. */
export const store = (life?: number): void => {
  localStorage.setItem(STORED, JSON.stringify(session(life)));
};

export interface SentRequest {
  path: string;
  query: string;
  /** The access token that it was sent with. */
  token: string | undefined;
  body: Record<string, unknown>;
}

type Reply = () => Response | Promise<Response>;

export interface AuthService {
  /** Every request, in order. */
  sent: SentRequest[];
  /** By the last segment of the path: `token`, `logout`, `user`, `security_audit_log`. */
  replies: Record<string, Reply>;
}

export const rejected =
  (status: number, error_code: string): Reply =>
  () =>
    Response.json({ code: status, error_code, msg: error_code }, { status });

export const unreachable: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

/** Replaces `fetch`, and connects a new client to the fake service. */
export function startAuthService(): AuthService {
  const service: AuthService = {
    sent: [],
    replies: {
      token: () => Response.json(session()),
      logout: () => new Response(null, { status: 204 }),
      user: () => Response.json(user),
      security_audit_log: () => new Response(null, { status: 201 }),
    },
  };
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input);
    const path = url.pathname.split('/').at(-1) ?? '';
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as SentRequest['body']) : {};
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '');
    service.sent.push({ path, query: url.search, token, body });
    return Promise.resolve((service.replies[path] ?? (() => new Response(null, { status: 404 })))());
  });
  connect({ url: 'http://auth.test', key: 'sb_publishable_test' });
  return service;
}
