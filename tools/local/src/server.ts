/** The local server: the app, the backend, the gateway and the mailbox on one origin, reachable only from this machine. */
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Gateway, type GatewayOptions, localGateway } from '@slipway/gateway';
import { HEALTH_PATH } from '@slipway/contracts';
import {
  BILLING_PATH,
  type BillingService,
  createBillingService,
  createRest,
  type PaymentProvider,
  untyped,
} from '@slipway/payments';
import { addressOf, closeServer, createHttpServer, listen, LOCALHOST, type Metrics } from '@slipway/server';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Backend } from '@slipway/backend';
import { privateAddresses } from '@slipway/server/egress';
import { createPictures, type Pictures, PICTURES_PATH } from '@slipway/server/pictures';
import { AGENT_SITEMAP } from '@slipway/cli';
import { AGENT_CARDS, agentCards } from './crawlers/agentCards';
import { agentSitemap } from './crawlers/agentSitemap';
import { withAgentHeads } from './crawlers/agentHead';
import { allowedHosts } from './allowedHosts';
import { startJobs } from './app/jobs';
import type { LocalHealth } from './health/localHealth';
import { mailRoutes } from './mail/mailRoutes';
import { responseHeaders } from './responseHeaders';

export interface ServerOptions {
  /** 0 chooses a free port. */
  port: number;
  /** Security headers, set on every response that does not set them itself. */
  headers: () => Record<string, string>;
  /** Handles every path that neither the backend nor the server handles. */
  app: (request: Request) => Promise<Response>;
  /** The address that users open, if it differs from the server's own. */
  publicUrl?: string | undefined;
  /** Serves the mailbox to requests with this token. Without it, there is none. */
  mailToken?: string | undefined;
  /** The number of own proxies in front; each appends an address to `X-Forwarded-For`. */
  trustedProxies?: number | undefined;
  /** Receives the reports of pages, once the backend has started. */
  health?: LocalHealth | undefined;
  /** Counts requests. */
  metrics?: Metrics | undefined;
  /** Takes payments; without it, no user is asked to pay. */
  payments?: PaymentProvider | undefined;
  /** Overrides the gateway's defaults. */
  gateway?: Partial<GatewayOptions>;
}

export interface Server {
  /** Such as `http://127.0.0.1:4200`. */
  origin: string;
  /** Serves `/rest/v1`, `/auth/v1`, the gateway's `/v1` and the mailbox once the backend has started. */
  attach(starting: Promise<Backend>): void;
  /** Makes `/healthz` return 200 and serves the app; before, both return 503. */
  ready(): void;
  /** Stops listening, lets requests and call records finish, then closes the backend. */
  close(): Promise<void>;
}

const starting = () =>
  Response.json(
    { status: 'starting', message: 'The server is starting' },
    { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
  );

/** @throws `conflict` when the port is in use, `invalid_input` for a wrong variable, before anything else happens */
export async function startServer({
  port,
  headers,
  app,
  publicUrl,
  mailToken,
  trustedProxies = 0,
  health,
  metrics,
  payments,
  gateway: options,
}: ServerOptions): Promise<Server> {
  const allow = privateAddresses(process.env, 'WEBHOOK_PRIVATE_ADDRESSES');
  let isReady = false;
  let backend: Backend | undefined;
  let gateway: Gateway | undefined;
  let billing: BillingService | undefined;
  let pictures: Pictures | undefined;
  let stopJobs: (() => Promise<void>) | undefined;
  let backendStart: Promise<unknown> = Promise.resolve();

  const clientAddress = ({ env, req }: Context<{ Bindings: HttpBindings }>) =>
    addressOf(env.incoming.socket.remoteAddress, req.header('x-forwarded-for') ?? null, trustedProxies);

  const routes = new Hono<{ Bindings: HttpBindings }>();
  if (metrics) {
    routes.use(async (context, next) => {
      const end = metrics.begin(context.req.method, context.req.path);
      await next();
      end(context.res.status);
    });
  }
  routes.use(responseHeaders(headers));
  routes.use(allowedHosts(publicUrl));
  routes.get('/healthz', () =>
    isReady ? Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } }) : starting(),
  );
  // Bodies of the auth service contain tokens.
  routes.use('/rest/*', compress());
  for (const path of ['/rest/*', '/auth/*']) {
    routes.all(path, (context) => {
      const address = clientAddress(context);
      const { raw } = context.req;
      return backend ? backend.fetch(raw, { address, signal: raw.signal }) : starting();
    });
  }
  routes.all(`${BILLING_PATH}/*`, (context) => {
    const address = clientAddress(context);
    return billing ? billing.fetch(context.req.raw, { address }) : starting();
  });
  routes.all(`${PICTURES_PATH}/*`, (context) => {
    const address = clientAddress(context);
    return pictures?.fetch(context.req.raw, { address }) ?? starting();
  });
  const sitemap = agentSitemap(() => publicUrl ?? origin);
  const card = agentCards();
  routes.get(`${AGENT_CARDS}/:file`, (context) => {
    const [file, address] = [context.req.param('file'), clientAddress(context)];
    return backend && pictures ? card({ backend, pictures, file, address }) : starting();
  });
  routes.get(AGENT_SITEMAP, () => (backend ? sitemap(backend) : starting()));
  routes.all('/v1/*', (context) => {
    const address = clientAddress(context);
    return gateway ? gateway.fetch(context.req.raw, { address }) : starting();
  });
  if (health) {
    routes.all(HEALTH_PATH, (context) => health.receive(context.req.raw, clientAddress(context)));
    routes.all('/health/v1/*', ({ req }) => health.read(req.raw));
  }
  const pages = withAgentHeads(app, () => backend);
  const serveApp = (context: Context<{ Bindings: HttpBindings }>) =>
    isReady ? pages(context.req.raw, clientAddress(context)) : starting();
  if (mailToken) {
    routes.route('/', mailRoutes({ token: mailToken, mailbox: () => backend?.mailbox, notFound: serveApp }));
  }
  routes.all('*', serveApp);
  routes.onError((error, context) => {
    // A client that disconnects while it sends its body is not an error of the server.
    if (!context.req.raw.signal.aborted) console.error(error);
    return context.json({ code: 500, message: 'Internal server error' }, 500);
  });

  const server = createHttpServer(getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  const actualPort = await listen(server, {
    port,
    host: LOCALHOST,
    remedy: 'Stop the other process, or set PORT to use another port: PORT=4300 npm start',
  });
  const origin = `http://${LOCALHOST}:${String(actualPort)}`;

  return {
    origin,
    attach(start) {
      backendStart = start.then(
        (started) => {
          backend = started;
          health?.attach(started.database);
          metrics?.watchDatabase(() => started.database.load());
          const rest = createRest({
            ...{ url: origin, secretKey: started.secretKey, publishableKey: started.publishableKey },
            fetch: (request) => started.fetch(request, { address: LOCALHOST, isInternal: true }),
          });
          stopJobs = startJobs(rest, payments, allow);
          const appUrl = publicUrl ?? origin;
          billing = createBillingService({ rest, log: console, provider: payments, appUrl });
          pictures = createPictures({ database: untyped(rest), log: console });
          gateway = localGateway(started, origin, { publicUrl: appUrl, ...options });
        },
        () => undefined, // the caller of `startBackend` handles the error
      );
    },
    ready() {
      isReady = true;
    },
    async close() {
      isReady = false;
      await Promise.all([closeServer(server), backendStart]);
      await gateway?.idle();
      await gateway?.close();
      await stopJobs?.();
      await health?.close();
      await backend?.close();
      backend = undefined;
    },
  };
}
