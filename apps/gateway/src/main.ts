/** The gateway as a service: `libs/gateway` with health checks, telemetry and a graceful shutdown. */
import { getRequestListener } from '@hono/node-server';
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
  createBillingService,
  createRest,
  stripeFromEnvironment,
  stripeProvider,
  untyped,
} from '@slipway/payments';
import {
  createHttpServer,
  createMetrics,
  listen,
  readMetricsOptions,
  startMetricsServer,
} from '@slipway/server';
import { readSmtp } from '@slipway/server/mail';
import { createPictures } from '@slipway/server/pictures';
import { pino } from 'pino';
import { createApp } from './app';
import { readOptions } from './options';
import { startTelemetry } from './telemetry';
import { startWorker } from './worker';

async function start(): Promise<void> {
  const options = readOptions(process.env);
  const stopTelemetry = startTelemetry(options.telemetryUrl);
  // Not synchronous: a write for each call would block all others. A killed process loses the lines of its last moment.
  const output = pino.destination({ sync: false });
  const log = pino({ level: options.logLevel }, output);
  const { databaseUrl } = options;
  const connection = {
    url: options.supabaseUrl,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
  };
  const store = databaseUrl ? directStore(openPostgres(databaseUrl), connection) : restStore(connection);
  const stripe = stripeFromEnvironment(process.env);
  const provider = stripe && stripeProvider(stripe);
  const appUrl = options.appOrigins[0] ?? options.publicUrl;
  const smtp = readSmtp(process.env);
  const rest = createRest(connection);
  const pictures = createPictures({ database: untyped(rest), log });
  const billing = createBillingService({
    ...{ rest, log, appOrigins: options.appOrigins, provider, appUrl },
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
  const app = await createApp({
    ...{ gateway, billing, pictures, store, metrics },
    trustedProxies: options.trustedProxies,
    isStopping: () => isStopping,
  });
  // A response may be silent until the model's time is over.
  const idleTimeout = timeLimit + 30_000;
  // With the adapter's own `Response`, which this process uses everywhere: a JSON response is then written without a web
  // stream, a seventh of a call's CPU time.
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
