/** The command line as a team uses it, in a workspace with the environments `local`, `staging` and `preview`. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findWorkspace } from '@slipway/cli';
import { copyNotes } from './fixtureSlice';
import { deployTo } from './localEnvironment';
import { home, origin, port, root } from './server';

const environments = join(home, 'environments');

export const stagingPort = port + 1;
export const stagingSite = {
  name: 'Dock Staging',
  owner: 'Dock Staging Ltd',
  callUrl: 'https://cal.dock-staging.example/ada',
};

export const env = {
  ...process.env,
  SLIPWAY_HOME: home,
  SLIPWAY_ENVIRONMENTS: environments,
  SLIPWAY_AUTHOR: 'e2e',
  NX_DAEMON: 'false',
};

/** Writes the environment files and a fresh copy of Notes. */
export function makeWorkspace(): void {
  mkdirSync(environments, { recursive: true });
  const local = JSON.parse(readFileSync(join(root, 'environments/local.json'), 'utf8')) as object;
  writeFileSync(join(environments, 'local.json'), JSON.stringify({ ...local, address: origin }));
  const { publishable } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as {
    publishable: string;
  };
  cpSync(join(root, 'environments/preview.json'), join(environments, 'preview.json'));
  const staging = {
    name: 'staging',
    store: '$SLIPWAY_HOME/store',
    address: `http://127.0.0.1:${String(stagingPort)}`,
    backend: { url: '/', publishableKey: publishable },
    site: stagingSite,
    allowOverrides: true,
  };
  writeFileSync(join(environments, 'staging.json'), JSON.stringify(staging));
  copyNotes();
}

/** Gives `staging` the settings of its file, and removes Notes from it: the next specs of this worker use it too. */
export async function leaveStaging(): Promise<void> {
  makeWorkspace();
  await deployTo(findWorkspace(root, env).environment('staging'), {
    edits: { stable: new Map([['notes', undefined]]) },
    reason: 'end of the tests',
  });
}

export interface CommandResult {
  /** The output of `--json`. */
  data: unknown;
  /** Wall time. */
  seconds: number;
}

const run = promisify(execFile);

const commandLine = join(root, 'tools/cli/bin/slipway.mjs');

/**
 * Runs `slipway …` without blocking the servers of this process, and without `npx`, which takes longer than most
 * commands. @throws with the command's output when it fails
 */
export async function slipway(...argv: string[]): Promise<CommandResult> {
  const began = Date.now();
  const { stdout } = await run(process.execPath, [commandLine, ...argv, '--json'], { cwd: root, env }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`slipway ${argv.join(' ')}: ${stdout}${stderr}`, { cause: error });
    },
  );
  return { data: JSON.parse(stdout), seconds: (Date.now() - began) / 1000 };
}

/** Starts a command that the caller kills. */
export const startSlipway = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, [commandLine, ...argv], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
