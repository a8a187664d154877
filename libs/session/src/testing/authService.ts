/** The auth service at the boundary of the network: its answers are recorded, the client above it is the real one. */
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

/** A token in shape only: the client reads its expiry and sends it back. */
const token = (expiresAt: number) => {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.id, exp: expiresAt })}.c2ln`;
};

/** `life` is in seconds. */
export const session = (life = 3600) => ({
  access_token: token(seconds() + life),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: life,
  expires_at: seconds() + life,
  user,
});

/** Where the auth client keeps a session of this backend. */
export const STORED = 'sb-auth-auth-token';

/** Puts a session where the auth client looks for one, as an earlier visit left it. */
export const store = (life?: number): void => {
  localStorage.setItem(STORED, JSON.stringify(session(life)));
};

export interface Ask {
  path: string;
  query: string;
  body: Record<string, unknown>;
}

type Answer = () => Response | Promise<Response>;

export interface AuthService {
  /** Every request, in order. */
  asked: Ask[];
  /** By the end of the path: `token`, `logout`, `user`, `security_audit_log`. */
  answers: Record<string, Answer>;
}

export const refused =
  (status: number, error_code: string): Answer =>
  () =>
    Response.json({ code: status, error_code, msg: error_code }, { status });

export const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** Replaces the network, and connects a new client to it. */
export function startAuthService(): AuthService {
  const service: AuthService = {
    asked: [],
    answers: {
      token: () => Response.json(session()),
      logout: () => new Response(null, { status: 204 }),
      user: () => Response.json(user),
      security_audit_log: () => new Response(null, { status: 201 }),
    },
  };
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input);
    const path = url.pathname.split('/').at(-1) ?? '';
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Ask['body']) : {};
    service.asked.push({ path, query: url.search, body });
    return Promise.resolve((service.answers[path] ?? (() => new Response(null, { status: 404 })))());
  });
  connect({ url: 'http://auth.test', key: 'sb_publishable_test' });
  return service;
}
