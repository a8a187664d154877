/**
 * The HTTP API of billing for the app's pages: invoices as files, and the payment provider's pages. It stores nothing;
 * the database decides who may read.
 */
import { type ClientInfo, createRateLimiter, networkOf } from '@slipway/server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { PaymentProvider } from './provider';
import { invoiceRoutes } from './routes/invoiceRoutes';
import { paymentRoutes } from './routes/paymentRoutes';
import type { BillingServices, RouteEnv } from './routes/env';
import { PaymentProblem, responseOf } from './problem';
import type { Rest } from './rest';

export interface BillingOptions {
  rest: Rest;
  log: Pick<Logger, 'error'>;
  /** Undefined: there are no payments. */
  provider?: PaymentProvider | undefined;
  /** The origin of the app, to which the provider's pages redirect. */
  appUrl: string;
  /** Origins of the app, where they differ from this server's. */
  appOrigins?: readonly string[];
}

export interface BillingService {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
}

/** Requests per address. */
const PER_MINUTE = 60;

const problemOf = (cause: Error, provider: PaymentProvider | undefined): PaymentProblem => {
  if (cause instanceof PaymentProblem) return cause;
  return provider?.isUnavailable(cause)
    ? new PaymentProblem(503, 'The payment provider did not respond. Try again in a few seconds', { cause })
    : new PaymentProblem(500, 'The server failed', { cause });
};

/** Every path of this API starts with it. */
export const BILLING_PATH = '/v1/billing';

export function createBillingService({
  rest,
  log,
  provider,
  appUrl,
  appOrigins = [],
}: BillingOptions): BillingService {
  const services: BillingServices = { rest };
  const app = new Hono<RouteEnv>().basePath(BILLING_PATH);
  const limiter = createRateLimiter({ limit: PER_MINUTE, seconds: 60 });
  // First, so that the app can read responses with an error.
  app.use(
    cors({
      ...{ origin: [...appOrigins], allowMethods: ['GET', 'POST'] },
      ...{ exposeHeaders: ['retry-after'], maxAge: 600 },
    }),
  );
  app.use(async ({ env, req }, next) => {
    // Events of the provider are signed, and come in bursts.
    const retryAfter =
      req.path === `${BILLING_PATH}/webhook` ? 0 : await limiter.take(networkOf(env.address));
    if (retryAfter > 0)
      throw new PaymentProblem(429, 'Too many requests. Try again in a minute', { retryAfter });
    await next();
  });
  app.route('/', invoiceRoutes(services));
  app.route('/', paymentRoutes({ rest, provider, log, returnUrl: `${appUrl}/billing` }));
  // Hono lists middleware as routes of all methods.
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`) }));
  app.notFound(({ req: { path, method } }) => {
    const found = routes.find(({ pattern }) => pattern.test(path));
    if (!found) return responseOf(new PaymentProblem(404, 'No such endpoint'));
    return responseOf(new PaymentProblem(405, `${method} is not allowed here. Use ${found.method}`), {
      allow: found.method === 'GET' ? 'GET, HEAD' : found.method,
    });
  });
  app.onError((error, { req }) => {
    const problem = problemOf(error, provider);
    // A client that disconnects while it sends its body is not a server error.
    if (problem.status >= 500 && !req.raw.signal.aborted)
      log.error({ reason: String(problem.cause) }, problem.message);
    return responseOf(problem);
  });
  return { fetch: async (request, client) => app.fetch(request, client) };
}
