/** A copy of the workspace after `npm start`: its server, its data and its environments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runInCopy } from './documentedCommands';
import { port } from './server';
import { copy, copyWorkspace } from './workspaceCopy';

export interface Clone {
  /** Runs a shell command in the copy. Returns its output. @throws with the output when it fails */
  run(command: string): Promise<string>;
  /** Starts the server again after `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The ports of a worker are together: the environments of its clone get the next free ones. */
const clonePort = port + 2;
export const cloneOrigin = `http://127.0.0.1:${String(clonePort)}`;
export const cloneHome = join(copy, '.slipway');

/** Starts `npm start` in a fresh copy. Resolves when it is ready. @throws an error with its output if it exits before that */
export async function startClone(): Promise<Clone> {
  copyWorkspace();
  const outer = { ...process.env };
  delete outer.SLIPWAY_HOME;
  delete outer.SLIPWAY_ENVIRONMENTS;
  const env = { ...outer, PORT: String(clonePort), SLIPWAY_AUTHOR: 'e2e', NX_DAEMON: 'false' };
  let stop = await startServer(env);
  return {
    run: (command) => runInCopy(command, env),
    async start() {
      stop = await startServer(env);
    },
    stop: () => stop(),
  };
}

/** Returns what stops the server. */
async function startServer(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  // `npm start` would install packages first: here they are links to those of this workspace.
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/local/src/start.ts'], {
    ...{ cwd: copy, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
    }),
  );
  await isReady(child, ended);
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}

function isReady(child: ChildProcess, ended: Promise<void>): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        output += `${line}\n`;
        if (line.startsWith('Slipway is ready')) resolve();
      });
    }
    void ended.then(() => {
      reject(new Error(`npm start ended: ${output}`));
    });
  });
}
