/** The server under test: where it listens, where its data is, and the key that only its operator has. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `E2E_PORT` lets two checkouts of one machine be tested at once. */
export const port = Number(process.env.E2E_PORT ?? 4290);
export const origin = `http://127.0.0.1:${String(port)}`;
/** `E2E_SERVER=nginx` puts nginx before the store and the backend, set up as `docs/hosting.md` says. */
export const isBehindNginx = process.env.E2E_SERVER === 'nginx';
export const localPort = isBehindNginx ? port + 7 : port;
/** The local server itself. Its mailbox answers nobody who comes through another. */
export const localOrigin = `http://127.0.0.1:${String(localPort)}`;
/** Where the web servers of `hosting.spec.ts` listen. */
export const hostingPort = port + 8;
/** Where `fakeGitHub.ts` listens while its tests run. */
export const gitHubPort = port + 5;
/** Where `hostedFactors.ts` listens while its tests run. */
export const hostedPort = port + 6;
/** Where `slipway dev` listens while its tests run. */
export const devPort = port + 9;
export const home = join(import.meta.dirname, '..', '.slipway');
export const store = join(home, 'store');

const keys = () => JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as Record<string, string>;

/** A request to the sign-in service as any visitor's browser sends it. */
export async function askAuth(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: keys().publishable ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${JSON.stringify(answer)}`);
  return answer;
}

/** A session's token with these claims, as the sign-in service signs one. */
export function signed(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', keys().jwtSecret ?? '')
    .update(text)
    .digest('base64url')}`;
}

/** A request to the data API as the operator, past row-level security. */
export async function asOperator(path: string, init: RequestInit = {}): Promise<Response> {
  const key = keys().secret ?? '';
  const response = await fetch(`${origin}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  });
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`);
  return response;
}
