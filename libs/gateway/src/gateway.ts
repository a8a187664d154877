/**
 * The gateway: every address that programs call, as one Hono app. It keeps nothing of its own but counts, traces and
 * the answers of ten minutes; what must hold is the database's.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { createAnswers } from './answers';
import type { CallServices } from './agentCall';
import { createCalls } from './calls';
import { createLimits, defaultRates, type Rates } from './limits';
import type { Model } from './models/model';
import { openApiDocument } from './openapi';
import { Problem, problemResponse } from './problem';
import { agentRoutes } from './routes/agentRoutes';
import { completionRoutes } from './routes/completionRoutes';
import { previewRoutes } from './routes/previewRoutes';
import type { GatewayStore } from './store';
import { createTelemetry } from './telemetry';

export interface GatewayOptions {
  store: GatewayStore;
  model: Model;
  /** Of calls, without content or keys. */
  log: Logger;
  /** Origins whose pages may try agents, where the app is not on the gateway's own. */
  appOrigins?: readonly string[];
  /** Where callers find it, such as `https://agents.example`; without it, where the request came. */
  publicUrl?: string | undefined;
  /** Requests a minute, for those that should not be the default. */
  rates?: Partial<Rates>;
  /** Milliseconds for a whole answer. */
  timeLimit?: number;
  /** Milliseconds for which an answer waits for a database that does not take its record. */
  recordPatience?: number;
}

/** Who is at the other end of the connection, as the server that took it knows; never a header's own claim. */
export interface Peer {
  address: string;
}

export interface Gateway {
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** Resolves when nothing runs: no call, and no record that is still to be kept. */
  idle(): Promise<void>;
  /** Method and path of every address, such as `POST /v1/preview`. */
  addresses: string[];
}

/** What the routes are given with each request. */
export interface RouteEnv {
  Bindings: Peer;
}

/** Bytes: as much as a conversation of 100,000 characters can have. */
const LARGEST_BODY = 512 * 1024;

export function createGateway({
  store,
  model,
  log,
  appOrigins = [],
  publicUrl,
  rates,
  timeLimit = 120_000,
  recordPatience = 15_000,
}: GatewayOptions): Gateway {
  const calls = createCalls({ model, timeLimit, recordPatience, telemetry: createTelemetry(), log });
  const services: CallServices = {
    ...{ store, calls, timeLimit },
    publicAddress: (url) => new URL(new URL(url).pathname, publicUrl ?? url).href,
    limits: createLimits({ ...defaultRates, ...rates }),
    answers: createAnswers(),
  };

  const app = new Hono<RouteEnv>();
  app.use(
    '/v1/preview',
    cors({
      origin: [...appOrigins],
      allowMethods: ['POST'],
      exposeHeaders: ['Slipway-Model'],
      maxAge: 600,
    }),
  );
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: () => {
        throw new Problem(413, `The body is larger than ${String(LARGEST_BODY / 1024)} KB`);
      },
    }),
  );
  app.get('/v1/openapi.json', (context) =>
    context.json(openApiDocument(new URL(services.publicAddress(context.req.url)).origin)),
  );
  app.route('/', agentRoutes(services));
  app.route('/', completionRoutes(services));
  app.route('/', previewRoutes(services));

  const addresses = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  app.notFound((context) => {
    const { path } = context.req;
    const isKnown =
      /^\/v1\/(agents\/[^/]+(\/chat\/completions)?|chat\/completions|preview|openapi\.json)$/.test(path);
    return problemResponse(
      isKnown
        ? new Problem(405, `${context.req.method} does nothing here. GET /v1/openapi.json says what does`)
        : new Problem(404, 'There is nothing at this address'),
      path,
    );
  });
  app.onError((error, context) => {
    if (error instanceof Problem) {
      if (error.status === 500) log.error({ reason: String(error.cause) }, error.message);
      return problemResponse(error, context.req.path);
    }
    log.error({ reason: error.message }, 'a request failed');
    return problemResponse(new Problem(500, 'The gateway failed to answer'), context.req.path);
  });

  return {
    fetch: async (request, peer) => app.fetch(request, peer),
    idle: () => calls.idle(),
    addresses,
  };
}
