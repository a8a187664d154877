/** Runs the commands of a workflow. Tests pass one that records them. */
import { spawn } from 'node:child_process';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Runner {
  /** Runs a program; its output is shown, and returned. */
  run(command: readonly string[], env?: Record<string, string>): Promise<Ran>;
  pause(seconds: number): Promise<void>;
  say(line: string): void;
}

export const processRunner: Runner = {
  run: ([program = '', ...args], env = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].on('data', (chunk: Buffer) => {
          output[name] += chunk.toString();
          process[name].write(chunk);
        });
      }
      child.on('error', reject);
      child.on('close', (code) => {
        resolve({ code: code ?? 1, ...output });
      });
    }),
  pause: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
  say: (line) => {
    console.log(line);
  },
};

/** Exit code of `slipway` for a check that failed. */
const CHECK_FAILED = 5;
/** Seconds between two tries. */
const EVERY = 20;
/** Seconds until the last try. */
const LONGEST = 1_200;

/** @throws `Error` with the command and its exit code */
export async function must(
  runner: Runner,
  command: readonly string[],
  env?: Record<string, string>,
): Promise<Ran> {
  const ran = await runner.run(command, env);
  if (ran.code !== 0) throw new Error(`${command.join(' ')} ended with ${String(ran.code)}`);
  return ran;
}

/**
 * Runs a command of `slipway` again while its check fails for a reason that another job is about to remove, such as a
 * migration that is being applied. @throws `Error` after 20 minutes, or at once for another failure
 */
export async function mustAfter(runner: Runner, command: readonly string[], reason: RegExp): Promise<Ran> {
  for (let waited = 0; ; waited += EVERY) {
    const ran = await runner.run(command);
    if (ran.code === 0) return ran;
    const canWait = ran.code === CHECK_FAILED && reason.test(ran.stderr) && waited < LONGEST;
    if (!canWait) throw new Error(`${command.join(' ')} ended with ${String(ran.code)}`);
    runner.say(`Waiting for another job, ${String(waited)} s so far`);
    await runner.pause(EVERY);
  }
}
