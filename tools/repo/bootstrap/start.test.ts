/** The arguments of `npm start` and `npm run backup`: they show their help or reject them, and do nothing else. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

it('npm start gives V8 at most 4 MB of new objects in each half of its young heap', () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as { scripts: { start: string } };
  const settings = scripts.start.split(' ').filter((argument) => argument.startsWith('--'));
  // Objects that survive make the heap grow: to 32 MB without the setting.
  const measure = `
    const kept = [];
    for (let count = 0; count < 2_000_000; count += 1) kept[count % 50_000] = { count, text: [count] };
    const spaces = require('node:v8').getHeapSpaceStatistics();
    process.stdout.write(String(spaces.find((space) => space.space_name === 'new_space').space_size / 2 ** 20))`;
  const { stdout } = spawnSync(process.execPath, [...settings, '--eval', measure], { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(8);
});
