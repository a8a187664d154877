/** Records the first requests of a page during the build; documents send the same ones (decision 102). */
import { QueryClient } from '@tanstack/react-query';
import { AppError, type FirstRequest, idsToken, userToken } from '@slipway/contracts';
import { connect } from '@slipway/data';

/**
 * Starts the queries of a page or a slot, for the signed-in user with the id `user`. `ids` stands for the ids of the
 * rows of the previous request, in the filter of a request that needs them. `cache` does not retry.
 */
export type SendRequests = (cache: QueryClient, user: string, ids: string) => readonly Promise<unknown>[];

const BACKEND = 'https://backend.invalid/';
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** The document adds these headers. */
const KEYS = ['apikey', 'authorization'];

function describe(...[input, init = {}]: Parameters<typeof fetch>): FirstRequest {
  const address = input instanceof Request ? input.url : String(input);
  const method = METHODS.find((known) => known === (init.method ?? 'GET'));
  const { body = undefined } = init;
  const isText = body === null || body === undefined || typeof body === 'string';
  if (!method || !isText || !address.startsWith(BACKEND))
    throw new AppError('invalid_input', `A document cannot send ${init.method ?? 'GET'} ${address}`);
  const headers = [...new Headers(init.headers)].filter(([name]) => !KEYS.includes(name));
  return {
    path: [userToken, idsToken].reduce(
      (path, token) => path.replaceAll(encodeURIComponent(token), token),
      address.slice(BACKEND.length),
    ),
    method,
    headers: Object.fromEntries(headers),
    ...(typeof body === 'string' && { body }),
  };
}

/**
 * The requests that `send` makes, without duplicates. They get no response.
 * @throws when there are none, or one is not for the backend
 */
export async function recordRequests(send: SendRequests): Promise<FirstRequest[]> {
  const recorded = new Map<string, FirstRequest>();
  const failures: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (...request) => {
    try {
      const described = describe(...request);
      recorded.set(JSON.stringify(described), described);
    } catch (error) {
      failures.push(error);
    }
    return Promise.reject(new TypeError('The build sends no requests'));
  };
  try {
    connect({ url: BACKEND, key: 'none' });
    await Promise.allSettled(
      send(new QueryClient({ defaultOptions: { queries: { retry: false } } }), userToken, idsToken),
    );
  } finally {
    globalThis.fetch = fetch;
  }
  if (failures.length > 0) throw failures[0];
  if (recorded.size === 0) throw new AppError('invalid_input', 'The page sent no request');
  return [...recorded.values()];
}
