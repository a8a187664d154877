/** A new environment like another one: the file's fields, and on this machine an address for its own server. */
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';
import type { Environment } from './environment';
import { isFamily } from './previews';
import { runningFolder, runningOrigin } from './runningServer';
import type { Workspace } from './workspace';

/** The number of ports to try, starting after the port of `npm start`. */
const PORTS = 50;
/** Milliseconds: a new database is created. */
const START_TIMEOUT = 120_000;
/** Milliseconds: a server listens before it does anything else. */
const LISTEN_TIMEOUT = 20_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => {
        resolve(false);
      })
      .listen(port, '127.0.0.1', () => {
        probe.close(() => {
          resolve(true);
        });
      });
  });

/** The first port after that of `like` which no environment's file names and no process uses. @throws `unavailable` */
async function freePort(workspace: Workspace, like: Environment): Promise<number> {
  const portOf = ({ address }: Environment) => Number(/:(\d+)$/.exec(address)?.[1] ?? 80);
  const taken = workspace.names().map((name) => portOf(workspace.environment(name)));
  const first = portOf(like) + 1;
  for (let port = first; port < first + PORTS; port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new AppError(
    'unavailable',
    `No port from ${String(first)} to ${String(first + PORTS - 1)} is free: choose one with --address http://127.0.0.1:<port>`,
  );
}

/** The address of a new environment like `like`. @throws `invalid_input` where it has to be given */
export async function addressLike(workspace: Workspace, like: Environment): Promise<string> {
  if (isFamily(like) || like.backend !== 'embedded')
    throw new AppError(
      'invalid_input',
      `${like.name} is not on this machine: pass the address of the new environment with --address`,
    );
  return `http://127.0.0.1:${String(await freePort(workspace, like))}`;
}

/** The status of the server's health check; undefined while it does not listen. */
const statusAt = (address: string): Promise<number | undefined> =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(LISTEN_TIMEOUT) }).then(
    ({ status }) => status,
    ({ cause }: Error) =>
      (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED' ? undefined : 0,
  );

/**
 * Waits until the server of a new environment runs. Returns why it will not: no local server runs, or one that reads
 * another folder. @throws `unavailable`
 */
export async function startedByServer(workspace: Workspace, name: string): Promise<string | undefined> {
  const start = Date.now();
  let heard = start;
  while (Date.now() < start + START_TIMEOUT && Date.now() < heard + LISTEN_TIMEOUT) {
    if (runningOrigin(workspace.home) === undefined) return 'Run npm start';
    const folder = runningFolder(workspace.home) ?? workspace.folder;
    if (folder !== workspace.folder)
      return `Stop npm start, which reads ${folder}, and run it with SLIPWAY_ENVIRONMENTS=${workspace.folder} set`;
    const status = await statusAt(workspace.environment(name).address);
    if (status === 200) return undefined;
    if (status !== undefined) heard = Date.now();
    await pause(200);
  }
  throw new AppError('unavailable', `${name} does not start: see the output of npm start`);
}
