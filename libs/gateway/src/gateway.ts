/**
 * The gateway: every endpoint for programs, as one Hono app. It stores only counters, traces and the replies of the last
 * ten minutes; the database enforces everything else.
 */
import { type ClientInfo, type ModelCall, networkOf } from '@slipway/server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { ApiProblem, clientDisconnected, problemResponse } from './apiProblem';
import { createIdempotentCalls } from './idempotentCalls';
import { createModelRunner } from './modelRunner';
import type { Model } from './models/model';
import { noticeHeaders } from './noticeHeaders';
import { openApiDocument } from './openapi';
import { defaultPreviewBudgets, type PreviewBudgets } from './previewBudgets';
import { assertNoWait, createRateLimits, defaultRates, type Rates } from './rateLimits';
import { copyable, limitBody } from './limitBody';
import { agentRoutes } from './routes/agentRoutes';
import { completionRoutes } from './routes/completionRoutes';
import { embeddingRoutes } from './routes/embeddingRoutes';
import type { GatewayServices, RouteEnv } from './routes/env';
import { modelRoutes } from './routes/modelRoutes';
import { previewRoutes } from './routes/previewRoutes';
import type { GatewayStore } from './store';
import { createTelemetry } from './telemetry';
import type { ToolRunnerOptions } from './tools/toolRunner';
import { toolRoutes } from './routes/toolRoutes';

export interface GatewayOptions {
  store: GatewayStore;
  model: Model;
  /** For calls, without content or keys. */
  log: Logger;
  /** Origins whose pages may send previews, if the app and the gateway have different origins. */
  appOrigins?: readonly string[];
  /** The origin in documents and examples, such as `https://agents.example`. Not that of the request, which the caller chooses. */
  publicUrl: string;
  /** Requests per minute that differ from the defaults. */
  rates?: Partial<Rates>;
  /** Budgets of previews that differ from the defaults. */
  previewBudgets?: Partial<PreviewBudgets>;
  /** How servers of agents' tools are reached: by default, public addresses only. */
  toolRunner?: ToolRunnerOptions;
  /** Milliseconds for a complete response: `DEFAULT_TIME_LIMIT`, unless set. */
  timeLimit?: number;
  /** Milliseconds that a response waits for a database that rejects its record. */
  recordPatience?: number;
  /** After each call of the model; for metrics. */
  onModelCall?: ((call: ModelCall) => void) | undefined;
}

export interface Gateway {
  fetch(request: Request, client: ClientInfo): Promise<Response>;
  /** Resolves when no call runs and every outcome is recorded. */
  idle(): Promise<void>;
  /** After `idle`: gives back what this gateway holds in the database, and closes its connections. */
  close(): Promise<void>;
  /** Method and path of every route, such as `POST /v1/preview`. */
  routes: string[];
}

/** Milliseconds. */
export const DEFAULT_TIME_LIMIT = 120_000;

/** Matches every URL path of a route such as `/v1/agents/:slug`. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`);

export function createGateway({
  store,
  model,
  log,
  appOrigins = [],
  publicUrl,
  rates,
  previewBudgets,
  toolRunner = { egress: {} },
  timeLimit = DEFAULT_TIME_LIMIT,
  recordPatience = 15_000,
  onModelCall,
}: GatewayOptions): Gateway {
  const telemetry = createTelemetry(onModelCall);
  const modelRunner = createModelRunner({
    ...{ model, timeLimit, recordPatience, toolRunner, telemetry, log },
  });
  const services: GatewayServices = {
    ...{ store, modelRunner, timeLimit },
    publicAddress: (url) => new URL(new URL(url).pathname, publicUrl).href,
    rateLimits: createRateLimits({ ...defaultRates, ...rates }, store),
    previewBudgets: { ...defaultPreviewBudgets, ...previewBudgets },
    idempotentCalls: createIdempotentCalls(),
  };

  const app = new Hono<RouteEnv>();
  for (const path of ['/v1/preview', '/v1/tools']) {
    app.use(
      path,
      cors({
        origin: [...appOrigins],
        allowMethods: ['POST'],
        exposeHeaders: ['Slipway-Model'],
        maxAge: 600,
      }),
    );
  }
  app.use(async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') return next();
    const { reads } = services.rateLimits;
    const address = networkOf(context.env.address);
    assertNoWait('read', await reads.take(address));
    await next();
    // A valid key counts against its own rate.
    if (context.get('grant')) await reads.giveBack(address);
  });
  app.use(limitBody);
  // On errors too: any response tells the caller that the agent is withdrawn.
  app.use(async (context, next) => {
    await next();
    const grant = context.get('grant');
    if (!grant) return;
    for (const [name, value] of Object.entries(noticeHeaders(grant))) context.res.headers.set(name, value);
  });
  app.get('/v1/openapi.json', (context) =>
    context.json(openApiDocument(new URL(services.publicAddress(context.req.url)).origin)),
  );
  app.route('/', agentRoutes(services));
  app.route('/', completionRoutes(services));
  app.route('/', embeddingRoutes(services));
  app.route('/', modelRoutes(services));
  app.route('/', previewRoutes(services));
  app.route('/', toolRoutes(services, toolRunner));

  // Hono lists middleware as routes of all methods.
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  app.notFound((context) => {
    const { path, method } = context.req;
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map((route) => route.method);
    if (allowed.length === 0) {
      return problemResponse(new ApiProblem(404, 'No such endpoint', { code: 'unknown_url' }), path);
    }
    const allow = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
    return problemResponse(
      new ApiProblem(405, `${method} is not allowed here. GET /v1/openapi.json lists the methods`, {
        headers: { allow: allow.join(', ') },
      }),
      path,
    );
  });
  app.onError((error, context) => {
    if (error instanceof ApiProblem) {
      if (error.status === 500) log.error({ reason: String(error.cause) }, error.message);
      return problemResponse(error, context.req.path);
    }
    // A client that disconnects while it sends its body is not an error of the gateway.
    if (context.req.raw.signal.aborted) {
      return problemResponse(clientDisconnected(), context.req.path);
    }
    log.error({ reason: error.message }, 'request failed');
    return problemResponse(new ApiProblem(500, 'The gateway failed to respond'), context.req.path);
  });

  return {
    fetch: async (request, client) => app.fetch(copyable(request), client),
    idle: () => modelRunner.idle(),
    close: () => store.close(),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
  };
}
