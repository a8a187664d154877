/** A new environment like another one: the file's fields, and on this machine an address for its own server. */
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@slipway/contracts';
import type { Environment } from './environment';
import { isFamily } from './previews';
import { runningOrigin } from './runningServer';
import type { Workspace } from './workspace';

/** Ports to try, from the one after that of `npm start`. */
const PORTS = 50;
/** Milliseconds: a new database is created. */
const START_TIMEOUT = 120_000;

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

/** Waits until the server of a new environment runs. False when no local server runs. @throws `unavailable` */
export async function startedByServer(workspace: Workspace, name: string): Promise<boolean> {
  const end = Date.now() + START_TIMEOUT;
  while (Date.now() < end) {
    if (runningOrigin(workspace.home) === undefined) return false;
    const { address } = workspace.environment(name);
    const answer = await fetch(`${address}/healthz`).catch(() => undefined);
    if (answer?.ok) return true;
    await pause(200);
  }
  throw new AppError('unavailable', `${name} does not start: the terminal of npm start says why`);
}
