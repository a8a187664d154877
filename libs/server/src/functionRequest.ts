/** Requests for functions of the database over PostgREST, with the secret key or as a user. */

/** A backend whose functions are called over PostgREST. */
export interface RestOptions {
  /** Such as `https://abc.supabase.co`. */
  url: string;
  /** Bypasses row-level security. */
  secretKey: string;
  publishableKey: string;
  /** The global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for one request. */
  timeout?: number;
}

export interface FunctionCall {
  /** The backend's address, such as `https://abc.supabase.co`. */
  url: string;
  /** The secret key, which bypasses row-level security, or the publishable one. */
  key: string;
  /** A user's access token. By default, the key. */
  token?: string;
  signal?: AbortSignal;
}

/** A call of the function `name` of the schema `public`. A redirect is an error: it would send the key elsewhere. */
export const functionRequest = (
  name: string,
  parameters: object,
  { url, key, token = key, signal }: FunctionCall,
): Request =>
  new Request(new URL(`/rest/v1/rpc/${name}`, url), {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: signal ?? null,
    redirect: 'error',
  });
