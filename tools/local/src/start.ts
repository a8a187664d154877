/** `npm start`: builds changed slices, deploys them to the local environment, and serves them with the backend. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  currentComposition,
  findWorkspace,
  folderStore,
  recordServer,
  securityHeaders,
  verifyingStore,
} from '@slipway/cli';
import { isAppError } from '@slipway/contracts';
import { modelFromEnvironment, previewBudgetsFromEnvironment } from '@slipway/gateway';
import { stripeFromEnvironment, stripeProvider } from '@slipway/payments';
import { createMetrics, readMetricsOptions, startMetricsServer } from '@slipway/server';
import { pino } from 'pino';
import { startAlerts } from './app/alerts';
import { startCanaries } from './app/canaries';
import { buildStale } from './app/buildStale';
import { composedApp } from './app/composedApp';
import { deployLocal } from './app/deployLocal';
import { environmentOf, LOCAL } from './app/environmentOf';
import { readOptions } from './app/options';
import { startSweep } from './app/sweep';
import { startBackend } from '@slipway/backend';
import { readHealthKey } from './health/healthKey';
import { createLocalHealth } from './health/localHealth';
import { newMailToken } from './mail/mailAccess';
import { startServer } from './server';

const root = join(import.meta.dirname, '../../..');

const say = (line: string) => {
  console.log(line);
};

async function start(): Promise<void> {
  process.umask(0o077); // files of the database that are created later
  const began = Date.now();
  const options = readOptions(process.env, root);
  const { port, origin, home, databaseUrl, slipwayKey, github, signInLimit, readLimit } = options;
  const store = folderStore(join(home, 'store'));
  const mailToken = options.hasMailbox ? newMailToken() : undefined;

  const verified = verifyingStore(store, {
    trust: findWorkspace(root, process.env).trust,
    environment: (name) => ({ name, root: undefined }),
    warn: (message) => {
      console.error(message);
    },
  });
  const healthKey = () => options.healthKey ?? readHealthKey(home);
  const metrics = createMetrics();
  const stripe = stripeFromEnvironment(process.env);
  const metricsOptions = readMetricsOptions(process.env);

  // Listen first: a port in use is reported before the build, and /healthz responds during the start.
  const server = await startServer({
    port,
    // A composition's own policy replaces this one in the responses of the app.
    headers: () => securityHeaders({ backend: '/', isSecure: false, allowOverrides: false }),
    app: composedApp(verified, environmentOf),
    publicUrl: origin,
    mailToken,
    trustedProxies: options.trustedProxies,
    health: createLocalHealth({
      ...{ key: healthKey, limit: options.healthLimit },
      read: (environment) => currentComposition(verified, environment),
      log: (message) => {
        console.error(message);
      },
    }),
    metrics,
    payments: stripe && stripeProvider(stripe),
    gateway: {
      model: modelFromEnvironment(process.env),
      previewBudgets: previewBudgetsFromEnvironment(process.env),
      rates: { read: readLimit },
      log: pino({ level: process.env.LOG_LEVEL || 'warn' }),
      onModelCall: metrics.modelCall,
    },
  });
  const forgetServer = recordServer(home, server.origin);
  let stopping: Promise<void> | undefined;
  let stopSweep: () => Promise<void> = () => Promise.resolve();
  let stopAlerts: () => Promise<void> = () => Promise.resolve();
  let stopCanaries: () => Promise<void> = () => Promise.resolve();
  const metricsServer = metricsOptions && (await startMetricsServer(metrics, metricsOptions));
  const stop = () =>
    (stopping ??= Promise.all([stopSweep(), stopAlerts(), stopCanaries(), metricsServer?.close()])
      .then(() => server.close())
      .then(forgetServer));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('\nStopping …');
      void stop().then(() => process.exit(0));
    });
  }

  try {
    say('Starting the database and building changed slices …');
    const starting = startBackend({
      home,
      databaseUrl,
      slipwayKey,
      previousSlipwayKey: options.previousSlipwayKey,
      github,
      rates: {
        signIn: { burst: signInLimit, period: 300 },
        // GoTrue's proportion. A session refreshes its token twice in this time.
        refresh: { burst: 5 * signInLimit, period: 300 },
        read: { burst: Math.ceil(readLimit / 5), period: 60 },
        addressRead: { burst: readLimit, period: 60 },
      },
      origin,
      migrationsDir: join(root, 'supabase/migrations'),
      seedFile: join(root, 'supabase/seed.sql'),
      smtp: options.smtp,
      hasMailbox: options.hasMailbox,
      demoFile: options.hasDemo ? join(root, 'supabase/demo.sql') : undefined,
      log: say,
      onSecurityEvent: metrics.securityEvent,
    });
    server.attach(starting);
    const [backend] = await Promise.all([starting, buildStale(root, say)]);
    const composition = await deployLocal(store, {
      root,
      origin,
      environment: LOCAL,
      backend: {
        url: '/',
        key: backend.publishableKey,
        providers: github ? ['github'] : [],
        mfa: true,
        payments: stripe !== undefined,
      },
      author: userInfo().username,
    });
    server.ready();
    stopSweep = startSweep(backend, origin);
    stopCanaries = await startCanaries({
      ...{ root, origin: server.origin, key: healthKey() },
      log: (message) => {
        console.error(message);
      },
    });
    stopAlerts = await startAlerts({
      ...{ root, home, origin: server.origin, key: healthKey() },
      log: (message) => {
        console.error(message);
      },
    });

    say(
      `\nSlipway is ready at ${origin} (revision ${String(composition.revision)}, ${((Date.now() - began) / 1000).toFixed(1)} s)`,
    );
    if (backend.demo) say(`  Sign in as ${backend.demo.email} with the password ${backend.demo.password}`);
    if (mailToken) say(`  Mails: ${server.origin}/_mail?token=${mailToken}`);
    if (!mailToken && !options.smtp) {
      say(
        '  No mail is sent: sign-up, password recovery and changes of address fail. Set SMTP_HOST and SMTP_FROM',
      );
    }
    if (metricsServer) say(`  Metrics: port ${String(metricsServer.port)}, /metrics`);
    say('  Press Ctrl-C to stop');
  } catch (error) {
    await stop();
    throw error;
  }
}

try {
  await start();
} catch (error) {
  // Expected errors are one line; any other error is a bug and keeps its stack.
  console.error(isAppError(error) ? `slipway: ${error.message}` : error);
  process.exit(1);
}
