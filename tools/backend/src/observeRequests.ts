/** Records sign-ins, failed sign-ins, rejections and uses of the secret key, from the responses of the backend. */
import { trimmedPath } from '@slipway/server';
import type { CurrentRequest } from './lite/currentRequest';
import type { SecurityEvent, SecurityEventRecorder } from './securityEvents';

/** 401, 403: no right. 413, 429: a limit. */
const rejections = new Set([401, 403, 413, 429]);

const grants: Readonly<Record<string, string>> = { password: 'password', pkce: 'code', id_token: 'id_token' };

/** How a request would sign in, or undefined for another request. */
function signInMethod(method: string, { pathname, searchParams }: URL): string | undefined {
  const path = trimmedPath(pathname);
  if (method === 'POST' && path === '/auth/v1/token') return grants[searchParams.get('grant_type') ?? ''];
  if (path === '/auth/v1/verify') return method === 'GET' ? 'link' : 'one_time_code';
  return method === 'GET' && path === '/auth/v1/callback' ? 'provider' : undefined;
}

const subjectOf = (token: string): string | undefined => {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub?: unknown;
    };
    return typeof claims.sub === 'string' ? claims.sub : undefined;
  } catch {
    return undefined;
  }
};

/** The account and the error in the response to a sign-in: in its body, or in the address that it redirects to. */
async function outcomeOf(response: Response): Promise<{ accountId?: string | undefined; error?: string }> {
  if (response.status >= 300 && response.status < 400) {
    const { hash, search } = new URL(response.headers.get('location') ?? '', 'http://localhost');
    const parameters = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
    const error = parameters.get('error_code') ?? parameters.get('error');
    return error ? { error } : { accountId: subjectOf(parameters.get('access_token') ?? '') };
  }
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { access_token?: unknown; user?: { id?: unknown }; error_code?: unknown } | null;
  if (!response.ok) return { error: String(body?.error_code ?? response.status) };
  const id = body?.access_token ? body.user?.id : undefined;
  return { accountId: typeof id === 'string' ? id : undefined };
}

/** The events of one response: `single` ones are recorded at once, the others are counted. */
export async function eventsOf(
  request: { method: string; url: URL },
  response: Response,
  current: CurrentRequest,
): Promise<{ single?: SecurityEvent; counted?: SecurityEvent }> {
  const { method, url } = request;
  const { address } = current;
  const path = trimmedPath(url.pathname);
  const signIn = signInMethod(method, url);
  if (signIn && response.status < 500 && response.status !== 429) {
    const { accountId, error } = await outcomeOf(response);
    if (error !== undefined) {
      const details = { method: signIn, error };
      return { counted: { type: 'sign_in_failed', email: current.email, address, details } };
    }
    if (!accountId) return {};
    return { single: { type: 'sign_in', accountId, address, details: { method: signIn } } };
  }
  const { accountId } = current;
  if (rejections.has(response.status)) {
    const details = { method, path, status: response.status };
    return { counted: { type: 'request_refused', accountId, address, details } };
  }
  if (current.role === 'service_role') {
    return { counted: { type: 'service_key_used', address, details: { method, path } } };
  }
  return {};
}

/** Records what a response shows. Requests of this process itself, such as the gateway's, are not recorded. */
export async function observe(
  recorder: SecurityEventRecorder,
  ...seen: Parameters<typeof eventsOf>
): Promise<void> {
  const { single, counted } = await eventsOf(...seen);
  if (single) recorder.record(single);
  if (counted) recorder.count(counted);
}
