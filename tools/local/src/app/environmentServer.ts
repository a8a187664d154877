/**
 * The server of one environment: its port, its backend and its data. `npm start` runs one for `local`, and one for each
 * environment that `slipway env create --like local` made.
 */
import {
  currentComposition,
  recordServer,
  securityHeaders,
  type Store,
  verifyingStore,
  type Workspace,
} from '@slipway/cli';
import { type Backend, type BackendOptions, startBackend } from '@slipway/backend';
import type { Composition } from '@slipway/contracts';
import {
  type GatewayOptions,
  modelFromEnvironment,
  previewBudgetsFromEnvironment,
  toolRunnerFromEnvironment,
} from '@slipway/gateway';
import type { PaymentProvider } from '@slipway/payments';
import { closeAll, closeTogether, type Metrics, readLogLevel } from '@slipway/server';
import { pino } from 'pino';
import { createLocalHealth } from '../health/localHealth';
import { newMailToken } from '../mail/mailAccess';
import { startServer } from '../server';
import { startAlerts } from './alerts';
import { startCanaries } from './canaries';
import { composedApp } from './composedApp';
import type { Options } from './options';
import { startSweep } from './sweep';

export interface EnvironmentServerOptions {
  workspace: Workspace;
  environment: string;
  /** The environment of a page's address: previews share a server. */
  environmentOf: (address: URL) => string;
  port: number;
  /** The origin that users open, if it differs from the server's. */
  publicUrl?: string;
  /** The folder of its database and keys. */
  home: string;
  store: Store;
  options: Options;
  backend: Pick<
    BackendOptions,
    'databaseUrl' | 'github' | 'migrationsDir' | 'seedFile' | 'demoFile' | 'log' | 'onSecurityEvent'
  >;
  /** The key of readers of the health records. */
  healthKey: () => string;
  metrics?: Metrics;
  payments?: PaymentProvider | undefined;
  gateway?: Partial<GatewayOptions>;
  /** Deploys the releases that the environment should run, once the backend has started. */
  deploy: (backend: Backend) => Promise<Composition>;
  log: (message: string) => void;
}

export interface EnvironmentServer {
  /** Such as `http://127.0.0.1:4200`. */
  origin: string;
  /** The page with the mails that it sent. */
  mails: string | undefined;
  /** Resolves when it serves the app. Once. */
  run(): Promise<{ backend: Backend; composition: Composition }>;
  stop(): Promise<void>;
}

/** Listens first: a port in use is reported before anything else happens. @throws `conflict` */
export async function openEnvironmentServer({
  workspace,
  environment,
  environmentOf,
  port,
  publicUrl,
  home,
  store,
  options,
  healthKey,
  log,
  ...given
}: EnvironmentServerOptions): Promise<EnvironmentServer> {
  const { root } = workspace;
  const mailToken = options.hasMailbox ? newMailToken() : undefined;
  const verified = verifyingStore(store, {
    trust: workspace.trust,
    environment: (name) => ({ name, root: undefined }),
    warn: log,
  });
  const server = await startServer({
    port,
    // A composition's own policy replaces this one in the responses of the app.
    headers: () => securityHeaders({ backend: '/', isSecure: false, allowOverrides: false }),
    app: composedApp(verified, environmentOf),
    publicUrl,
    mailToken,
    trustedProxies: options.trustedProxies,
    health: createLocalHealth({
      ...{ environmentOf, key: healthKey, limit: options.healthLimit, log },
      read: (name) => currentComposition(verified, name),
    }),
    metrics: given.metrics,
    payments: given.payments,
    gateway: {
      model: modelFromEnvironment(process.env),
      previewBudgets: previewBudgetsFromEnvironment(process.env),
      toolRunner: toolRunnerFromEnvironment(process.env),
      rates: { read: options.readLimit },
      log: pino({ level: readLogLevel(process.env, 'warn') }),
      ...given.gateway,
    },
  });
  let forget: (() => void) | undefined;
  const stops: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;

  return {
    origin: server.origin,
    mails: mailToken && `${server.origin}/_mail?token=${mailToken}`,

    async run() {
      const origin = publicUrl ?? server.origin;
      const starting = startBackend({
        ...given.backend,
        ...{ home, origin, smtp: options.smtp, hasMailbox: options.hasMailbox },
        slipwayKey: options.slipwayKey,
        previousSlipwayKey: options.previousSlipwayKey,
        rates: {
          signIn: { burst: options.signInLimit, period: 300 },
          verify: { burst: options.codeLimit, period: 300 },
          // GoTrue's proportion. A session refreshes its token twice in this time.
          refresh: { burst: 5 * options.signInLimit, period: 300 },
          read: { burst: Math.ceil(options.readLimit / 5), period: 60 },
          addressRead: { burst: options.readLimit, period: 60 },
        },
      });
      server.attach(starting);
      const backend = await starting;
      // Not before: another server may use the folder, and this one ends then.
      forget = recordServer(home, server.origin, workspace.folder);
      const composition = await given.deploy(backend);
      server.ready();
      stops.push(startSweep(backend, origin, { seconds: options.sweepSeconds, log }));
      const watched = { root, environment, origin: server.origin, key: healthKey(), log };
      stops.push(await startCanaries(watched));
      stops.push(await startAlerts({ ...watched, home: workspace.home }));
      return { backend, composition };
    },

    stop: () => (stopping ??= closeAll([() => closeTogether(stops), () => server.close(), () => forget?.()])),
  };
}
