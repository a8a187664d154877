/** Checks every request before the backend handles it: known path, rate limit per address, its body. */
import {
  type ClientInfo,
  createRateLimiter,
  networkOf,
  type RateLimiter,
  trimmedPath,
} from '@slipway/server';
import type { AccountGuard } from './accountGuard';
import { withAccountLimits } from './accountLimits';
import { type RateName, rateOf, type Rates } from './authRates';
import { currentRequest } from '../lite/currentRequest';
import type { KnownPaths } from '../lite/knownPaths';
import { withCanonicalQuery } from './canonicalQuery';
import { type Caller, createCallers } from './callers';
import type { Handler } from './handler';
import { createReadLimits } from './readLimits';
import { MAX_BODY, withBody } from './requestBody';
import { createTimeoutLimits, type TimeoutLimits } from './timeoutLimits';
import { createWriteLimits, MAX_WRITE_BODY } from './writeLimits';

/** In PostgREST's error format. */
const tooMany = (what: 'reads' | 'writes' | 'slow requests', wait: number) =>
  Response.json(
    {
      ...{ code: 'PT429', details: null, hint: null },
      message: `Too many ${what}. Wait ${what === 'slow requests' ? 'some minutes' : 'a minute'} and try again`,
    },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

const tooManyRequests = (wait: number) =>
  Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

/** PostgREST's codes: 202 for an unknown function, 205 for an unknown table. */
function notFound(path: string): Response {
  const rest = /^\/rest\/v1\/(rpc\/)?(.+)$/.exec(trimmedPath(path));
  if (!rest) return Response.json({ code: 404, message: 'No such endpoint' }, { status: 404 });
  const [, rpc, name = ''] = rest;
  const code = rpc ? 'PGRST202' : 'PGRST205';
  const message = `Could not find the ${rpc ? 'function' : 'table'} '${name.slice(0, 63)}' in the schema cache`;
  return Response.json({ code, message, details: null, hint: null }, { status: 404 });
}

/** Methods that a `Request` cannot have: with them, copying one fails. */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);

const notAllowed = () => Response.json({ code: 405, message: 'Method not allowed' }, { status: 405 });

export interface RequestLimitOptions extends KnownPaths {
  rates: Rates;
  secretKey: string;
  jwtSecret: string;
  guard: AccountGuard;
}

/** `handle` for the data API. A request waits for the database, and its caller may be over the limit when its turn comes. */
const withTimeoutLimits =
  (handle: Handler, limits: TimeoutLimits) =>
  async (request: Request, client: ClientInfo, caller: Caller | undefined): Promise<Response> => {
    if (!caller) return handle(request, client);
    let wait = await limits.check(caller);
    if (wait) return tooMany('slow requests', wait);
    const current = currentRequest();
    if (current) {
      current.throwIfLimited = async () => {
        wait = await limits.check(caller);
        if (wait) throw new Error('Too many slow requests');
      };
    }
    const response = await handle(request, client);
    if (wait) return tooMany('slow requests', wait);
    await limits.count(caller, current);
    return response;
  };

/** `handle` behind the limits. */
export function withRequestLimits(
  handle: Handler,
  { rates, isKnown, isRead, secretKey, jwtSecret, guard }: RequestLimitOptions,
): Handler {
  const writes = createWriteLimits({ rates, isRead, secretKey });
  const callerOf = createCallers({ secretKey, jwtSecret });
  const reads = createReadLimits(rates);
  const handleRest = withTimeoutLimits(handle, createTimeoutLimits(rates));
  const limiters = new Map<RateName, RateLimiter>(
    (['signIn', 'verify', 'refresh'] as const).map((name) => [
      name,
      createRateLimiter({ limit: rates[name].burst, seconds: rates[name].period }),
    ]),
  );
  const handleAuth = withAccountLimits(handle, rates, guard);
  return async (request, client) => {
    const asked = new URL(request.url);
    if (!isKnown(asked.pathname)) return notFound(asked.pathname);
    if (forbidden.has(request.method)) return notAllowed();

    const isAuth = asked.pathname.startsWith('/auth/');
    const url = isAuth ? withCanonicalQuery(asked) : asked;
    const name = isAuth ? rateOf(request.method, url) : undefined;
    const wait = name ? await limiters.get(name)?.take(networkOf(client.address)) : 0;
    if (wait) return tooManyRequests(wait);

    const isLimited = writes.isLimited(request, client);
    const writeWait = isLimited ? await writes.take(request, client) : 0;
    if (writeWait) return tooMany('writes', writeWait);

    const isCountedRead = isAuth ? name === undefined : isRead(request.method, asked.pathname);
    const caller = !isAuth || isCountedRead ? await callerOf(request, client) : undefined;
    const readWait = isCountedRead && caller ? await reads.take(caller) : 0;
    if (readWait) return isAuth ? tooManyRequests(readWait) : tooMany('reads', readWait);

    const most = isLimited ? MAX_WRITE_BODY : MAX_BODY;
    const complete = await withBody(request, url, most);
    if (complete instanceof Response) return complete;
    return isAuth ? handleAuth(complete, client) : handleRest(complete, client, caller);
  };
}
