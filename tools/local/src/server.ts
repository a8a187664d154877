/** The one local server: the app, the backend, the agents' gateway and the mailbox on one origin, reachable from this machine alone. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { AppError } from '@slipway/contracts';
import { type Gateway, type GatewayOptions, localGateway } from '@slipway/gateway';
import { Hono } from 'hono';
import type { Backend } from '@slipway/backend';
import { mailRoutes } from './mail/mailRoutes';
import { answerHeaders } from './answerHeaders';

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  /** The security headers, set on every response that does not set them itself. */
  headers: () => Record<string, string>;
  /** Answers what is neither the backend's nor the server's own. */
  app: (request: Request) => Promise<Response>;
  /** Of the gateway, what should not be its default. */
  gateway?: Partial<GatewayOptions>;
}

export interface Server {
  /** Such as `http://127.0.0.1:4200`. */
  origin: string;
  /** Hands `/rest/v1`, `/auth/v1`, the agents' `/v1` and the mailbox to a backend as soon as it has started. */
  attach(starting: Promise<Backend>): void;
  /** From now on `/healthz` answers 200 and the app is served; before, both answer 503. */
  ready(): void;
  /** Stops listening, lets requests and the records of calls finish, then closes the backend. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Milliseconds a request may still take once the server closes. */
const GRACE = 5_000;

const starting = () =>
  Response.json(
    { status: 'starting', message: 'The server is starting' },
    { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
  );

function listen(server: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      const problem = taken ? 'is taken by another process' : `cannot be used: ${cause.message}`;
      const remedy = taken
        ? 'Stop it, or choose another port: PORT=4300 npm start'
        : 'Choose another port: PORT=4300 npm start';
      reject(
        new AppError(taken ? 'conflict' : 'unavailable', `Port ${String(port)} ${problem}. ${remedy}`, {
          cause,
        }),
      );
    });
    server.listen(port, HOST, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closed(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => {
      server.closeAllConnections();
    }, GRACE);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
  });
}

/** @throws `conflict` when the port is taken, before anything else happens */
export async function startServer({ port, headers, app, gateway: options }: ServerOptions): Promise<Server> {
  let isReady = false;
  let backend: Backend | undefined;
  let gateway: Gateway | undefined;
  let backendStart: Promise<unknown> = Promise.resolve();

  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use(answerHeaders(headers));
  routes.get('/healthz', () =>
    isReady ? Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } }) : starting(),
  );
  for (const path of ['/rest/*', '/auth/*']) {
    routes.all(path, (context) => {
      const address = context.env.incoming.socket.remoteAddress ?? 'unknown';
      const { raw } = context.req;
      return backend ? backend.fetch(raw, { address, gone: raw.signal }) : starting();
    });
  }
  routes.all('/v1/*', (context) => {
    const address = context.env.incoming.socket.remoteAddress ?? 'unknown';
    return gateway ? gateway.fetch(context.req.raw, { address }) : starting();
  });
  routes.route(
    '/',
    mailRoutes(() => backend?.mailbox),
  );
  routes.all('*', (context) => (isReady ? app(context.req.raw) : starting()));
  routes.onError((error, context) => {
    console.error(error);
    return context.json({ code: 500, message: 'The server failed to answer' }, 500);
  });

  const server = createServer(getRequestListener(routes.fetch, { overrideGlobalObjects: false }));
  const actualPort = await listen(server, port);
  const origin = `http://${HOST}:${String(actualPort)}`;

  return {
    origin,
    attach(start) {
      backendStart = start.then(
        (started) => {
          backend = started;
          gateway = localGateway(started, origin, options);
        },
        () => undefined, // whoever started it hears of it
      );
    },
    ready() {
      isReady = true;
    },
    async close() {
      isReady = false;
      await Promise.all([closed(server), backendStart]);
      await gateway?.idle();
      await backend?.close();
      backend = undefined;
    },
  };
}
