/** The arguments of `npm start` and `npm run backup`: they show their help or reject them, and do nothing else. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (name: string, args: readonly string[]) => {
  const program = join(import.meta.dirname, name);
  // PORT is invalid, so that a server that starts by mistake stops at once.
  const env = { ...process.env, PORT: 'none', SLIPWAY_NO_INSTALL: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
};

const start = (...args: readonly string[]) => run('start.mjs', args);

it.each(['--help', '-h'])('%s shows its help', (flag) => {
  const { status, stdout } = start(flag);
  expect(stdout).toContain('PORT=4300 npm start');
  expect(status).toBe(0);
});

it('rejects arguments: they would have no effect', () => {
  expect(start('--port', '4300')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'slipway: npm start takes no arguments, and --port is one. Set environment variables instead: npm start -- --help\n',
  });
});

it.each([['--help'], ['one.tar.gz', 'two.tar.gz']])('no backup is written to %s', (...args) => {
  expect(run('backup.mjs', args)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'slipway: Usage: npm run backup [-- slipway.tar.gz]\n',
  });
});
