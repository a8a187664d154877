/** The collector as a service: `libs/health` with health checks, telemetry and a graceful shutdown. */
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { HEALTH_PATH, isAppError } from '@slipway/contracts';
import {
  createCollector,
  createHealthReader,
  createKnownReleases,
  databaseHealthSource,
  type HealthDatabase,
} from '@slipway/health';
import { addressOf, createHttpServer, listen } from '@slipway/server';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { pino } from 'pino';
import postgres from 'postgres';
import { compositionReader } from './compositions';
import { startJudging } from './judge';
import { createLeader } from './leader';
import { readOptions } from './options';
import { startTelemetry } from './telemetry';

/** Seconds. */
const CONNECT_TIMEOUT = 10;
/** Milliseconds. */
const STATEMENT_TIMEOUT = 30_000;

async function start(): Promise<void> {
  const options = readOptions(process.env);
  const { host, environments } = options;
  const log = pino({ level: options.logLevel });
  const telemetry = startTelemetry(options.telemetryUrl);
  const sql = postgres(options.databaseUrl, {
    ...{ max: 4, connect_timeout: CONNECT_TIMEOUT, onnotice: () => undefined },
    connection: { application_name: 'slipway-collector', statement_timeout: STATEMENT_TIMEOUT },
  });
  const database: HealthDatabase = {
    rows: async <Row extends Record<string, unknown>>(
      text: string,
      parameters: readonly (string | number)[] = [],
    ) => [...(await sql.unsafe<Row[]>(text, [...parameters]))],
  };
  const source = databaseHealthSource(database);
  const collector = createCollector({
    database,
    known: createKnownReleases(compositionReader(environments)),
    origins: [...environments.values()],
    limit: options.limit,
    log: (message) => {
      log.warn(message);
    },
    onBatch: telemetry.onBatch,
  });
  const read = createHealthReader(source, options.key);
  let isStopping = false;

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(secureHeaders({ strictTransportSecurity: 'max-age=63072000; includeSubDomains' }));
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (isStopping) return context.json({ status: 'stopping' }, 503);
    try {
      await database.rows('select 1 from health.minutes limit 1');
      return context.json({ status: 'ready' });
    } catch {
      return context.json({ status: 'database unreachable' }, 503);
    }
  });
  app.all(HEALTH_PATH, (context) => {
    const socketAddress = context.env.incoming.socket.remoteAddress;
    const forwarded = context.req.header('x-forwarded-for') ?? null;
    return collector.receive(context.req.raw, {
      address: addressOf(socketAddress, forwarded, options.trustedProxies),
    });
  });
  app.get('/health/v1/*', ({ req }) => read(req.raw));
  app.onError((error, context) => {
    log.error({ reason: error.message }, 'request failed');
    return context.json({ message: 'The collector failed to respond' }, 500);
  });

  const server = createHttpServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listen(server, { port: options.port, host, remedy: 'Set PORT to use another port' });
  log.info({ host, port, environments: [...environments.keys()] }, 'collector ready');

  const stopJudging =
    options.canarySeconds === undefined
      ? undefined
      : startJudging({
          ...{ environments: [...environments.keys()], source, log, env: process.env },
          leader: createLeader(sql),
          every: options.canarySeconds * 1_000,
        });

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await stopJudging?.();
    await new Promise((resolve) => server.close(resolve));
    await collector.close();
    await telemetry.stop();
    await sql.end({ timeout: 5 });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

try {
  await start();
} catch (error) {
  console.error(isAppError(error) ? `collector: ${error.message}` : error);
  process.exit(1);
}
