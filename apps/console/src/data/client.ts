/** Requests to the console's server, with the key of the session: `slipway console` prints it in the address's fragment. */
import type { ErrorBody } from '@slipway/cli/console';

const KEY = 'slipway-console-token';

/**
 * Takes the key from the address, and removes it there: it must not be in a link that the user copies. Returns whether the
 * address had one.
 */
export function takeToken(location: Location, storage: Storage): boolean {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return false;
  storage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

/**
 * Takes the key of an address that the user opens in this tab later, as after a restart of the console. Such an address
 * differs from the page's in its fragment only, so the browser does not load the page again: `reload` does.
 */
export function watchToken(location: Location, storage: Storage, reload: () => void): void {
  window.addEventListener('hashchange', () => {
    if (takeToken(location, storage)) reload();
  });
}

/** The code of an error without a response; `unavailable` is a response. */
export const NO_RESPONSE = 'no_response';

export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const isLost = (error: Error | null): boolean =>
  error instanceof RequestError && error.code === NO_RESPONSE;

/**
 * A request whose response is lost, such as with a dropped connection, is sent again once: reading changes nothing, and the
 * console runs an action once, by its id. If that fails too, the console has stopped, or cannot be reached.
 */
async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return await fetch(path, init);
  }
}

async function request<Data>(path: string, init: RequestInit): Promise<Data> {
  const token = localStorage.getItem(KEY);
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await send(path, { ...init, headers });
  } catch {
    throw new RequestError(
      NO_RESPONSE,
      'slipway console does not respond. If it has stopped, start it again in your terminal.',
    );
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Data;
  const { code = 'unexpected', message = `Status ${String(response.status)}` } =
    (body as Partial<ErrorBody> | undefined)?.error ?? {};
  throw new RequestError(code, message);
}

/** Parameters that are undefined are left out. */
export function get<Data>(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>> = {},
  signal?: AbortSignal,
): Promise<Data> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return request<Data>(query === '' ? path : `${path}?${query}`, signal ? { signal } : {});
}

export const post = <Data>(path: string, body: object): Promise<Data> =>
  request<Data>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
