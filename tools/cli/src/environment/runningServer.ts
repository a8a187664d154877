/** Where the server of an environment listens: `npm start` may use any port, and commands run beside it. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { writePrivate } from '../trust/pins';
import type { Environment } from './environment';
import { isFamily } from './previews';

/** The environment that `npm start` runs; previews use its backend. */
export const LOCAL = 'local';

const recordSchema = v.object({
  pid: v.number(),
  origin: v.string(),
  /** Of the environment files that it reads. */
  folder: v.optional(v.string()),
});

const fileIn = (home: string) => join(home, 'server.json');

/** An address on this machine, whose port is that of the server. */
const localAddress = /^(http:\/\/(?:127\.0\.0\.1|(?:[^/:]+\.)?localhost))(?::\d+)?$/;

/** Whether an environment has its own server and data on this machine, as `slipway env create --like local` makes it. */
export const hasOwnServer = (environment: Environment): boolean =>
  environment.backend === 'embedded' &&
  environment.name !== LOCAL &&
  !isFamily(environment) &&
  /^http:\/\/127\.0\.0\.1:\d+$/.test(environment.address);

/** The folder with the database and the keys of an environment's server. `home` is that of `npm start`. */
export const serverHome = (home: string, environment: Environment): string =>
  hasOwnServer(environment) ? join(home, 'servers', environment.name) : home;

/** Called by the server when it listens. `folder` has its environment files. Returns a function for its end. */
export function recordServer(home: string, origin: string, folder?: string): () => void {
  writePrivate(fileIn(home), JSON.stringify({ pid: process.pid, origin, folder }));
  return () => {
    if (readRecord(home)?.pid === process.pid) rmSync(fileIn(home), { force: true });
  };
}

function readRecord(home: string): v.InferOutput<typeof recordSchema> | undefined {
  try {
    return v.parse(recordSchema, JSON.parse(readFileSync(fileIn(home), 'utf8')));
  } catch {
    return undefined; // none was started, or it has ended
  }
}

/** A server that was killed leaves its record. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // of another user
  }
}

function runningRecord(home: string) {
  const record = readRecord(home);
  return record && isRunning(record.pid) ? record : undefined;
}

/** The origin of the server that runs with this home folder, such as `http://127.0.0.1:4300`. */
export const runningOrigin = (home: string): string | undefined => runningRecord(home)?.origin;

/** The folder whose environments that server starts. */
export const runningFolder = (home: string): string | undefined => runningRecord(home)?.folder;

/**
 * The address of an environment: with the embedded backend, where its server listens now; otherwise the one in its
 * file.
 */
export function atRunningServer(environment: Environment, home: string): Environment {
  const base = localAddress.exec(environment.address)?.[1];
  if (environment.backend !== 'embedded' || base === undefined) return environment;
  const origin = runningOrigin(serverHome(home, environment));
  return origin === undefined
    ? environment
    : { ...environment, address: `${base}:${new URL(origin).port || '80'}` };
}
