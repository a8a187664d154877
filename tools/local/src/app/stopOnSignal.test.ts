import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '@slipway/server/compiled';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../testing/stopping.ts', import.meta.url));

test.each([
  [[], 0, ''],
  [
    ['the lock is a folder'],
    1,
    'slipway: stopped, but not everything could be closed: the lock is a folder\n',
  ],
])('ends after Ctrl-C, with one line for what could not be closed: %j', async (problem, code, line) => {
  const child = spawn(process.execPath, [...programOf(program), ...problem], { stdio: 'pipe' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (part) => (errors += String(part)));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGINT');
  expect([await exited, errors]).toEqual([code, line]);
});
