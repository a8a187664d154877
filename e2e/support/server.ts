/**
 * The server under test. Each parallel worker has one: its ports, its `SLIPWAY_HOME`, and the key that only its operator
 * has. `servers.mjs` starts it.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockedPorts } from '@slipway/local/blocked-ports';

/** `E2E_PORT` lets two checkouts on one machine be tested at the same time. */
const firstPort = Number(process.env.E2E_PORT || 4290);
/** Ports that one worker may use. */
const PORTS = 10;
/** Where `servers.mjs` listens: above the ports of nine workers. */
export const controlPort = firstPort + 9 * PORTS;

const blocked = blockedPorts.find((port) => port >= firstPort && port <= controlPort + 1);
if (blocked !== undefined)
  throw new Error(
    `E2E_PORT is ${String(firstPort)}: the servers would use the ports up to ${String(controlPort + 1)}, and browsers block ${String(blocked)}`,
  );

/** `E2E_SERVER=nginx` puts nginx in front of the store and the backend, configured as `docs/hosting.md` says. */
export const isBehindNginx = process.env.E2E_SERVER === 'nginx';

/** The worker's number, from 0. A worker that replaces a failed one keeps its number, and so its server. */
export const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
export const port = firstPort + worker * PORTS;
export const origin = `http://127.0.0.1:${String(port)}`;
export const localPort = isBehindNginx ? port + 7 : port;
/** The local server itself: its mailbox is not served through another web server. */
export const localOrigin = `http://127.0.0.1:${String(localPort)}`;
/** The web servers of `hosting.spec.ts`: this port and the next. */
export const hostingPort = port + 8;
/** `fakeGitHub.ts` */
export const gitHubPort = port + 5;
/** `hostedFactors.ts` */
export const hostedPort = port + 6;
/** `slipway console` */
export const consolePort = port + 3;
/** `slipway dev` */
export const devPort = port + 9;

export const root = join(import.meta.dirname, '../..');
export const home = join(root, 'e2e/.slipway', String(worker));
export const store = join(home, 'store');
/**
 * The environments of the server under test, copied from the repository. A developer's own ones, which git ignores, have
 * separate ports and data.
 */
export const serverEnvironments = join(home, 'server-environments');
export const serverEnvironmentFiles = ['local.json', 'preview.json'];

/** The environment of the server under test. */
export const serverEnv = {
  PORT: String(localPort),
  PUBLIC_URL: origin,
  SLIPWAY_HOME: home,
  SLIPWAY_ENVIRONMENTS: serverEnvironments,
  // `servers.mjs` has built: without its daemon Nx copies each `dist` from its cache, also an unchanged one, while the
  // server of another worker reads it.
  SLIPWAY_NO_BUILD: '1',
  // All users of all tests come from one address.
  SIGN_IN_LIMIT: '1000',
  CODE_LIMIT: '1000',
  // The periodic work of servers that wait would use a tenth of their processor time.
  SWEEP_SECONDS: '2',
  // Tests serve tools of agents on this machine.
  TOOL_PRIVATE_ADDRESSES: '127.0.0.1',
  NX_DAEMON: 'false',
  GITHUB_CLIENT_ID: 'e2e',
  GITHUB_CLIENT_SECRET: 'e2e-secret',
  GITHUB_URL: `http://127.0.0.1:${String(gitHubPort)}`,
};

/**
 * Starts this worker's server unless it runs; resolves when it is ready.
 * @throws with the server's messages when it does not start, or when `servers.mjs` has ended
 */
export async function serverReady(): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${String(controlPort)}/${String(worker)}`);
    if (response.ok) return;
    if (response.status === 500) throw new Error(await response.text());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const keys = () => JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as Record<string, string>;

/** The key of this worker's backend that pages have. */
export const publishableKey = () => keys().publishable ?? '';

/** A request to the auth service, as the browser of a visitor sends it. */
export async function askAuth(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${JSON.stringify(answer)}`);
  return answer;
}

/** An access token with these claims, signed as the auth service signs one. */
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
