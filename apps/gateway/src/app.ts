/** The routes of the service: health checks, pictures, billing, and the gateway at every other address. */
import type { HttpBindings } from '@hono/node-server';
import type { Gateway, GatewayStore } from '@slipway/gateway';
import { BILLING_PATH, type BillingService } from '@slipway/payments';
import { addressOf, type Metrics } from '@slipway/server';
import { type Pictures, PICTURES_PATH } from '@slipway/server/pictures';
import { type Context, Hono } from 'hono';
import { securityHeaders } from './securityHeaders';

/** A hash that matches no key; looking it up is the readiness check of the database. */
const UNKNOWN_KEY = '0'.repeat(64);

export interface AppServices {
  gateway: Pick<Gateway, 'fetch'>;
  billing: BillingService;
  pictures: Pictures;
  store: Pick<GatewayStore, 'useKey'>;
  metrics: Pick<Metrics, 'begin'>;
  trustedProxies: number;
  /** Whether the service is shutting down: it is not ready then. */
  isStopping: () => boolean;
}

export async function createApp({
  gateway,
  billing,
  pictures,
  store,
  metrics,
  trustedProxies,
  isStopping,
}: AppServices): Promise<Hono<{ Bindings: HttpBindings }>> {
  const clientOf = ({ env, req }: Context<{ Bindings: HttpBindings }>) => ({
    address: addressOf(
      env.incoming.socket.remoteAddress,
      req.header('x-forwarded-for') ?? null,
      trustedProxies,
    ),
  });
  const headers = await securityHeaders();

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const end = metrics.begin(context.req.method, context.req.path);
    await next();
    end(context.res.status);
  });
  // Before the headers of all other responses: pictures have a stricter policy.
  app.all(`${PICTURES_PATH}/*`, (context) => pictures.fetch(context.req.raw, clientOf(context)));
  app.use(async ({ env }, next) => {
    for (const [name, value] of headers) env.outgoing.setHeader(name, value);
    await next();
  });
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (isStopping()) return context.json({ status: 'stopping' }, 503);
    try {
      await store.useKey(UNKNOWN_KEY);
      return context.json({ status: 'ready' });
    } catch {
      return context.json({ status: 'database unreachable' }, 503);
    }
  });
  app.all(`${BILLING_PATH}/*`, (context) => billing.fetch(context.req.raw, clientOf(context)));
  app.all('*', (context) => gateway.fetch(context.req.raw, clientOf(context)));
  return app;
}
