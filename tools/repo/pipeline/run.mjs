/** Runs the steps of a pipeline and prints the duration of each. */
import { spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { root } from '../bootstrap/install.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} command A program and its arguments, run in the workspace's root.
 * @property {Record<string, string>} [env] Added to this process's environment.
 * @property {() => void} [beforeRetry] Called after a failure: then the step runs once more.
 */

const gigabytes = (bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** A machine that runs out of one of them fails tests in ways that do not name it. */
function describeMachine() {
  const free = (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return gigabytes(bavail * bsize);
  };
  return `free: ${gigabytes(freemem())} of memory, ${free(root)} of disk, ${free(tmpdir())} for temporary files`;
}

/** Runs one step; its output is shown as it comes, or at the end when `isQuiet`. Resolves to whether it succeeded. */
function runStep({ name, command: [program, ...args], env = {} }, isQuiet) {
  const began = Date.now();
  if (!isQuiet) console.log(`\n── ${name} (${describeMachine()})`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (output += chunk));
    }
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      const isOk = code === 0;
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      if (!isOk && output) process.stdout.write(`\n${output}`);
      const state = isOk ? 'ok' : 'FAILED';
      console.log(`── ${name}: ${state} (${seconds} s${isQuiet ? '' : `; ${describeMachine()}`})`);
      resolve(isOk);
    });
  });
}

/** Runs a step, and once more when it may be repeated. Resolves to whether it succeeded. */
async function attempt(step, isQuiet) {
  if (await runStep(step, isQuiet)) return true;
  if (!step.beforeRetry) return false;
  step.beforeRetry();
  return runStep(step, isQuiet);
}

/** Runs steps that use one core each two at a time, the first ones first. Resolves to the names of those that failed. */
export async function runTogether(steps) {
  const waiting = [...steps];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await attempt(step, true))) failed.push(step.name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}

/** Runs steps one after the other. Resolves to the names of those that failed. */
export async function runInOrder(steps) {
  const failed = [];
  for (const step of steps) {
    if (!(await attempt(step, false))) failed.push(step.name);
  }
  return failed;
}
