/**
 * The environments of this machine beside `local`: each has a server with its own port and data. A file that
 * `slipway env create --like local` writes starts one at once, and removing the file stops it.
 */
import { existsSync, mkdirSync, watch } from 'node:fs';
import {
  author,
  currentComposition,
  deploy,
  hasOwnServer,
  LOCAL,
  selectionOf,
  serverHome,
  settingsOf,
  type Store,
  type Workspace,
} from '@slipway/cli';
import type { Backend } from '@slipway/backend';
import type { Composition } from '@slipway/contracts';
import {
  type EnvironmentServer,
  openEnvironmentServer,
  type EnvironmentServerOptions,
} from './environmentServer';

/** Milliseconds to wait for further changes: editors write a file more than once. */
const GATHER = 50;

type Shared = Pick<EnvironmentServerOptions, 'store' | 'options' | 'backend' | 'healthKey' | 'log'>;

interface OwnServersOptions extends Shared {
  workspace: Workspace;
  say: (line: string) => void;
}

export interface OwnServers {
  /** Resolves when the servers of all existing environments run or have failed to start. */
  started: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server for each existing environment, and for each one that is added later. */
export function startOwnServers({ say, ...shared }: OwnServersOptions): OwnServers {
  const { workspace, store, log } = shared;
  const servers = new Map<string, Promise<EnvironmentServer | undefined>>();
  /**
   * If an environment's file returns, such as after a change of branches, its server starts when the previous one has
   * released its folder.
   */
  const stopping = new Map<string, Promise<void>>();
  let isStopped = false;

  /** The other environments continue. */
  const report = (name: string) => (error: unknown) => {
    log(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  };

  const start = async (name: string): Promise<EnvironmentServer | undefined> => {
    let server: EnvironmentServer | undefined;
    try {
      const environment = workspace.environment(name);
      const home = serverHome(workspace.home, environment);
      mkdirSync(home, { recursive: true, mode: 0o700 });
      server = await openEnvironmentServer({
        ...shared,
        ...{ environment: name, home },
        environmentOf: () => name,
        port: Number(new URL(environment.address).port),
        deploy: (backend) => firstDeploy(workspace, store, name, backend),
      });
      const { composition } = await server.run();
      say(`${name} is ready at ${server.origin} (revision ${String(composition.revision)})`);
      if (server.mails) say(`  Mails of ${name}: ${server.mails}`);
      return server;
    } catch (error) {
      report(name)(error);
      await server?.stop().catch(report(name));
      return undefined;
    }
  };

  /** The names of the files that describe such an environment. A file that cannot be read describes none. */
  const wanted = (): string[] => {
    try {
      return workspace.names().filter((name) => hasOwnServer(workspace.environment(name)));
    } catch {
      return [...servers.keys()]; // is being written; a command says what is wrong with it
    }
  };

  const update = async (): Promise<void> => {
    const names = isStopped ? [] : wanted();
    const gone = [...servers].filter(([name]) => !names.includes(name));
    for (const [name, server] of gone) {
      servers.delete(name);
      stopping.set(name, server.then((one) => one?.stop()).catch(report(name)));
    }
    for (const name of names) {
      const before = stopping.get(name) ?? Promise.resolve();
      if (!servers.has(name))
        servers.set(
          name,
          before.then(() => start(name)),
        );
    }
    await Promise.all([...stopping.values(), ...servers.values()]);
  };

  let timer: NodeJS.Timeout | undefined;
  const watcher = existsSync(workspace.folder)
    ? watch(workspace.folder, () => {
        clearTimeout(timer);
        timer = setTimeout(() => void update(), GATHER);
      })
    : undefined;

  return {
    started: update(),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      watcher?.close();
      await update();
    },
  };
}

/** An environment starts with what `local` runs. After that only commands change it; a start tells it its backend's key. */
async function firstDeploy(
  workspace: Workspace,
  store: Store,
  name: string,
  backend: Backend,
): Promise<Composition> {
  const environment = workspace.environment(name);
  const before = await currentComposition(store, name);
  const { stable } = selectionOf(await currentComposition(store, LOCAL));
  const { composition } = await deploy({
    ...{ workspace, environment, store, candidates: [] },
    edits: before ? {} : { base: { stable, canaries: new Map() } },
    ...(!before && { settings: settingsOf(environment) }),
    backend: { url: '/', key: backend.publishableKey, providers: [], mfa: true, payments: false },
    author: author(process.env, workspace.root),
    reason: before ? 'npm start' : `starts like ${LOCAL}`,
  });
  return composition;
}
