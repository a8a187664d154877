/** `npm start`: builds changed slices, deploys them to the local environment, and serves them with the backend. */
import { join } from 'node:path';
import { findWorkspace, folderStore, LOCAL, signingVariables } from '@slipway/cli';
import { isAppError } from '@slipway/contracts';
import { stripeFromEnvironment, stripeProvider } from '@slipway/payments';
import { closeTogether, createMetrics, readMetricsOptions, startMetricsServer } from '@slipway/server';
import { buildStale } from './app/buildStale';
import { deployLocal } from './app/deployLocal';
import { environmentOf } from './app/environmentOf';
import { openEnvironmentServer } from './app/environmentServer';
import { readOptions } from './app/options';
import { type OwnServers, startOwnServers } from './app/ownServers';
import { stopOnSignal } from './app/stopOnSignal';
import { readHealthKey } from './health/healthKey';

const root = join(import.meta.dirname, '../../..');

const say = (line: string) => {
  console.log(line);
};

async function start(): Promise<void> {
  process.umask(0o077); // files of the database that are created later
  // The server signs with the machine's own key, whichever key the shell's variables name for commands.
  for (const name of signingVariables) Reflect.deleteProperty(process.env, name);
  const began = Date.now();
  const options = readOptions(process.env, root);
  const { port, origin, home, databaseUrl, github } = options;
  const store = folderStore(join(home, 'store'));
  const workspace = findWorkspace(root, process.env);
  const healthKey = () => options.healthKey ?? readHealthKey(home);
  const metrics = createMetrics();
  const stripe = stripeFromEnvironment(process.env);
  const metricsOptions = readMetricsOptions(process.env);
  const log = (message: string) => {
    console.error(message);
  };
  const backendFiles = {
    migrationsDir: join(root, 'supabase/migrations'),
    seedFile: join(root, 'supabase/seed.sql'),
    demoFile: options.hasDemo ? join(root, 'supabase/demo.sql') : undefined,
    log: say,
  };
  const shared = { workspace, store, options, healthKey, log };
  const building: { done?: Promise<void> } = {};

  // Listen first: a port in use is reported before the build, and /healthz responds during the start.
  const server = await openEnvironmentServer({
    ...shared,
    ...{ environment: LOCAL, environmentOf, port, publicUrl: origin, home, metrics },
    backend: { ...backendFiles, databaseUrl, github, onSecurityEvent: metrics.securityEvent },
    payments: stripe && stripeProvider(stripe),
    gateway: { onModelCall: metrics.modelCall },
    async deploy({ publishableKey: key }) {
      await building.done;
      const providers: 'github'[] = github ? ['github'] : [];
      const backend = { url: '/', key, providers, mfa: true, payments: stripe !== undefined };
      const listensAt = server.origin;
      return deployLocal(store, { root, home, origin, listensAt, environment: LOCAL, backend, say });
    },
  });
  let stopping: Promise<void> | undefined;
  let others: OwnServers | undefined;
  const metricsServer = metricsOptions && (await startMetricsServer(metrics, metricsOptions));
  const stop = () =>
    (stopping ??= closeTogether([() => others?.stop(), () => metricsServer?.close(), () => server.stop()]));
  stopOnSignal(stop, say);

  try {
    say(`Starting the database${options.buildsSlices ? ' and building changed slices' : ''} …`);
    building.done = options.buildsSlices ? buildStale(root, say) : Promise.resolve();
    const [{ backend, composition }] = await Promise.all([server.run(), building.done]);

    say(
      `\nSlipway is ready at ${origin} (revision ${String(composition.revision)}, ${((Date.now() - began) / 1000).toFixed(1)} s)`,
    );
    if (backend.demo) say(`  Sign in as ${backend.demo.email} with the password ${backend.demo.password}`);
    if (server.mails) say(`  Mails: ${server.mails}`);
    if (!server.mails && !options.smtp) {
      say(
        '  No mail is sent: sign-up, password recovery and changes of address fail. Set SMTP_HOST and SMTP_FROM',
      );
    }
    if (metricsServer) say(`  Metrics: port ${String(metricsServer.port)}, /metrics`);
    say('  Press Ctrl-C to stop');
    others = startOwnServers({ ...shared, say, backend: backendFiles });
    await others.started;
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
