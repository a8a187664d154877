/** The gateway as a service: `libs/gateway` with health checks, telemetry and a graceful shutdown. */
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { isAppError } from '@slipway/contracts';
import {
  createGateway,
  directStore,
  modelFromEnvironment,
  openPostgres,
  previewBudgetsFromEnvironment,
  restStore,
  toolRunnerFromEnvironment,
} from '@slipway/gateway';
import {
  BILLING_PATH,
  createBillingService,
  createRest,
  stripeFromEnvironment,
  stripeProvider,
  untyped,
} from '@slipway/payments';
import {
  addressOf,
  createHttpServer,
  createMetrics,
  listen,
  readMetricsOptions,
  startMetricsServer,
} from '@slipway/server';
import { readSmtp } from '@slipway/server/mail';
import { createPictures, PICTURES_PATH } from '@slipway/server/pictures';
import { type Context, Hono } from 'hono';
import { pino } from 'pino';
import { readOptions } from './options';
import { securityHeaders } from './securityHeaders';
import { startTelemetry } from './telemetry';
import { startWorker } from './worker';

/** A hash that matches no key; looking it up is the readiness check of the database. */
const UNKNOWN_KEY = '0'.repeat(64);

async function start(): Promise<void> {
  const options = readOptions(process.env);
  const stopTelemetry = startTelemetry(options.telemetryUrl);
  // Not synchronous: a write for each call would block all others. A killed process loses the lines of its last moment.
  const output = pino.destination({ sync: false });
  const log = pino({ level: options.logLevel }, output);
  const { databaseUrl } = options;
  const rest = {
    url: options.supabaseUrl,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
  };
  const store = databaseUrl ? directStore(openPostgres(databaseUrl), rest) : restStore(rest);
  const stripe = stripeFromEnvironment(process.env);
  const provider = stripe && stripeProvider(stripe);
  const appUrl = options.appOrigins[0] ?? options.publicUrl;
  const smtp = readSmtp(process.env);
  const database = createRest(rest);
  const pictures = createPictures({ database: untyped(database), log });
  const billing = createBillingService({
    ...{ rest: database, log, appOrigins: options.appOrigins, provider, appUrl },
  });
  const model = modelFromEnvironment(process.env);
  const previewBudgets = previewBudgetsFromEnvironment(process.env);
  const { appOrigins, publicUrl, timeLimit } = options;
  const metrics = createMetrics();
  const metricsOptions = readMetricsOptions(process.env);
  const metricsServer = metricsOptions && (await startMetricsServer(metrics, metricsOptions));
  const gateway = createGateway({
    onModelCall: metrics.modelCall,
    previewBudgets,
    toolRunner: toolRunnerFromEnvironment(process.env),
    store,
    model,
    log,
    appOrigins,
    publicUrl,
    timeLimit,
    rates: { read: options.readLimit },
  });
  let isStopping = false;

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const end = metrics.begin(context.req.method, context.req.path);
    await next();
    end(context.res.status);
  });
  const clientOf = ({ env, req }: Context<{ Bindings: HttpBindings }>) => ({
    address: addressOf(
      env.incoming.socket.remoteAddress,
      req.header('x-forwarded-for') ?? null,
      options.trustedProxies,
    ),
  });
  // Before the headers of all other responses: pictures have a stricter policy.
  app.all(`${PICTURES_PATH}/*`, (context) => pictures.fetch(context.req.raw, clientOf(context)));
  const headers = await securityHeaders();
  app.use(async ({ env }, next) => {
    for (const [name, value] of headers) env.outgoing.setHeader(name, value);
    await next();
  });
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (isStopping) return context.json({ status: 'stopping' }, 503);
    try {
      await store.useKey(UNKNOWN_KEY);
      return context.json({ status: 'ready' });
    } catch {
      return context.json({ status: 'database unreachable' }, 503);
    }
  });
  app.all(`${BILLING_PATH}/*`, (context) => billing.fetch(context.req.raw, clientOf(context)));
  app.all('*', (context) => gateway.fetch(context.req.raw, clientOf(context)));

  // With the adapter's own `Response`, which this process uses everywhere: a JSON response is then written without a web
  // stream, a seventh of a call's CPU time.
  // A response may be silent until the model's time is over.
  const idleTimeout = timeLimit + 30_000;
  const server = createHttpServer(getRequestListener(app.fetch), { idleTimeout });
  const { host } = options;
  const port = await listen(server, { port: options.port, host, remedy: 'Set PORT to use another port' });
  log.info({ host, port, model: model.name, metricsPort: metricsServer?.port }, 'gateway ready');
  const stopWorker = startWorker({ rest, log, provider, smtp, appUrl });

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping after running calls finish');
    // Node closes idle connections immediately, and the others after their response.
    await new Promise((resolve) => server.close(resolve));
    await gateway.idle();
    await gateway.close().catch(() => undefined); // leases expire
    await stopWorker();
    await metricsServer?.close();
    await stopTelemetry();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

try {
  await start();
} catch (error) {
  console.error(isAppError(error) ? `gateway: ${error.message}` : error);
  process.exit(1);
}
