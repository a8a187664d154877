/** What stands in front of the backend: a limit on bodies, a limit on attempts, and 404 for what is not there. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createLimiter, defaultRates, type Rate, type RateName, rateOf } from './rateLimit';

/** Bytes: 1 MB. */
const LARGEST_BODY = 1_048_576;

type Answer = (request: Request, peer: { address: string }) => Promise<Response>;

const tooLarge = (context: Context) =>
  context.json({ code: 'PGRST102', message: 'The body is larger than 1 MB', details: null, hint: null }, 413);

/** `answer` behind the limits. A request it never sees costs it nothing. */
export function limited(rates: Partial<Record<RateName, Rate>>, answer: Answer): Answer {
  const take = createLimiter({ ...defaultRates, ...rates });
  const gate = new Hono<{ Bindings: { address: string } }>();

  gate.use(bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }));
  gate.use('/auth/v1/*', async (context, next) => {
    const name = rateOf(context.req.method, new URL(context.req.url));
    const wait = name ? take(name, context.env.address) : 0;
    if (wait === 0) return next();
    return context.json(
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      429,
      { 'retry-after': String(wait) },
    );
  });
  gate.all('/rest/v1/*', (context) => answer(context.req.raw, context.env));
  gate.all('/auth/v1/*', (context) => answer(context.req.raw, context.env));
  gate.notFound((context) => context.json({ code: 404, message: 'There is nothing at this address' }, 404));
  gate.onError((_error, context) =>
    context.json({ code: 500, message: 'The backend failed to answer' }, 500),
  );

  return async (request, peer) => gate.fetch(request, peer);
}
