/** The database over PostgREST: hosted Supabase without a direct connection, and everything that needs a user's session. */
import { functionRequest, type RestOptions } from '@slipway/server';
import { ApiProblem } from '../apiProblem';
import { unlessAborted } from '../unlessAborted';
import { MISMATCH, type Rpc, unreachable } from './rpc';

/** `session` is a user's access token; a visitor has none. */
export type Credentials = 'secret' | { session: string | undefined };

/** @throws `ApiProblem` 503 for the page of a server that is not the database, such as a proxy's */
function valueOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** @throws `ApiProblem` also 401 and 403 with the credentials of a user */
export function restRpc(
  { url, secretKey, publishableKey, fetch: send = (request) => fetch(request), timeout = 5_000 }: RestOptions,
  credentials: Credentials = 'secret',
): Rpc {
  const isUser = credentials !== 'secret';
  const key = isUser ? publishableKey : secretKey;
  const token = isUser ? (credentials.session ?? publishableKey) : secretKey;

  return async (_kind, name, parameters) => {
    let response: Response;
    let text: string;
    const signal = AbortSignal.timeout(timeout);
    try {
      const request = functionRequest(name, parameters, { url, key, token, signal });
      response = await unlessAborted(signal, send(request));
      text = await response.text();
    } catch (error) {
      throw unreachable(error);
    }
    if (response.status === 401 && isUser) {
      throw new ApiProblem(401, 'Your session has expired. Sign in again');
    }
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
    if (response.status === 403 && isUser) {
      // A suspended account; otherwise it has a second factor, which this session has not given.
      const message =
        code === 'PT403'
          ? (valueOf(text) as { message: string }).message
          : 'Your session is not allowed to do this. Complete the sign-in on the dashboard';
      throw new ApiProblem(403, message);
    }
    // Error messages of the database can repeat the request's content: log only the code.
    const cause = new Error(`${name} responded with ${String(response.status)} ${code}`);
    if (response.status >= 500 || response.status === 429) throw unreachable(cause);
    if (!response.ok) throw new ApiProblem(500, MISMATCH, { cause });
    return valueOf(text);
  };
}
