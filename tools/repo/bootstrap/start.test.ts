/** The programs that run first in a clone: their arguments, an old Node, and missing packages end them with one line. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const run = (
  name: string,
  args: readonly string[],
  folder = import.meta.dirname,
  nodeOptions: string[] = [],
) => {
  const program = join(folder, name);
  // PORT is invalid, so that a server that starts by mistake stops at once.
  const env = { ...process.env, PORT: 'none', SLIPWAY_NO_INSTALL: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, program, ...args], {
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

const programs = ['start.mjs', 'backup.mjs', 'restore.mjs', 'plan.mjs', '../pipeline/validate.mjs'];

it.each([...programs, 'test.mjs', '../pipeline/nightly.mjs', '../../cli/bin/slipway.mjs'])(
  '%s rejects a Node that is too old',
  (name) => {
    const asOld = "Object.defineProperty(process.versions, 'node', { value: '20.18.3' })";
    expect(
      run(name, [], undefined, ['--import', `data:text/javascript,${encodeURIComponent(asOld)}`]),
    ).toEqual({
      status: 1,
      stdout: '',
      stderr: 'slipway: Node 20.18.3 is too old: install Node 20.19 or newer (20, 22 or 24)\n',
    });
  },
);

/** A folder with only the programs. Returns it, and what runs one of them there. */
function freshClone() {
  const clone = mkdtempSync(join(tmpdir(), 'slipway-clone-'));
  onTestFinished(() => {
    rmSync(clone, { recursive: true });
  });
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: {} }));
  for (const folder of ['bootstrap', 'pipeline'])
    cpSync(join(import.meta.dirname, '..', folder), join(clone, 'tools/repo', folder), { recursive: true });
  return { clone, runThere: (name: string) => run(name, [], join(clone, 'tools/repo/bootstrap')) };
}

it.each(programs)('%s names the command that installs the packages of a fresh clone', (name) => {
  const { status, stderr } = freshClone().runThere(name);
  expect(stderr).toMatch(/^slipway: npm packages: node_modules is missing or incomplete\. .*npm ci\n$/);
  expect(status).toBe(1);
});

it('nothing is installed through a link to the packages of another workspace', () => {
  const { clone, runThere } = freshClone();
  mkdirSync(join(clone, 'other/node_modules'), { recursive: true });
  symlinkSync(join(clone, 'other/node_modules'), join(clone, 'node_modules'));
  const { status, stderr } = runThere('backup.mjs');
  expect(stderr).toMatch(/node_modules is a link, whose target npm ci would empty: run it there\n$/);
  expect(status).toBe(1);
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
