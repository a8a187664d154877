/** The agents' gateway as a service: mounts `libs/gateway`, says how it is, and finishes what runs before it stops. */
import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { isAppError } from '@slipway/contracts';
import { createGateway, modelFromEnvironment, restStore } from '@slipway/gateway';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { pino } from 'pino';
import { addressOf } from './address';
import { readOptions } from './options';
import { startTelemetry } from './telemetry';

/** A key's hash that opens nothing: asking for it proves that the database answers. */
const NOTHING = '0'.repeat(64);

function start(): void {
  const options = readOptions(process.env);
  const stopTelemetry = startTelemetry(options.telemetryUrl);
  const log = pino({ level: options.logLevel });
  const store = restStore({
    url: options.supabaseUrl,
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
  });
  const model = modelFromEnvironment(process.env);
  const { appOrigins, publicUrl, timeLimit } = options;
  const gateway = createGateway({ store, model, log, appOrigins, publicUrl, timeLimit });
  let isStopping = false;

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        frameAncestors: ["'none'"],
      },
      crossOriginResourcePolicy: false,
    }),
  );
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (isStopping) return context.json({ status: 'stopping' }, 503);
    try {
      await store.useKey(NOTHING);
      return context.json({ status: 'ready' });
    } catch {
      return context.json({ status: 'the database cannot be reached' }, 503);
    }
  });
  app.all('*', (context) => {
    const peer = context.env.incoming.socket.remoteAddress;
    const forwarded = context.req.header('x-forwarded-for') ?? null;
    return gateway.fetch(context.req.raw, { address: addressOf(peer, forwarded, options.trustedProxies) });
  });

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(options.port, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : options.port;
    log.info({ port, model: model.name }, 'the gateway is ready');
  });
  server.on('error', (error) => {
    log.fatal({ reason: error.message }, 'the gateway cannot listen');
    process.exit(1);
  });

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping: what runs is finished first');
    // Node ends idle connections itself, and the others once they have their answer.
    await new Promise((resolve) => server.close(resolve));
    await gateway.idle();
    await stopTelemetry();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

try {
  start();
} catch (error) {
  console.error(isAppError(error) ? `gateway: ${error.message}` : error);
  process.exit(1);
}
