/** What stands in front of the backend: a limit on bodies, a limit on attempts, and 404 for what is not there. */
import { accountLimited } from './accountLimits';
import { createLimiter, defaultRates, type Rate, type RateName, rateOf } from './rateLimit';

/** Bytes: 1 MB. */
const LARGEST_BODY = 1_048_576;

export interface Peer {
  /** From the socket, never from a header. */
  address: string;
  /** Fires when nobody waits for the answer any more. */
  gone?: AbortSignal;
}

export type Answer = (request: Request, peer: Peer) => Promise<Response>;

/** The request with its whole body in memory, or undefined when that is too large. */
async function withBody(request: Request): Promise<Request | undefined> {
  const { method, headers, url, body } = request;
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY) return undefined;
  if (!body) return new Request(url, { method, headers });

  const parts: Uint8Array[] = [];
  let size = 0;
  // What a header says of the length is a claim; this counts.
  for await (const part of body) {
    size += part.byteLength;
    if (size > LARGEST_BODY) return undefined;
    parts.push(part);
  }
  return new Request(url, { method, headers, ...(size > 0 ? { body: Buffer.concat(parts) } : {}) });
}

const tooLarge = () =>
  Response.json(
    { code: 'PGRST102', message: 'The body is larger than 1 MB', details: null, hint: null },
    { status: 413, headers: { connection: 'close' } },
  );

const tooOften = (wait: number) =>
  Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429, headers: { 'retry-after': String(wait) } },
  );

const nothingHere = () =>
  Response.json({ code: 404, message: 'There is nothing at this address' }, { status: 404 });

/** `answer` behind the limits. A request it never sees costs it nothing. */
export function limited(
  answer: Answer,
  { rates, isKnown }: { rates: Partial<Record<RateName, Rate>>; isKnown: (path: string) => boolean },
): Answer {
  const every = { ...defaultRates, ...rates };
  const limiter = createLimiter(every);
  const forAccount = accountLimited(answer, every);
  return async (request, peer) => {
    const url = new URL(request.url);
    if (!isKnown(url.pathname)) return nothingHere();

    const name = url.pathname.startsWith('/auth/') ? rateOf(request.method, url) : undefined;
    const wait = name ? limiter.take(name, peer.address) : 0;
    if (wait > 0) return tooOften(wait);

    const whole = await withBody(request);
    if (!whole) return tooLarge();
    return url.pathname.startsWith('/auth/') ? forAccount(whole, peer) : answer(whole, peer);
  };
}
